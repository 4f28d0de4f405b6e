//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package syzygy

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps the first size bytes of the file into memory, read-only.
func mapFile(f *os.File, size int64) ([]byte, error) {
	data, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	// A probe touches a few far-apart pages, so reading ahead would be wasted. It is only advice.
	_ = unix.Madvise(data, unix.MADV_RANDOM)
	return data, nil
}

// unmapFile gives back what mapFile returned.
func unmapFile(data []byte) error { return unix.Munmap(data) }
