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

// TestAnalyzeUnopenedPipe interrupts a wait for somebody who opens the other end of a named pipe.
// Nothing is left, and the output that was there stays.
func TestAnalyzeUnopenedPipe(t *testing.T) {
	dir := t.TempDir()
	output := filepath.Join(dir, "out.pgn")
	if err := os.WriteFile(output, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, said := startProgram(t, dir, "analyze", "pipe", "-o", "out.pgn")
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
		t.Errorf("the old output is now %q, %v", now, err)
	}
}

// TestUnopenedPipe interrupts the same wait of other commands. What they read from another pipe
// before tells that they have begun.
func TestUnopenedPipe(t *testing.T) {
	for _, tc := range []struct {
		args       []string
		text, says string
	}{
		{[]string{"book", "make", "first", "pipe", "-o", "out.bin"}, "1. e4 e5 *\n", "interrupted; no book was written"},
		{[]string{"epd", "first", "pipe"}, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n", "interrupted; no position was tried"},
	} {
		t.Run(tc.args[0], func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range []string{"first", "pipe"} {
				if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			c, said := startProgram(t, dir, tc.args...)
			first, err := os.OpenFile(filepath.Join(dir, "first"), os.O_WRONLY, 0) // when it is read
			if err != nil {
				t.Fatal(err)
			}
			first.WriteString(tc.text)
			first.Close()
			time.Sleep(200 * time.Millisecond) // more than enough to come to the other pipe
			c.Process.Signal(os.Interrupt)
			c.Wait()
			wantInterrupted(t, c, said.String(), tc.says, dir)
		})
	}
}

// startProgram starts the program, which has a minute, and returns where its messages go.
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

// wantInterrupted expects that c ended as interrupted, said so, and left two files in dir.
func wantInterrupted(t *testing.T, c *exec.Cmd, said, want, dir string) {
	t.Helper()
	if code := c.ProcessState.ExitCode(); code != cli.Interrupted || !strings.Contains(said, want) {
		t.Errorf("exit code %d: %s", code, said)
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("files left: %v", left)
	}
}

// TestBookToStandardOutput: a book may go there, and what is said about it goes elsewhere.
func TestBookToStandardOutput(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "games.pgn"), []byte("1. e4 e5 1-0\n"), 0o600); err != nil {
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
