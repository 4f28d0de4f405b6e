// Package filelock keeps two processes from writing the same file, or into the same folder. A
// process that is killed gives its locks back.
package filelock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrLocked tells that another process has a file open for writing.
var ErrLocked = errors.New("another process is writing this file")

// Folder keeps other processes that call it from writing into a folder until release is called. It
// needs a file named lock there, which release removes (but on Windows).
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
		f.Close() // its owner removed it after it was opened here
	}
}

// stands tells whether f is still the file of that name.
func stands(f *os.File, path string) bool {
	opened, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(path)
	return err == nil && os.SameFile(opened, named)
}
