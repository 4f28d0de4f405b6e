//go:build unix

package main

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sente/internal/cli"
	"sente/internal/cli/clitest"
)

// TestScratch: a scratch file can be written and read, and has no name that a kill could leave.
func TestScratch(t *testing.T) {
	dir := t.TempDir()
	o := outputs{ctx: t.Context()}
	defer o.discard()
	f, err := o.scratch(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("text")
	back := make([]byte, 4)
	if _, err := f.ReadAt(back, 0); err != nil || string(back) != "text" {
		t.Errorf("it holds %q, %v", back, err)
	}
	if left := folder(t, dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestMixNeedsAFile: mix writes nothing if it can't put its shards beside the output.
func TestMixNeedsAFile(t *testing.T) {
	dir := t.TempDir()
	inputs(t, dir)
	pipe, file := filepath.Join(dir, "pipe"), filepath.Join(dir, "file")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	reader, err := syscall.Open(pipe, syscall.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(reader)
	stdout, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	for _, out := range []string{"pipe", "/dev/stdout"} {
		c := clitest.Command(dir, "mix", "-out", out, "t.packed")
		c.Stdout = stdout
		errs := start(t, c)
		c.Wait()
		status := c.ProcessState.ExitCode()
		if status != cli.Failed || !strings.Contains(errs.String(), "regular file") {
			t.Errorf("-out %s: status %d, %q", out, status, errs)
		}
	}
	if n, err := syscall.Read(reader, make([]byte, 1)); n > 0 || err != syscall.EAGAIN {
		t.Errorf("the pipe holds something: %v", err)
	}
	if info, err := stdout.Stat(); err != nil || info.Size() > 0 {
		t.Errorf("standard output holds something: %v, %v", info, err)
	}
}

// TestStandardOutput: positions that go to standard output are appended to what is there. The
// summary goes elsewhere.
func TestStandardOutput(t *testing.T) {
	dir := t.TempDir()
	inputs(t, dir)
	stdout, err := os.Create(filepath.Join(dir, "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	stdout.WriteString("before\n")
	c := clitest.Command(dir, "import", "-train", "/dev/stdout", "-min-ply", "0", "g.txt")
	c.Stdout = stdout
	errs := start(t, c)
	if err := c.Wait(); err != nil || !strings.Contains(errs.String(), "/dev/stdout: ") {
		t.Errorf("%v: %s", err, errs)
	}
	got, err1 := os.ReadFile(stdout.Name())
	want, err2 := os.ReadFile(filepath.Join(dir, "t.packed"))
	if err1 != nil || err2 != nil || string(got) != "before\n"+string(want) {
		t.Errorf("%v, %v: it holds %q, want %q behind what was there", err1, err2, got, want)
	}
}

// TestInspectAtOnce: the header and the games of a file are printed before the rest of it is read.
func TestInspectAtOnce(t *testing.T) {
	dir := t.TempDir()
	inputs(t, dir)
	whole, err := os.ReadFile(filepath.Join(dir, "g.games"))
	if err != nil {
		t.Fatal(err)
	}
	c := clitest.Command(dir, "inspect", "/dev/stdin")
	in, err1 := c.StdinPipe()
	out, err2 := c.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	errs := start(t, c)
	lines := bufio.NewScanner(out)
	const header = 128
	for _, part := range []struct {
		written []byte
		want    string
	}{{whole[:header], "/dev/stdin: "}, {whole[header:], "game 1: "}} {
		in.Write(part.written)
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), part.want) {
			t.Fatalf("printed %q, want %q; %s", lines.Text(), part.want, errs)
		}
	}
	in.Close()
	for lines.Scan() {
	}
	if err := c.Wait(); err != nil {
		t.Errorf("%v: %s", err, errs)
	}
}

// TestInterruptEndsAWaitForAReader: an interrupt ends a command that waits for somebody to read a
// named pipe.
func TestInterruptEndsAWaitForAReader(t *testing.T) {
	for name, begin := range map[string]func(o *outputs, pipe string){
		"new":      func(o *outputs, pipe string) { o.add(pipe, false) },
		"replaced": func(o *outputs, pipe string) { o.add(pipe, true) },
		"scratch":  func(o *outputs, pipe string) { o.scratch(pipe) },
	} {
		t.Run(name, func(t *testing.T) {
			pipe := filepath.Join(t.TempDir(), "pipe")
			if err := syscall.Mkfifo(pipe, 0o644); err != nil {
				t.Fatal(err)
			}
			o := emptyOutputs(t)
			go begin(o, pipe)
			waitFor(t, "the wait for a reader", func() bool {
				free := o.mu.TryLock() // begin holds the lock while it waits
				if free {
					o.mu.Unlock()
				}
				return !free
			})
			ends := make(chan bool, 1)
			go func() { ends <- o.interrupt() }()
			select {
			case end := <-ends:
				if !end {
					t.Error("the interrupt does not end the command")
				}
			case <-time.After(10 * time.Second):
				t.Error("the interrupt waits")
			}
		})
	}
}
