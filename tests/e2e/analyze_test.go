package e2e

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"sente/internal/cli/clitest"
	"sente/pgn"
)

// pipes starts engine analyze with pipes as its standard streams.
func pipes(t *testing.T, args ...string) (cmd *exec.Cmd, in io.WriteCloser, out io.Reader,
	stderr *strings.Builder) {
	t.Helper()
	cmd = clitest.Command("", append([]string{"analyze", "-"}, args...)...)
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

// TestAnalyzeStreams: each game is written as soon as it is analysed. So files of any size need
// only the memory of one game.
func TestAnalyzeStreams(t *testing.T) {
	cmd, in, stdout, stderr := pipes(t, "-nodes", "100")
	var out *pgn.Reader
	for n := range 20 {
		// The comment fills the reader's buffer. Otherwise the reader might hold a game back until
		// more input comes.
		game := "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Event \"y\"]\n\n1. e4 e4 *\n\n{" +
			strings.Repeat("x", 1<<17) + "}\n"
		if _, err := io.WriteString(in, game); err != nil {
			t.Fatal(err)
		}
		if out == nil { // a reader waits for the first bytes
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
	if err := cmd.Wait(); err != nil ||
		!strings.HasSuffix(stderr.String(), "20 games analysed; 20 broken games skipped\n") {
		t.Errorf("%v, stderr %q", err, stderr)
	}
}

// gameEnd matches what standard error says about a game that ended, interrupted or not.
var gameEnd = regexp.MustCompile(
	`^game \d+: A - B \*(?:; accuracy of White .*?)?(; stopped after (\d+) of 41 half-moves)?$`)

// TestAnalyzeInterrupted: after an interrupt the results so far are written, and the page too.
// Standard error reports the end of each game as it happens.
func TestAnalyzeInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts can be sent here")
	}
	const games = 50
	dir := t.TempDir()
	source, html, output := filepath.Join(dir, "in.pgn"), filepath.Join(dir, "page.html"),
		filepath.Join(dir, "out.pgn")
	game := "[White \"A\"]\n[Black \"B\"]\n\n1. d4 " +
		strings.Repeat("Nf6 2. Nf3 Ng8 3. Ng1 ", 10) + "*\n\n"
	if err := os.WriteFile(source, []byte(strings.Repeat(game, games)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, clitest.Path(), "analyze", source, "-movetime", "20ms",
		"-html", html, "-o", output)
	stderr, err := cmd.StderrPipe()
	if err := errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	var told []string
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		told = append(told, lines.Text())
		if len(told) == 2 { // with a sleep this would be a guess
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = cmd.Wait()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 130 || len(told) < 2 ||
		!strings.Contains(told[len(told)-1], "interrupted") {
		t.Fatalf("%v, standard error %q, want exit code 130 and a word about it", err, told)
	}
	told = told[:len(told)-2]
	// On a busy machine the interrupt may come some games late.
	if len(told) < 2 || len(told) > games/2 {
		t.Errorf("of %d games, standard error tells of %d before the interrupt: %q",
			games, len(told), told)
	}
	checkInterrupted(t, output, told)
	if page, err := os.ReadFile(html); err != nil ||
		!strings.HasSuffix(strings.TrimSpace(string(page)), "</html>") {
		t.Errorf("the page: %d bytes, %v", len(page), err)
	}
}

// checkInterrupted checks that the file has the games that standard error reported, each with as
// many scores as it said, and that only the last game was cut short.
func checkInterrupted(t *testing.T, name string, told []string) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out := pgn.NewReader(file)
	for n, line := range told {
		end := gameEnd.FindStringSubmatch(line)
		g, err := out.Next()
		if err != nil || end == nil {
			t.Fatalf("game %d: %v, told as %q", n+1, err, line)
		}
		want := len(g.Moves)
		if end[2] != "" && n == len(told)-1 {
			want, _ = strconv.Atoi(end[2])
		}
		scored := 0
		for i := range g.Moves {
			if _, ok := pgn.Command(g.Moves[i].Comment, "eval"); ok {
				scored++
			}
		}
		if scored != want || len(g.Moves) != 41 {
			t.Errorf("game %d: %d of %d moves have scores, standard error tells %q",
				n+1, scored, len(g.Moves), line)
		}
	}
	if _, err := out.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("behind the last game: %v", err)
	}
}
