//go:build unix

package outfile

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestDescriptor writes to open files by the names of their descriptors: behind what is there, also
// where the file itself has no name any more. What is written later stands behind that.
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

// TestReadOnlyDescriptor: that a descriptor is for reading alone is told before anything is made.
func TestReadOnlyDescriptor(t *testing.T) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, name := range []string{fmt.Sprintf("/dev/fd/%d", f.Fd()), "/dev/fd/987654"} {
		if _, err := Create(name); err == nil {
			t.Errorf("%s was opened for writing", name)
		}
	}
}
