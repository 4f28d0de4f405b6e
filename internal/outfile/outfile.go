// Package outfile writes files safely: the old file is lost only when its successor is whole and on
// the disk.
//
// A file is written beside its final place, as NAME.RANDOM.partial. Commit then renames it. Pipes
// and devices have nothing to lose and are written directly. So is a file that the process has
// open, if it is named like /dev/stdout. A file that another process has open, named like
// /proc/PID/fd/1, is appended to, as a shell's >> does.
package outfile

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// A File is a file that is being written. Either Commit or Discard ends it.
type File struct {
	*os.File
	path   string // its final name; "" if it is written directly
	name   string // as the caller gave it, for messages
	over   bool   // it may replace an existing file
	sealed bool   // it is whole, on the disk and closed
	ended  bool   // it has its final name, or it will never get one
}

// Create begins the file at path. An existing file stays until Commit, and the new file gets its
// permissions. If path is a symbolic link, the link stays and its target is written, even if the
// target does not exist yet. If ctx is done while a named pipe waits for its reader, Create gives
// up with ctx's error.
func Create(ctx context.Context, path string) (*File, error) {
	return create(ctx, path, true)
}

// CreateNew is Create for a file that must not exist, neither now nor at Commit. If it exists, the
// error is fs.ErrExist. Pipes and devices may exist: they are written directly.
func CreateNew(ctx context.Context, path string) (*File, error) {
	return create(ctx, path, false)
}

func create(ctx context.Context, path string, over bool) (*File, error) {
	if path == "" {
		return nil, errors.New("the file has no name")
	}
	if fd, ok := descriptor(path); ok {
		f, err := openDescriptor(fd, path)
		return &File{File: f, name: path}, err
	}
	place, flag := resolved(path), os.O_WRONLY
	if place == "" {
		flag |= os.O_APPEND // keep what the other process has written
	}
	there, err := Open(ctx, path, flag) // shows that the file may be written
	if errors.Is(err, fs.ErrNotExist) {
		return beside(path, LeadsTo(path), over)
	}
	if err != nil {
		return nil, err
	}
	info, err := there.Stat()
	if err != nil || !info.Mode().IsRegular() || place == "" {
		return &File{File: there, name: path}, err
	}
	there.Close() // nothing was written
	if !over {
		return nil, exists(path)
	}
	f, err := beside(path, place, true)
	if err == nil {
		if err = f.Chmod(info.Mode().Perm()); err != nil {
			f.Discard()
		}
	}
	return f, err
}

