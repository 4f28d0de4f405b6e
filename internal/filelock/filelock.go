// Package filelock keeps two processes from writing the same file, or into the same folder. When a
// process is killed, its locks are released.
package filelock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrLocked is the error if another process has a file open for writing.
var ErrLocked = errors.New("another process is writing this file")

// Folder locks a folder until release is called. Other processes that call Folder then get an
// error. It makes a file named lock in the folder. release removes that file, except on Windows.
func Folder(dir string) (release func(), err error) {
	path := filepath.Join(dir, "lock")
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, err
		}
		if Lock(f) != nil {
			f.Close()
			return nil, fmt.Errorf("%s: another process is writing into this folder", dir)
		}
		if stands(f, path) {
			return func() { os.Remove(path); f.Close() }, nil
		}
		f.Close() // the last owner removed the file after it was opened here
	}
}

// Check returns ErrLocked if another process is writing the file at path.
func Check(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return Lock(f)
}

// stands tells whether path still leads to the open file f.
func stands(f *os.File, path string) bool {
	opened, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(path)
	return err == nil && os.SameFile(opened, named)
}
