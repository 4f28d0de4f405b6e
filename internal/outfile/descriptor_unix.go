//go:build unix

package outfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"golang.org/x/sys/unix"
)

// descriptors are the names of what this process has open.
var descriptors = regexp.MustCompile(`^/(?:dev|proc/self)/fd/([0-9]{1,9})$`)

// descriptor returns the descriptor that path is a name of, as /dev/stdout is of 1.
func descriptor(path string) (fd int, ok bool) {
	for range maxLinks {
		if m := descriptors.FindStringSubmatch(path); m != nil {
			fd, _ = strconv.Atoi(m[1])
			return fd, true
		}
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return 0, false
}

// openDescriptor returns a file that writes where the descriptor stands, and moves it on. Opening
// the name would not do: on Linux that begins at the start of what is there.
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
