//go:build unix

package outfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// descriptor returns the descriptor that path names, as /dev/stdout names 1.
func descriptor(path string) (fd int, ok bool) {
	for range maxLinks {
		folder, name := filepath.Split(path)
		if n, err := strconv.ParseUint(name, 10, 31); err == nil && ownDescriptors(folder) {
			return int(n), true
		}
		target, err := readLink(path)
		if err != nil {
			break
		}
		path = target
	}
	return 0, false
}

// ownDescriptors tells whether a folder holds the names of this process's open descriptors.
func ownDescriptors(folder string) bool {
	place, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	for _, own := range []string{"/dev/fd", "/proc/self/fd"} {
		if own, err := filepath.EvalSymlinks(own); err == nil && own == place {
			return true
		}
	}
	return false
}

// openDescriptor returns a file that shares the descriptor's write position. Opening path instead
// would be wrong: on Linux it would write from the start of the file.
func openDescriptor(fd int, path string) (*os.File, error) {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err == nil && flags&unix.O_ACCMODE == unix.O_RDONLY {
		err = unix.EBADF
	}
	if err == nil {
		fd, err = unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}
