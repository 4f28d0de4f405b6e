//go:build unix

package outfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe writes to a named pipe, which stays a pipe, and to a device.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		path: true, os.DevNull: true, dir + "/new": false, "outfile.go": false,
	} {
		if Direct(name) != want {
			t.Errorf("%s is written directly: %t, want %t", name, !want, want)
		}
	}
	read := make(chan string)
	go func() {
		data, _ := os.ReadFile(path)
		read <- string(data)
	}()
	if err := Write(path, say("through")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "through" {
		t.Errorf("the other end read %q", got)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 || entries[0].Type() != os.ModeNamedPipe {
		t.Errorf("left there: %v", entries)
	}
	if err := Write(os.DevNull, say("nothing")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Fatalf("%s is now %v, %v", os.DevNull, info, err)
	}
}
