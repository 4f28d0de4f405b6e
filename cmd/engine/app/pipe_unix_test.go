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
	c := clitest.Command(dir, "analyze", "pipe", "-o", "out.pgn")
	var said strings.Builder
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer watchdog.Stop()
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

// TestBookUnopenedPipe interrupts the same wait of book make. Games from another pipe tell that the
// program has begun.
func TestBookUnopenedPipe(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"games", "pipe"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := clitest.Command(dir, "book", "make", "games", "pipe", "-o", "out.bin")
	var said strings.Builder
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer watchdog.Stop()
	games, err := os.OpenFile(filepath.Join(dir, "games"), os.O_WRONLY, 0) // when it is read
	if err != nil {
		t.Fatal(err)
	}
	games.WriteString("1. e4 e5 *\n")
	games.Close()
	time.Sleep(200 * time.Millisecond) // more than enough to come to the other pipe
	c.Process.Signal(os.Interrupt)
	c.Wait()
	wantInterrupted(t, c, said.String(), "interrupted; no book was written", dir)
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
