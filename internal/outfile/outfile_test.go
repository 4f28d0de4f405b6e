package outfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode/utf8"
)

var errFailed = errors.New("failed")

func say(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// holds fails unless dir has exactly these files with these contents.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		text, ok := want[e.Name()]
		if !ok || err != nil || string(data) != text {
			t.Errorf("%s holds %q, want %q (listed: %t); %v", e.Name(), data, text, ok, err)
		}
	}
	if len(entries) != len(want) {
		t.Errorf("%d files, want %d", len(entries), len(want))
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := Write(path, say("one")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"a": "one"})
	if err := Write(path, say("two")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"a": "two"})
	err := Write(path, func(w io.Writer) error {
		io.WriteString(w, "half of thr")
		return errFailed
	})
	if !errors.Is(err, errFailed) {
		t.Errorf("error %v", err)
	}
	holds(t, dir, map[string]string{"a": "two"})
	if err := Write(filepath.Join(dir, "none", "a"), say("x")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if err := Write(dir, say("x")); err == nil {
		t.Error("a folder was written over")
	}
}

// TestNames: an empty name is refused, and a file with the longest possible name is written.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := Write("", say("x")); err == nil {
		t.Error("a file of no name was written")
	}
	long := strings.Repeat("a", 245)
	if err := Write(long, say("x")); err != nil {
		t.Error(err)
	}
	holds(t, dir, map[string]string{long: "x"})
}

// TestNamesInUTF8: the partial file of a long name does not end in the middle of a character.
func TestNamesInUTF8(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	f, err := Create(t.Context(), strings.Repeat("棋", 71)+".pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Discard()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 || !utf8.ValidString(files[0].Name()) {
		t.Errorf("%q, %v", files, err)
	}
}

func TestSame(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(Write("a", say("a")),
		Write("b", say("a")), os.Mkdir("d", 0o755)); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		a, b string
		want bool
	}{
		{"a", "a", true}, {"a", "./d/../a", true}, {"a", "b", false}, {"a", "new", false},
		{"new", "new", true}, {"new", "./new", true}, {"new", filepath.Join(here, "new"), true},
		{"new", "d/new", false}, {"new", "newer", false}, {"none/new", "none/./new", false},
		{"a", "", false}, {"new", "", false},
	}
	if os.Symlink("d", "l") == nil && os.Link("a", "h") == nil {
		tests = append(tests, []struct {
			a, b string
			want bool
		}{{"a", "h", true}, {"d/new", "l/new", true}, {"l/new", "new", false}}...)
	}
	for _, tc := range tests {
		if got := Same(tc.a, tc.b); got != tc.want || Same(tc.b, tc.a) != got {
			t.Errorf("%q and %q: %t, want %t", tc.a, tc.b, got, tc.want)
		}
	}
}

func TestUntouchedUntilCommit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "new")
	if data, _ := os.ReadFile(path); string(data) != "old" {
		t.Errorf("before Commit there is %q", data)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	holds(t, dir, map[string]string{"a": "new"})
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v, want those of the file before", info.Mode())
	}
	if f, err = Create(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	holds(t, dir, map[string]string{"a": "new"})
}

// TestSeal: a sealed file is closed. It has its name only after Commit, and Discard still drops it.
func TestSeal(t *testing.T) {
	dir := t.TempDir()
	for _, commit := range []bool{false, true} {
		f, err := Create(t.Context(), filepath.Join(dir, "a"))
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, "new")
		if err := errors.Join(f.Seal(), f.Seal()); err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("more"); !errors.Is(err, os.ErrClosed) {
			t.Errorf("writing after Seal: %v", err)
		}
		if _, err := os.Stat(filepath.Join(dir, "a")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("before Commit: %v", err)
		}
		if commit {
			if err := f.Commit(); err != nil {
				t.Error(err)
			}
		}
		f.Discard()
		if !commit {
			holds(t, dir, nil)
		}
	}
	holds(t, dir, map[string]string{"a": "new"})
}

