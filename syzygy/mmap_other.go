//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package syzygy

import (
	"io"
	"os"
)

// mapFile reads the file into memory where it cannot be mapped. It must have the size in bytes.
func mapFile(path string, size int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := checkSize(f, size); err != nil {
		return nil, err
	}
	data := make([]byte, size)
	_, err = io.ReadFull(f, data)
	return data, err
}

// unmapFile leaves the memory to the garbage collector.
func unmapFile([]byte) error { return nil }
