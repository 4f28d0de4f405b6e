package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/internal/cli"
	"sente/internal/cli/clitest"
)

// TestFullDisk trains into a file system that is too small for a second checkpoint.
func TestFullDisk(t *testing.T) {
	out := clitest.SmallDisk(t, "400k")
	args := []string{"-data", games(t, 1000), "-hidden", "32", "-epochs", "4", "-batch", "500",
		"-superbatch", "1k", "-out", out}
	// A checkpoint takes 300 KB, and the old one stays until the next is whole.
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
	clitest.ResizeDisk(t, out, "8m")
	if status, output := clitest.Combined(t, "", args...); status != 0 ||
		!strings.Contains(output, "resumed after 1000 positions") {
		t.Errorf("with more room: exit status %d:\n%s", status, output)
	}
}

// TestFullDiskAtTheEnd: a run whose results find no room on the disk writes them the next time.
func TestFullDiskAtTheEnd(t *testing.T) {
	for _, size := range []string{"320k", "400k"} { // room for the checkpoint; for net.nnue too
		out := clitest.SmallDisk(t, size)
		args := []string{"-data", games(t, 1000), "-hidden", "32", "-epochs", "4", "-batch", "500",
			"-out", out}
		status, output := clitest.Combined(t, "", args...)
		if status != cli.Failed || !strings.Contains(output, "no space left on device") {
			t.Errorf("%s: exit status %d:\n%s", size, status, output)
		}
		clitest.ResizeDisk(t, out, "8m")
		if status, output := clitest.Combined(t, "", args...); status != 0 {
			t.Errorf("%s, with more room: exit status %d:\n%s", size, status, output)
		}
		for _, name := range []string{"checkpoint.f32", "net.nnue", "net.f32", "loss.svg"} {
			if _, err := os.Stat(filepath.Join(out, name)); err != nil {
				t.Errorf("%s, with more room: %v", size, err)
			}
		}
		if status, output := clitest.Combined(t, "", args...); status != cli.Failed ||
			!strings.Contains(output, "holds the finished run of these settings") {
			t.Errorf("%s, a third time: exit status %d:\n%s", size, status, output)
		}
	}
}
