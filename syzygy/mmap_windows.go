package syzygy

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapFile maps the first size bytes of the file into memory, read-only.
func mapFile(f *os.File, size int64) ([]byte, error) {
	handle := windows.Handle(f.Fd())
	h, err := windows.CreateFileMapping(handle, nil, windows.PAGE_READONLY, 0, 0, nil)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	defer windows.CloseHandle(h) // the view keeps the mapping alive
	addr, err := windows.MapViewOfFile(h, windows.FILE_MAP_READ, 0, 0, uintptr(size))
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	// The conversion goes through a pointer to addr, because vet rejects uintptr to pointer. The
	// memory is the system's, not the collector's.
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&addr))), int(size)), nil
}

// unmapFile gives back what mapFile returned.
func unmapFile(data []byte) error {
	return windows.UnmapViewOfFile(uintptr(unsafe.Pointer(unsafe.SliceData(data))))
}
