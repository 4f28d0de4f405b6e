//go:build unix

package outfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestDescriptor writes to open files by the names of their descriptors. The text must be appended
// to what is there, even if the file has no name any more. What is written later must come behind
// it.
func TestDescriptor(t *testing.T) {
	for _, removed := range []bool{false, true} {
		dir := t.TempDir()
		f, err := os.Create(filepath.Join(dir, "f"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if removed {
			os.Remove(f.Name())
		}
		name := fmt.Sprintf("/dev/fd/%d", f.Fd())
		f.WriteString("old\n")
		if err := Write(name, say("new\n")); err != nil || !Direct(name) {
			t.Errorf("removed: %t: %v; written directly: %t", removed, err, Direct(name))
		}
		f.WriteString("last\n")
		f.Seek(0, io.SeekStart)
		if text, err := io.ReadAll(f); err != nil || string(text) != "old\nnew\nlast\n" {
			t.Errorf("removed: %t: it holds %q, %v", removed, text, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 1 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// TestReadOnlyDescriptor: a descriptor that is open only for reading is refused before anything is
// written.
func TestReadOnlyDescriptor(t *testing.T) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, name := range []string{fmt.Sprintf("/dev/fd/%d", f.Fd()), "/dev/fd/987654"} {
		if _, err := Create(t.Context(), name); err == nil {
			t.Errorf("%s was opened for writing", name)
		}
	}
}

// TestOtherProcess: writing to a file that another process has open appends to it. Its content
// stays.
func TestOtherProcess(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.WriteString("a long old line\n")
	other := exec.Command("cat")
	other.Stdout = f
	in, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer in.Close()
	name := fmt.Sprintf("/proc/%d/fd/1", other.Process.Pid)
	if _, err := os.Stat(name); err != nil {
		t.Skip("no /proc here: ", err)
	}
	if err := Write(name, say("new\n")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(f.Name())
	if want := "a long old line\nnew\n"; err != nil || string(text) != want {
		t.Errorf("it holds %q, %v, want %q", text, err, want)
	}
}

// TestDescriptorBehindLinks: ".." in a link is relative to the folder that holds the link.
func TestDescriptorBehindLinks(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	up, err := filepath.Rel(filepath.Join(dir, "a", "b"), "/dev/fd/1")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll("a/b", 0o700), os.MkdirAll("x", 0o700),
		os.Symlink("../a/b", "x/down"), os.Symlink(up, "a/b/real"),
		os.Symlink("/dev/fd/1", "x/other"), os.Symlink("../other", "a/b/none"),
	); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"x/down/real": true, "x/down/none": false} {
		if fd, ok := descriptor(name); ok != want || ok && fd != 1 {
			t.Errorf("%s is descriptor %d: %t, want %t", name, fd, ok, want)
		}
	}
}

// TestDiscardAfterFailedClose: no file is left, even if it can't be closed.
func TestDiscardAfterFailedClose(t *testing.T) {
	dir := t.TempDir()
	f, err := Create(t.Context(), filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Close(int(f.Fd())); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	holds(t, dir, nil)
}