// Open is os.OpenFile for a file that exists. If ctx is done, it gives up with ctx's error, even
// while it waits for the other end of a named pipe.
func Open(ctx context.Context, name string, flag int) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	result := make(chan opened, 1)
	go func() {
		file, err := os.OpenFile(name, flag, 0)
		result <- opened{file, err}
	}()
	select {
	case r := <-result:
		return r.file, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// resolved returns the file that path leads to through symbolic links. It returns "" if path is in
// /dev or /proc and the file is not: then some process has that file open, and it must be written
// directly.
func resolved(path string) string {
	place, err := filepath.EvalSymlinks(path)
	if err != nil {
		return path
	}
	for _, open := range []string{"/dev/", "/proc/"} {
		if strings.HasPrefix(path, open) && !strings.HasPrefix(place, open) {
			return ""
		}
	}
	return place
}

// maxLinks is how many symbolic links are followed one after the other, as many as systems do.
const maxLinks = 40

// LeadsTo returns the name that a symbolic link leads to, even if there is no such file. It returns
// any other name unchanged.
func LeadsTo(path string) string {
	for range maxLinks {
		target, err := readLink(path)
		if err != nil {
			break
		}
		path = target
	}
	return path
}

// readLink returns the target of the symbolic link at path, relative to where path is relative to.
func readLink(path string) (string, error) {
	target, err := os.Readlink(path)
	if err == nil && !filepath.IsAbs(target) {
		folder, _ := filepath.Split(path) // not Dir: it would drop a link before ".."
		target = folder + target
	}
	return target, err
}

// maxBase is how many bytes of a file's name its partial name keeps. File systems allow 255 for the
// whole name.
const maxBase = 200

// beside creates the partial file in the same folder as place, its name after Commit. name is for
// messages.
func beside(name, place string, over bool) (*File, error) {
	for {
		dir, base := filepath.Split(place)
		// The cut may fall inside a character. Drop such a part, because some file systems refuse
		// names that are not UTF-8.
		base = strings.ToValidUTF8(base[:min(len(base), maxBase)], "")
		partial := fmt.Sprintf("%s%s.%08x.partial", dir, base, rand.Uint32())
		f, err := os.OpenFile(partial, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, &fs.PathError{Op: "create", Path: name, Err: errors.Unwrap(err)}
		}
		return &File{File: f, path: place, name: name, over: over}, nil
	}
}

func exists(path string) error {
	return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
}

// Seal closes the file once it is on the disk. Only Commit or Discard may follow. Whoever makes
// several files seals all of them before the first Commit. Then a full disk leaves none of them.
func (f *File) Seal() error {
	if f.sealed {
		return nil
	}
	if f.path == "" {
		f.sealed = true
		return f.Close()
	}
	// Without Sync, a renamed file may be empty after a power cut.
	if err := cmp.Or(f.Sync(), f.Close()); err != nil {
		f.Discard()
		return fmt.Errorf("%s: not written: %w", f.name, err)
	}
	f.sealed = true
	return nil
}

// Commit seals the file and gives it its name. If that fails, the old file stays as it was. If the
// new file is whole but can't get its name, it stays as the partial file, and the error names that.
// After any other error nothing of it is left.
func (f *File) Commit() error {
	if err := f.Seal(); err != nil || f.path == "" {
		return err
	}
	rename := os.Rename
	if !f.over {
		rename = RenameNew
	}
	err := rename(f.Name(), f.path)
	f.ended = f.over || !errors.Is(err, fs.ErrExist)
	switch {
	case err == nil:
		return nil
	case f.ended: // a mount point, or held open on Windows
		return fmt.Errorf("%s: not written: %w; all of it is in %s", f.name, err, f.Name())
	}
	f.Discard()
	return fmt.Errorf("%s: not written: %w", f.name, exists(f.name))
}

// RenameNew is os.Rename for a new name that must not exist. If it does, the error is fs.ErrExist.
func RenameNew(from, to string) error {
	if os.Link(from, to) == nil { // unlike os.Rename, os.Link fails if the name exists
		os.Remove(from)
		return nil
	}
	if _, err := os.Lstat(to); err == nil {
		return exists(to)
	}
	return os.Rename(from, to) // the file system has no links
}

// Discard drops the file. After Commit it does nothing.
func (f *File) Discard() {
	f.Close()
	if f.path != "" && !f.ended {
		f.ended = true
		os.Remove(f.Name())
	}
}

// Direct tells whether path would be written directly, as pipes and devices are.
func Direct(path string) bool {
	if _, ok := descriptor(path); ok {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && (!info.Mode().IsRegular() || resolved(path) == "")
}

// IsStdout tells whether path is where standard output goes. Then messages belong elsewhere.
func IsStdout(path string) bool {
	info, err1 := os.Stat(path)
	stdout, err2 := os.Stdout.Stat()
	return err1 == nil && err2 == nil && os.SameFile(info, stdout)
}

// Same tells whether two names lead to the same file, even if that file does not exist. Names in a
// folder that does not exist are never the same file.
func Same(a, b string) bool {
	first, err1 := os.Stat(a)
	second, err2 := os.Stat(b)
	if err1 == nil || err2 == nil {
		return err1 == nil && err2 == nil && os.SameFile(first, second)
	}
	// Not Dir: it would drop a link before "..".
	folder1, name1 := filepath.Split(LeadsTo(a))
	folder2, name2 := filepath.Split(LeadsTo(b))
	first, err1 = os.Stat(folder1 + ".")
	second, err2 = os.Stat(folder2 + ".")
	return err1 == nil && err2 == nil && name1 == name2 && os.SameFile(first, second)
}

// Write makes the file at path from what write writes. If anything fails, the old file stays as it
// was.
func Write(path string, write func(io.Writer) error) error {
	return WriteContext(context.Background(), path, write)
}

// WriteBytes is Write for data that is in memory already.
func WriteBytes(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteContext is Write with a context for Create.
func WriteContext(ctx context.Context, path string, write func(io.Writer) error) error {
	f, err := Create(ctx, path)
	if err != nil {
		return fmt.Errorf("%s: not written: %w", path, err)
	}
	defer f.Discard()
	w := bufio.NewWriterSize(f, 1<<16)
	if err := write(w); err != nil {
		return fmt.Errorf("%s: not written: %w", path, err)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("%s: not written: %w", path, err)
	}
	return f.Commit()
}