func TestCreateNew(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	f, err := CreateNew(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("somebody else's"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Commit over a file that came in between: %v", err)
	}
	if _, err := CreateNew(t.Context(), path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("CreateNew: %v", err)
	}
	holds(t, dir, map[string]string{"a": "somebody else's"})
}

// TestCreateNewAtOnce: if several make one file at the same time, one succeeds and the others get
// an error.
func TestCreateNewAtOnce(t *testing.T) {
	for range 100 {
		path := filepath.Join(t.TempDir(), "a")
		var files [4]*File
		for i := range files {
			var err error
			if files[i], err = CreateNew(t.Context(), path); err != nil {
				t.Fatal(err)
			}
		}
		var made, refused atomic.Int32
		var all sync.WaitGroup
		for _, f := range files {
			all.Go(func() {
				switch err := f.Commit(); {
				case err == nil:
					made.Add(1)
				case errors.Is(err, fs.ErrExist):
					refused.Add(1)
				}
			})
		}
		all.Wait()
		if made.Load() != 1 || refused.Load() != 3 {
			t.Fatalf("%d were made, %d refused; want 1 and 3", made.Load(), refused.Load())
		}
		holds(t, filepath.Dir(path), map[string]string{"a": ""})
	}
}

// TestNoName: a whole file that can't get its name stays, and the error says where.
func TestNoName(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	f, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Discard()
	if err := errors.Join(say("all")(f), os.Mkdir(path, 0o755)); err != nil {
		t.Fatal(err)
	}
	err = f.Commit()
	f.Discard()
	if err == nil || !strings.Contains(err.Error(), "all of it is in "+f.Name()) {
		t.Errorf("it has the name of a folder: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{filepath.Base(f.Name()): "all"})
}

func TestLinkStays(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "there")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join("there", "a"), link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, say("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, folder, map[string]string{"a": "new"})
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is now %v, %v", info, err)
	}
	// A link to a file that does not exist yet leads to it too.
	if err := os.Remove(filepath.Join(folder, "a")); err != nil {
		t.Fatal(err)
	}
	if !Same(link, filepath.Join(folder, "a")) {
		t.Error("a link and the file that it stands for are not the same")
	}
	f, err := CreateNew(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(say("first")(f), f.Commit()); err != nil {
		t.Error(err)
	}
	holds(t, folder, map[string]string{"a": "first"})
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is now %v, %v", info, err)
	}
}

// TestSameBehindLinks: ".." behind a link to a folder means the parent of the link's target.
func TestSameBehindLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.MkdirAll("a/b", 0o700), os.Mkdir("x", 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../a/b", "x/down"); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{"a/g", "./a/g", true}, {"a/g", "a/h", false}, {"a/g", "x/g", false},
		{"a/b/g", "x/down/g", true},
	} {
		if Same(tc.a, tc.b) != tc.same {
			t.Errorf("%s and %s: want the same file: %t", tc.a, tc.b, tc.same)
		}
	}
	// The system decides where the file is: on Windows x/down/../g is x/g.
	if err := Write("x/down/../g", say("found")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a/g", "x/g"} {
		_, none := os.Stat(name)
		os.Remove(name)
		if same := Same("x/down/../g", name); same != (none == nil) {
			t.Errorf("x/down/../g and %s are the same: %t; written: %v", name, same, none)
		}
	}
}

// TestNoFolder: the error has the name of the file that was asked for.
func TestNoFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "a")
	_, err := Create(t.Context(), path)
	if err == nil || !strings.HasPrefix(err.Error(), "create "+path+": ") {
		t.Errorf("%v, want an error about %s", err, path)
	}
}

// TestFullDisk: an error is returned if the text does not fit, even if all of it is written only at
// the end.
func TestFullDisk(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("no device that is always full")
	}
	if err := Write(full, say("a little")); err == nil {
		t.Error("a full disk took it")
	}
}

// TestPermissionsStay: a file keeps its permissions, whichever they are.
func TestPermissionsStay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it has no such permissions")
	}
	path := filepath.Join(t.TempDir(), "a")
	for _, perm := range []os.FileMode{0o600, 0o644, 0o660, 0o755} {
		if err := os.WriteFile(path, nil, perm); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, perm); err != nil {
			t.Fatal(err)
		}
		if err := Write(path, say("new")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil {
			t.Error(err)
		} else if info.Mode().Perm() != perm {
			t.Errorf("%v, want %v", info.Mode(), perm)
		}
	}
}
