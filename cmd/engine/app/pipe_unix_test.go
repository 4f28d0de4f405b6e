//go:build unix

package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sente/internal/cli"
	"sente/internal/cli/clitest"
)

// TestAnalyzeUnopenedPipe interrupts analyze while it waits for somebody to open the other end of a
// named pipe. The pipe is its input or its output. No new file is left, and the old output stays.
func TestAnalyzeUnopenedPipe(t *testing.T) {
	for _, args := range []string{"analyze pipe -o out.pgn", "analyze - -o out.pgn -html pipe"} {
		dir := t.TempDir()
		output := filepath.Join(dir, "out.pgn")
		if err := os.WriteFile(output, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, said := startProgram(t, dir, strings.Fields(args)...)
		for range 3000 { // half a minute
			if begun, _ := filepath.Glob(output + ".*"); len(begun) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		c.Process.Signal(os.Interrupt)
		c.Wait()
		wantInterrupted(t, c, said.String(), "interrupted; nothing was analysed", dir)
		if now, err := os.ReadFile(output); string(now) != "old" {
			t.Errorf("%s: the old output is now %q, %v", args, now, err)
		}
	}
}

// TestUnopenedPipe interrupts the same wait in other commands. Each first reads another pipe, which
// shows that it has begun.
func TestUnopenedPipe(t *testing.T) {
	for _, tc := range []struct {
		args       []string
		text, says string
	}{
		{[]string{"book", "make", "first", "pipe", "-o", "out.bin"}, "1. e4 e5 *\n",
			"interrupted; no book was written"},
		{[]string{"epd", "first", "pipe"}, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n",
			"interrupted; no position was tried"},
		{[]string{"book", "make", "first", "-min", "1", "-o", "pipe"}, "1. e4 e5 1-0\n",
			"interrupted; no book was written"},
	} {
		t.Run(tc.args[0], func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range []string{"first", "pipe"} {
				if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			c, said := startProgram(t, dir, tc.args...)
			// The open returns when the command has opened the pipe for reading.
			first, err := os.OpenFile(filepath.Join(dir, "first"), os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			first.WriteString(tc.text)
			first.Close()
			time.Sleep(200 * time.Millisecond) // more than enough to reach the other pipe
			c.Process.Signal(os.Interrupt)
			c.Wait()
			wantInterrupted(t, c, said.String(), tc.says, dir)
		})
	}
}

// TestAnalyzeOverwrites: the output must never be the input, whichever of them the shell has
// redirected to a standard stream.
func TestAnalyzeOverwrites(t *testing.T) {
	const game = "1. e4 e5 *\n"
	for _, tc := range []struct{ args, stdin, stdout string }{
		{"games.pgn", "", "games.pgn"},
		{"games.pgn -o other.pgn -html -", "", "games.pgn"},
		{"- -o games.pgn", "games.pgn", ""},
		{"- -o other.pgn -html games.pgn", "games.pgn", ""},
		{"-", "games.pgn", "games.pgn"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "games.pgn"), []byte(game), 0o600); err != nil {
			t.Fatal(err)
		}
		redirected := `"$0" analyze -nodes 50 ` + tc.args
		if tc.stdin != "" {
			redirected += " < " + tc.stdin
		}
		if tc.stdout != "" {
			redirected += " >> " + tc.stdout
		}
		c := exec.Command("sh", "-c", "ulimit -f 64; "+redirected, clitest.Path())
		c.Dir = dir
		said, err := c.CombinedOutput()
		want := "games.pgn would be written over"
		if strings.HasPrefix(tc.args, "-") {
			want = "standard input would be written over"
		}
		if err == nil || !strings.Contains(string(said), want) {
			t.Errorf("%s: %v, %s", redirected, err, said)
		}
		now, err := os.ReadFile(filepath.Join(dir, "games.pgn"))
		if left, _ := os.ReadDir(dir); string(now) != game || len(left) != 1 {
			t.Errorf("%s: the games are now %q, %v; files: %v", redirected, now, err, left)
		}
	}
}

// TestAnalyzeOneOutput: games and page must not go to one file, whichever of them the shell
// redirects there. They may both go to a device.
func TestAnalyzeOneOutput(t *testing.T) {
	dir := t.TempDir()
	err := os.WriteFile(filepath.Join(dir, "games.pgn"), []byte("1. e4 e5 *\n"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	for args, refused := range map[string]bool{
		"-o out.txt -html - > out.txt":     true,
		"-html out.txt > out.txt":          true,
		"-o out.txt -html - > /dev/null":   false,
		"-o /dev/null -html - > /dev/null": false,
	} {
		c := exec.Command("sh", "-c", `"$0" analyze games.pgn -nodes 50 `+args, clitest.Path())
		c.Dir = dir
		said, err := c.CombinedOutput()
		if (err != nil) != refused || strings.Contains(string(said), "the same file") != refused {
			t.Errorf("%s: %v, %s", args, err, said)
		}
	}
}

// TestAnalyzeUnheard: an analysis into a file runs to its end even if nobody reads its messages,
// and even if the terminal closes after nohup has started it.
func TestAnalyzeUnheard(t *testing.T) {
	games, err := filepath.Abs(analyzeFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{
		`{ "$0" analyze "$1" -nodes 100 -o out.pgn 2>&1; echo $? > code; } | true`,
		`trap "" HUP; mkfifo p; exec 3<>p; "$0" analyze p -nodes 100 -o out.pgn 2>said 3>&- &
			cat "$1" >&3; until grep -q "^game 1" said || ! kill -0 $!; do sleep 0.05; done
			kill -HUP $!; exec 3>&-; wait $!; echo $? > code`,
	} {
		dir := t.TempDir()
		c := exec.Command("sh", "-c", script, clitest.Path(), games)
		c.Dir = dir
		c.Run()
		code, err := os.ReadFile(filepath.Join(dir, "code"))
		written, _ := os.ReadFile(filepath.Join(dir, "out.pgn"))
		if got, _ := readGames(t, string(written)); string(code) != "0\n" || len(got) != 4 {
			t.Errorf("%s: exit code %s, %v; %d games written", script, code, err, len(got))
		}
	}
}

// startProgram starts the program with a time limit of a minute, and returns where its messages go.
func startProgram(t *testing.T, dir string, args ...string) (*exec.Cmd, *strings.Builder) {
	t.Helper()
	c := clitest.Command(dir, args...)
	said := new(strings.Builder)
	c.Stderr = said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	t.Cleanup(func() { watchdog.Stop() })
	return c, said
}

// wantInterrupted checks that c ended as interrupted, said so, and left two files in dir.
func wantInterrupted(t *testing.T, c *exec.Cmd, said, want, dir string) {
	t.Helper()
	if code := c.ProcessState.ExitCode(); code != cli.Interrupted || !strings.Contains(said, want) {
		t.Errorf("exit code %d: %s", code, said)
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("files left: %v", left)
	}
}

// TestBookToStandardOutput: a book may go to standard output. Then the messages go elsewhere.
func TestBookToStandardOutput(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "games.pgn"),
		[]byte("1. e4 e5 1-0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Must(t, dir, "book", "make", "games.pgn", "-o", "a.bin", "-min", "1")
	stdout, err := os.Create(filepath.Join(dir, "b.bin"))
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	c := clitest.Command(dir, "book", "make", "games.pgn", "-o", "/dev/stdout", "-min", "1")
	var said strings.Builder
	c.Stdout, c.Stderr = stdout, &said
	if err := c.Run(); err != nil || !strings.Contains(said.String(), "entries from 1 games") {
		t.Errorf("%v: %s", err, &said)
	}
	want, err1 := os.ReadFile(filepath.Join(dir, "a.bin"))
	got, err2 := os.ReadFile(stdout.Name())
	if err1 != nil || err2 != nil || len(want) == 0 || string(got) != string(want) {
		t.Errorf("%v, %v: it holds %q, want %q", err1, err2, got, want)
	}
}
