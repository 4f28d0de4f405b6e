package filelock

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// TestFolder: a folder has one owner at a time, and no file is left behind.
func TestFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the lock's file stays there")
	}
	dir := t.TempDir()
	release, err := Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Folder(dir); err == nil {
		t.Error("a second owner was let in")
	}
	release()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if _, err := Folder(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there was locked")
	}
}

// TestCheck: a file is locked while somebody writes it.
func TestCheck(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	if err := Lock(f); err != nil {
		t.Fatal(err)
	}
	if err := Check(f.Name()); !errors.Is(err, ErrLocked) {
		t.Errorf("a file that is being written: %v", err)
	}
	f.Close()
	if err := Check(f.Name()); err != nil {
		t.Errorf("a closed file: %v", err)
	}
}

// TestStands: a file that was opened stands at its path until it is removed, and another that got
// its name is not the same.
func TestStands(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be removed")
	}
	path := filepath.Join(t.TempDir(), "lock")
	first, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if !stands(first, path) {
		t.Error("it was not touched")
	}
	os.Remove(path)
	if stands(first, path) {
		t.Error("it was removed")
	}
	second, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if stands(first, path) {
		t.Error("another file has its name")
	}
}

// TestFolderOneOwner: many goroutines take and release the lock, and it never has two owners.
func TestFolderOneOwner(t *testing.T) {
	dir := t.TempDir()
	var owners, taken atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 300 {
				release, err := Folder(dir)
				if err != nil {
					continue
				}
				taken.Add(1)
				if owners.Add(1) != 1 {
					t.Error("two owners at once")
				}
				owners.Add(-1)
				release()
			}
		})
	}
	all.Wait()
	if taken.Load() == 0 {
		t.Error("nobody ever had the lock")
	}
}
