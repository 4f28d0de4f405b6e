//go:build unix && !aix && !solaris

package datagen

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes from writing f until it is closed, or fails with ErrLocked. Where the
// file system knows no locks it does nothing.
func lock(f *os.File) error {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return nil
}
