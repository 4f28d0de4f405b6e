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

// TestFullDisk trains into a file system that is too small for a second checkpoint.
func TestFullDisk(t *testing.T) {
	out := filepath.Join(t.TempDir(), "small")
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", out, "tmpfs", 0, "size=400k"); err != nil {
		t.Skip("needs the right to mount a small file system: ", err)
	}
	defer syscall.Unmount(out, 0)
	args := []string{"-data", games(t, 1000), "-hidden", "32", "-epochs", "4", "-batch", "500",
		"-superbatch", "1k", "-out", out}
	// A checkpoint has 300 KB, and stays until the next is whole.
	status, output := clitest.Combined(t, "", args...)
	if status != cli.Failed || !strings.Contains(output, "no space left on device") ||
		!strings.Contains(output, filepath.Join(out, "checkpoint.f32")) {
		t.Errorf("exit status %d:\n%s", status, output)
	}
	files, err := os.ReadDir(out)
	if err != nil || len(files) != 2 || files[0].Name() != "checkpoint.f32" ||
		files[1].Name() != "net.nnue" {
		t.Errorf("left behind: %v (%v), want checkpoint.f32 and net.nnue alone", files, err)
	}
	if err := syscall.Mount("", out, "", syscall.MS_REMOUNT, "size=4m"); err != nil {
		t.Fatal(err)
	}
	if status, output := clitest.Combined(t, "", args...); status != 0 ||
		!strings.Contains(output, "resumed after 1000 positions") {
		t.Errorf("with more room and -resume: exit status %d:\n%s", status, output)
	}
}
