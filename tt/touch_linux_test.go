package tt

import (
	"bytes"
	"os"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestNewAndResizeTouchPages: all of a table's pages are there before its first use, so that no
// page fault costs time on the clock. The last size is not a whole number of huge pages.
func TestNewAndResizeTouchPages(t *testing.T) {
	table := newTable(t, 16<<20)
	if missing, all := missingPages(t, table); missing > 0 {
		t.Errorf("New: %d of %d pages are missing", missing, all)
	}
	for _, size := range []uint64{32 << 20, 16 << 20, 11<<20 + 320} {
		if err := table.Resize(size); err != nil {
			t.Fatal(err)
		}
		if missing, all := missingPages(t, table); missing > 0 {
			t.Errorf("Resize to %d bytes: %d of %d pages are missing", size, missing, all)
		}
	}
}

// missingPages returns how many of the table's whole pages have no memory behind them.
func missingPages(t *testing.T, table *Table) (missing, all int) {
	t.Helper()
	page := uintptr(os.Getpagesize())
	start := uintptr(unsafe.Pointer(unsafe.SliceData(table.buckets)))
	first := (start + page - 1) &^ (page - 1)
	pages := make([]byte, (start+uintptr(table.Size())-first)/page) // bit 0: there is memory
	_, _, errno := unix.Syscall(unix.SYS_MINCORE, first, uintptr(len(pages))*page,
		uintptr(unsafe.Pointer(unsafe.SliceData(pages))))
	if errno != 0 {
		t.Fatal("mincore: ", errno)
	}
	return bytes.Count(pages, []byte{0}), len(pages)
}
