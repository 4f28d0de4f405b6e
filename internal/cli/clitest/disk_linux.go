package clitest

import (
	"syscall"
	"testing"
)

// SmallDisk returns a new folder on a file system of the given size, rounded up to pages, as 64k.
// The test is skipped if the process may not mount one.
func SmallDisk(t testing.TB, size string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("needs the right to mount a small file system: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(folder, 0) })
	return folder
}

// ResizeDisk changes the size of the file system of SmallDisk.
func ResizeDisk(t testing.TB, folder, size string) {
	t.Helper()
	if err := syscall.Mount("", folder, "", syscall.MS_REMOUNT, "size="+size); err != nil {
		t.Fatal(err)
	}
}
