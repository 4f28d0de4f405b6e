package e2e

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sente/pgn"
)

// pipes starts engine analyze on standard input.
func pipes(t *testing.T, args ...string) (cmd *exec.Cmd, in io.WriteCloser, out io.Reader, stderr *strings.Builder) {
	t.Helper()
	cmd = exec.Command(engine, append([]string{"analyze", "-"}, args...)...)
	stderr = new(strings.Builder)
	cmd.Stderr = stderr
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	t.Cleanup(func() {
		kill.Stop()
		cmd.Process.Kill()
	})
	return cmd, in, out, stderr
}

// TestAnalyzeStreams: each game is written as soon as it is analysed, so that files of any size need
// no more memory than a game.
func TestAnalyzeStreams(t *testing.T) {
	cmd, in, stdout, stderr := pipes(t, "-nodes", "100")
	var out *pgn.Reader
	for n := range 20 {
		// The comment fills the reader's buffer, which may hold a game back until more comes.
		game := "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Event \"y\"]\n\n1. e4 e4 *\n\n{" + strings.Repeat("x", 1<<17) + "}\n"
		if _, err := io.WriteString(in, game); err != nil {
			t.Fatal(err)
		}
		if out == nil { // a reader waits for its first bytes
			out = pgn.NewReader(stdout)
		}
		g, err := out.Next()
		if err != nil || len(g.Moves) != 4 || !strings.HasPrefix(g.Moves[3].Comment, "[%eval ") {
			t.Fatalf("game %d: %+v, %v; stderr %s", n+1, g, err, stderr)
		}
	}
	in.Close()
	if _, err := out.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("behind the last game: %v", err)
	}
	if err := cmd.Wait(); err != nil || !strings.HasSuffix(stderr.String(), "20 games analysed; 20 broken games skipped\n") {
		t.Errorf("%v, stderr %q", err, stderr)
	}
}

// TestAnalyzeInterrupted: after an interrupt the search that runs is finished, and what was found is
// written, the page too.
func TestAnalyzeInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts can be sent here")
	}
	html := filepath.Join(t.TempDir(), "page.html")
	cmd, in, stdout, stderr := pipes(t, "-movetime", "50ms", "-html", html)
	if _, err := io.WriteString(in, "[Event \"x\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. d4 "+strings.Repeat("Nf6 2. Nf3 Ng8 3. Ng1 ", 400)+"*\n"); err != nil {
		t.Fatal(err)
	}
	in.Close()
	out := pgn.NewReader(stdout)
	if _, err := out.Next(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond) // some moves of the second game
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	g, err := out.Next()
	if err != nil || len(g.Moves) != 1601 {
		t.Fatalf("the second game: %+v, %v", g, err)
	}
	scored := 0
	for i := range g.Moves {
		if _, ok := pgn.Command(g.Moves[i].Comment, "eval"); ok {
			scored++
		}
	}
	if scored == len(g.Moves) || scored < 1 {
		t.Errorf("%d of %d moves have scores", scored, len(g.Moves))
	}
	if _, err := out.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("behind the last game: %v", err)
	}
	err = cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 || !strings.Contains(stderr.String(), "interrupted") {
		t.Errorf("%v, stderr %q, want exit code 1 and a word about it", err, stderr)
	}
	if page, err := os.ReadFile(html); err != nil || !strings.HasSuffix(strings.TrimSpace(string(page)), "</html>") {
		t.Errorf("the page: %d bytes, %v", len(page), err)
	}
}
