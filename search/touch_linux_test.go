package search

import (
	"encoding/binary"
	"io"
	"os"
	"reflect"
	"testing"
	"unsafe"
)

// TestReadyTouchesPages: after Ready every page that a search needs is there, so that none is taken
// on the clock. The pages of the table have a test in its package.
func TestReadyTouchesPages(t *testing.T) {
	e := New()
	for range 2 {
		if err := e.Ready(); err != nil {
			t.Fatal(err)
		}
		if e.table.Size() != DefaultHash<<20 {
			t.Errorf("a table of %d bytes", e.table.Size())
		}
		for _, w := range e.workers {
			lanes := reflect.ValueOf(&w.eval).Elem().FieldByName("network").Elem().FieldByName("lanes")
			for _, part := range []struct {
				name  string
				start unsafe.Pointer
				size  uintptr
			}{
				{"worker", unsafe.Pointer(w), unsafe.Sizeof(*w)},
				{"accumulators", lanes.UnsafePointer(), uintptr(lanes.Len()) * lanes.Type().Elem().Size()},
			} {
				missing, all := missingPages(t, part.start, part.size)
				if missing > 0 || all == 0 {
					t.Errorf("%s of worker %d: %d of %d pages are missing", part.name, w.id, missing, all)
				}
			}
		}
		if err := e.SetThreads(8); err != nil { // the new ones are touched by the second Ready
			t.Fatal(err)
		}
	}
}

// missingPages returns how many of the pages from start on have no memory behind them.
func missingPages(t *testing.T, start unsafe.Pointer, size uintptr) (missing, all int) {
	t.Helper()
	pages, err := os.Open("/proc/self/pagemap")
	if err != nil {
		t.Skip(err)
	}
	defer pages.Close()
	page := uintptr(os.Getpagesize())
	first := (uintptr(start) + page - 1) / page
	entries := make([]byte, 8*((uintptr(start)+size)/page-first))
	if _, err := io.ReadFull(io.NewSectionReader(pages, int64(8*first), int64(len(entries))), entries); err != nil {
		t.Skip(err)
	}
	for ; len(entries) > 0; entries = entries[8:] {
		const present, swapped = 1 << 63, 1 << 62
		if all++; binary.LittleEndian.Uint64(entries)&(present|swapped) == 0 {
			missing++
		}
	}
	return missing, all
}
