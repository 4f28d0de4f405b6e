package integration

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestSoakCounts: soak.sh counts the engine's faults, and not its opponent's, and fails if there
// are any. A script that prints the output of fastchess takes the place of fastchess.
func TestSoakCounts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("soak.sh is a shell script")
	}
	dir := t.TempDir()
	engine := filepath.Join(dir, "engine")
	opponent := filepath.Join(dir, "opponent")
	executable(t, engine, `printf 'info string genfens 8/8/8/8/8/8/8/8 w - - 0 1\n'`)
	executable(t, opponent, ":")
	const header = "| opponent | games | ours: losses on time | illegal moves " +
		"| crashes, disconnects, stalls |"
	for _, tc := range []struct {
		name, itself, other string
		rows                []string
		fails               bool
	}{
		{"no fault",
			"Finished game 1 (Sente vs itself): 1-0 {White mates}\n" +
				"Finished game 2 (itself vs Sente): 1/2-1/2 {Draw by stalemate}",
			"Finished game 1 (Sente vs opponent): 1-0 {Black loses on time (3ms overrun)}\n" +
				"Finished game 2 (opponent vs Sente): 0-1 {White makes an illegal move}",
			[]string{"| itself | 2 | 0 | 0 | 0 |", "| opponent | 2 | 0 | 0 | 0 |"}, false},
		{"faults of every kind",
			"Finished game 1 (Sente vs itself): 0-1 {White disconnects}\n" +
				"Finished game 2 (itself vs Sente): 1-0 {Black's connection stalls}",
			"Finished game 1 (Sente vs opponent): 0-1 {White loses on time (3ms overrun)}\n" +
				"Finished game 2 (opponent vs Sente): 1-0 {Black makes an illegal move}",
			[]string{"| itself | 2 | 0 | 0 | 2 |", "| opponent | 2 | 1 | 1 | 0 |"}, true},
		{"a game that is missing",
			"Finished game 1 (Sente vs itself): 1-0 {White mates}",
			"Finished game 1 (Sente vs opponent): 1-0 {White mates}\n" +
				"Finished game 2 (opponent vs Sente): 0-1 {Black mates}",
			[]string{"| itself | 1 | 0 | 0 | 0 |", "| opponent | 2 | 0 | 0 | 0 |"}, true},
		{"a flag that is refused", "Unrecognized option: -recover", "Unrecognized option: -recover",
			[]string{"| itself | 0 | 0 | 0 | 0 |", "| opponent | 0 | 0 | 0 | 0 |"}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			fastchess := filepath.Join(t.TempDir(), "fastchess")
			executable(t, fastchess, "case \"$*\" in\n*name=itself*) cat <<'END'\n"+tc.itself+
				"\nEND\n;;\n*) cat <<'END'\n"+tc.other+"\nEND\n;;\nesac")
			cmd := exec.Command("bash", "soak.sh", engine, fastchess, "4", "1+0.01", opponent)
			var said strings.Builder
			cmd.Stderr = &said
			out, err := cmd.Output()
			got := strings.Split(strings.TrimSpace(string(out)), "\n")
			want := append([]string{header, "|---|---:|---:|---:|---:|"}, tc.rows...)
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("it prints\n%s\nwant\n%s",
					strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if _, exited := err.(*exec.ExitError); exited != tc.fails {
				t.Errorf("it ends with %v, want a failure: %v", err, tc.fails)
			}
			// The output of fastchess is deleted at the end. So it must be shown if there was a
			// fault.
			if shown := strings.Contains(said.String(), tc.itself); shown != tc.fails {
				t.Errorf("it says %q, want what fastchess said: %v", &said, tc.fails)
			}
		})
	}
}

// TestSoakOpponents: an opponent that is named must exist. If none is named, one of the usual ones
// must exist. The engine plays only against itself if that is asked for. Otherwise no game is
// played.
func TestSoakOpponents(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("soak.sh is a shell script")
	}
	tools := t.TempDir() // the whole PATH, because opponents may be installed beside these tools
	for _, name := range []string{"basename", "cat", "grep", "mktemp", "realpath", "rm", "sed"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(tools, name)); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs("soak.sh")
	if err != nil {
		t.Fatal(err)
	}
	const leftOut = "left out: there is no %s here\n"
	for _, tc := range []struct {
		name      string
		installed []string
		named     []string
		plays     string // names of the opponents; "" if the script ends before any game
		said      string // on standard error
	}{
		{"named and there", []string{"glaurung", "other"}, []string{"other"}, "itself other", ""},
		{"named by its way from here", []string{"other"}, []string{"./other"}, "itself other", ""},
		{"named and absent", []string{"glaurung", "other"}, []string{"other", "absent"}, "",
			"there is no opponent absent here\n"},
		{"absent though by default", []string{"glaurung"}, []string{"glaurung", "toga2"}, "",
			"there is no opponent toga2 here\n"},
		{"all by default", []string{"glaurung", "stockfish", "toga2"}, nil,
			"itself stockfish toga2 glaurung", ""},
		{"one by default", []string{"toga2"}, nil, "itself toga2",
			fmt.Sprintf(leftOut, "stockfish") + fmt.Sprintf(leftOut, "glaurung")},
		{"none by default", []string{"other"}, nil, "",
			fmt.Sprintf(leftOut, "stockfish") + fmt.Sprintf(leftOut, "toga2") +
				fmt.Sprintf(leftOut, "glaurung") +
				"there is no opponent here; itself alone must be named\n"},
		{"itself alone", nil, []string{"itself"}, "itself", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			engine, fastchess := filepath.Join(dir, "engine"), filepath.Join(dir, "fastchess")
			executable(t, engine, `printf 'info string genfens 8/8/8/8/8/8/8/8 w - - 0 1\n'`)
			const games = `printf 'Finished game %d (a vs b): 1-0 {White mates}\n' 1 2`
			executable(t, fastchess, `[ -x "${6#cmd=}" ] && echo "$7" >>"`+dir+"/played\"\n"+games)
			for _, name := range tc.installed {
				executable(t, filepath.Join(dir, name), ":")
			}
			args := append([]string{script, engine, fastchess, "2", "1+0.01"}, tc.named...)
			cmd := exec.Command("bash", args...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+dir+":"+tools)
			var said strings.Builder
			cmd.Stderr = &said
			out, err := cmd.Output()
			played, _ := os.ReadFile(filepath.Join(dir, "played")) // no file: nobody was played
			plays := strings.Join(strings.Fields(strings.ReplaceAll(string(played), "name=", "")),
				" ")
			if plays != tc.plays || said.String() != tc.said {
				t.Errorf("it plays against %q and says %q, want %q and %q",
					plays, &said, tc.plays, tc.said)
			}
			code, rows := 0, strings.Count(string(out), "\n| ")
			if exit, exited := errors.AsType[*exec.ExitError](err); exited {
				code = exit.ExitCode()
			}
			wantCode, wantRows := 0, len(strings.Fields(tc.plays))
			if wantRows == 0 {
				wantCode = 2
			}
			if code != wantCode || rows != wantRows {
				t.Errorf("it ends with %d after %d rows, want %d after %d",
					code, rows, wantCode, wantRows)
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
