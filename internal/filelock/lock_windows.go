package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock keeps other processes from writing f until it is closed, or fails with ErrLocked. Where the
// file system knows no locks it does nothing. A locked byte cannot be read by others either, so the
// one that is locked is far behind the end.
func Lock(f *os.File) error {
	farAway := windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &farAway)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return nil
}
