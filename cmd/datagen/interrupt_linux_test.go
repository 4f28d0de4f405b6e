package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sente/internal/cli"
	"sente/internal/cli/clitest"
)

// TestInterruptedBeforeAGame: an interrupt before the first game leaves no file that would bind the
// next run to its settings.
func TestInterruptedBeforeAGame(t *testing.T) {
	dir := t.TempDir()
	c := clitest.Command(dir, "selfplay", "-out", "a.games", "-tree", "a.tree",
		"-nodes", "100000", "-threads", "1")
	errs := start(t, c)
	waitFor(t, "the tree", func() bool { return sizeOf(filepath.Join(dir, "a.tree")) >= 0 })
	c.Process.Signal(os.Interrupt)
	c.Wait()
	status := c.ProcessState.ExitCode()
	if status != cli.Interrupted || !strings.Contains(errs.String(), "before a game had ended") {
		t.Errorf("status %d, %q; want %d", status, errs, cli.Interrupted)
	}
	if left := folder(t, dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestInterruptedLabel interrupts label in two ways. In one, only datagen gets the signal, and its
// program leaves a child behind that holds its output. In the other, the program and its child get
// the signal at the same moment, as from a terminal.
func TestInterruptedLabel(t *testing.T) {
	for name, group := range map[string]bool{"datagen alone": false, "all of the group": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			inputs(t, dir)
			teacher := filepath.Join(dir, "teacher")
			err := os.WriteFile(teacher, []byte("#!/bin/sh\n: >began\nsleep 20\n"), 0o755)
			if err != nil {
				t.Fatal(err)
			}
			c := clitest.Command(dir, "label", "-out", "a.l", "-command", teacher, "t.packed")
			c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			errs := start(t, c)
			waitFor(t, "the program", func() bool {
				return sizeOf(filepath.Join(dir, "began")) >= 0
			})
			target := c.Process.Pid
			if group {
				target = -target
			}
			if err := syscall.Kill(target, syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			c.Wait()
			status := c.ProcessState.ExitCode()
			if status != cli.Interrupted ||
				!strings.Contains(errs.String(), "the same command goes on") {
				t.Errorf("status %d, %q; want %d", status, errs, cli.Interrupted)
			}
		})
	}
}
