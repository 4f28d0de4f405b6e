package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestSoakCounts: soak.sh counts the engine's faults and not its opponent's, and fails for them. A
// script that prints what fastchess prints takes fastchess' place.
func TestSoakCounts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("soak.sh is a shell script")
	}
	dir := t.TempDir()
	engine := filepath.Join(dir, "engine")
	opponent := filepath.Join(dir, "opponent")
	executable(t, engine, `printf 'info string genfens 8/8/8/8/8/8/8/8 w - - 0 1\n'`)
	executable(t, opponent, ":")
	const header = "| opponent | games | ours: losses on time | illegal moves | crashes, disconnects, stalls |"
	for _, tc := range []struct {
		name, itself, other string
		rows                []string
		fails               bool
	}{
		{"no fault",
			"Finished game 1 (Sente vs itself): 1-0 {White mates}\nFinished game 2 (itself vs Sente): 1/2-1/2 {Draw by stalemate}",
			"Finished game 1 (Sente vs opponent): 1-0 {Black loses on time (3ms overrun)}\nFinished game 2 (opponent vs Sente): 0-1 {White makes an illegal move}",
			[]string{"| itself | 2 | 0 | 0 | 0 |", "| opponent | 2 | 0 | 0 | 0 |"}, false},
		{"faults of every kind",
			"Finished game 1 (Sente vs itself): 0-1 {White disconnects}\nFinished game 2 (itself vs Sente): 1-0 {Black's connection stalls}",
			"Finished game 1 (Sente vs opponent): 0-1 {White loses on time (3ms overrun)}\nFinished game 2 (opponent vs Sente): 1-0 {Black makes an illegal move}",
			[]string{"| itself | 2 | 0 | 0 | 2 |", "| opponent | 2 | 1 | 1 | 0 |"}, true},
		{"a game that is missing",
			"Finished game 1 (Sente vs itself): 1-0 {White mates}",
			"Finished game 1 (Sente vs opponent): 1-0 {White mates}\nFinished game 2 (opponent vs Sente): 0-1 {Black mates}",
			[]string{"| itself | 1 | 0 | 0 | 0 |", "| opponent | 2 | 0 | 0 | 0 |"}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			fastchess := filepath.Join(t.TempDir(), "fastchess")
			executable(t, fastchess, "case \"$*\" in\n*name=itself*) cat <<'END'\n"+tc.itself+"\nEND\n;;\n*) cat <<'END'\n"+tc.other+"\nEND\n;;\nesac")
			out, err := exec.Command("bash", "soak.sh", engine, fastchess, "4", "1+0.01", opponent, "no such program").Output()
			got := strings.Split(strings.TrimSpace(string(out)), "\n")
			want := append([]string{header, "|---|---:|---:|---:|---:|"}, tc.rows...)
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("it prints\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if _, exited := err.(*exec.ExitError); exited != tc.fails {
				t.Errorf("it ends with %v, want a failure: %v", err, tc.fails)
			}
		})
	}
}

// executable writes a shell script.
func executable(t *testing.T, path, script string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
}
