//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package syzygy

import (
	"io"
	"os"
)

// mapFile reads the first size bytes of the file into memory where it cannot be mapped.
func mapFile(f *os.File, size int64) ([]byte, error) {
	data := make([]byte, size)
	_, err := io.ReadFull(f, data)
	return data, err
}

// unmapFile leaves the memory to the garbage collector.
func unmapFile([]byte) error { return nil }
