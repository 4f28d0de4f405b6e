package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock keeps other processes from writing f until f is closed. If one has it already, it returns
// ErrLocked. On a file system without locks it does nothing. Other processes can't read a locked
// byte either. So it locks one far behind the end of the file.
func Lock(f *os.File) error {
	farAway := windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &farAway)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return nil
}
