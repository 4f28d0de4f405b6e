//go:build unix

package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sente/internal/cli/clitest"
)

// TestFullDisk: if output can't be written, the engine fails at once, and not after minutes.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	suite := filepath.Join(t.TempDir(), "suite.epd")
	const puzzle = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n"
	if err := os.WriteFile(suite, []byte(puzzle), 0o600); err != nil {
		t.Fatal(err)
	}
	games := filepath.Join(t.TempDir(), "g.pgn")
	if err := os.WriteFile(games, []byte("1. e4 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"analyze", games, "-nodes", "100"}, {"analyze", games, "-nodes", "100", "-o", "/dev/full"},
		{"bench", "20"}, {"perft", "3"}, {"version"}, {"help"}, {"help", "epd"}, {"d"},
		{"go depth 100"}, {"epd", suite, "-nodes", "1000"},
		{"compare", "-game", "tictactoe", "-depth", "4"}, {"compare", "-h"}, {"help", "compare"},
		{"genfens 1 seed 1 book None", "quit"}, {}, // the last one speaks UCI
	} {
		var stderr strings.Builder
		cmd := clitest.Command("", args...)
		cmd.Stdin = strings.NewReader("uci\ngo depth 3\nquit\n")
		cmd.Stdout, cmd.Stderr = full, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		watchdog := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
		cmd.Wait()
		watchdog.Stop()
		code := cmd.ProcessState.ExitCode()
		if code != 1 || !strings.Contains(stderr.String(), "no space left") ||
			strings.Contains(stderr.String(), "g.pgn: line") {
			t.Errorf("%q: status %d, stderr %q, want 1 and the reason", args, code, &stderr)
		}
	}
}

// waitForWork waits until a process has used half a second of processor time. Then it must be at
// its work, however busy the system is. Most commands print nothing before they end.
func waitForWork(t *testing.T, pid int) {
	t.Helper()
	const userTime, ticks = 11, 50 // field index behind the name in /proc; half a second
	const pause = 20 * time.Millisecond
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(pause) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil { // not on Linux
			time.Sleep(2 * time.Second)
			return
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		if used, _ := strconv.Atoi(strings.Fields(rest)[userTime]); used >= ticks {
			return
		}
	}
	t.Fatal("it does not work")
}

// TestInterrupted: Ctrl-C ends a long command with status 130 and prints what is done.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	suite, games := filepath.Join(dir, "suite.epd"), filepath.Join(dir, "games.pgn")
	puzzle := "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n" +
		"4k3/8/8/8/8/8/4P3/4K3 w - - am Kd1; id \"slow\";\n"
	played := "[White \"A\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n1. Ra8# 1-0\n\n" +
		"[White \"slow\"]\n\n1. e4 *\n"
	for name, text := range map[string]string{suite: puzzle, games: played} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		args           []string
		stdout, stderr string
	}{
		{[]string{"epd", suite, "-movetime", "30s"}, "solved ", "interrupted; "},
		{[]string{"go movetime 60000"}, "bestmove ", "interrupted"},
		{[]string{"bench", "25"}, "", "interrupted"},
		{[]string{"perft", "12"}, "", "interrupted; 0 of 20 moves were counted"},
		{[]string{"perft", "12", "-fen", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"}, "a1a8: 0",
			"interrupted; 1 of "},
		{[]string{"compare", "-game", "suite", "-depth", "9", "-algorithms", "alpha-beta,minimax"},
			"", "interrupted after 0 of 2 algorithms"},
		{[]string{"analyze", games, "-depth", "60"}, "[White \"A\"]",
			"interrupted; what was analysed is written"},
	}
	for _, tc := range tests {
		t.Run(tc.args[0], func(t *testing.T) {
			p := start(t, tc.args...)
			waitForWork(t, p.cmd.Process.Pid)
			if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			lines := p.wait(130)
			if tc.stdout != "" && count(lines, tc.stdout) == 0 ||
				!strings.Contains(p.Stderr(), tc.stderr) {
				t.Errorf("printed %q, stderr %q, want %q and %q",
					lines, p.Stderr(), tc.stdout, tc.stderr)
			}
		})
	}
}
