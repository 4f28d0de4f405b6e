package search

import (
	"encoding/binary"
	"io"
	"os"
	"reflect"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"sente/eval/nnue"
)

// TestReadyTouchesPages: after Ready every page that a search needs is there, so that no page fault
// costs time on the clock. That also holds after more threads or a network were set. The pages of
// the table have a test in package tt.
func TestReadyTouchesPages(t *testing.T) {
	e := New()
	known := map[*int16]bool{}
	for _, change := range []func() error{
		func() error { return nil },
		func() error {
			err := e.SetThreads(8)
			for _, w := range e.workers {
				w.touched = false // SetThreads touched the pages that are given back below
			}
			return err
		},
		func() error { e.SetNetwork(nnue.Default()); return nil },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		for _, w := range e.workers {
			if lanes := lanesOf(w); !known[&lanes[0]] {
				known[&lanes[0]] = true
				giveBack(t, lanes)
			}
		}
		if err := e.Ready(); err != nil {
			t.Fatal(err)
		}
		if e.table.Size() != DefaultHash<<20 {
			t.Errorf("a table of %d bytes", e.table.Size())
		}
		for _, w := range e.workers {
			lanes := lanesOf(w)
			for _, part := range []struct {
				name  string
				start unsafe.Pointer
				size  uintptr
			}{
				{"worker", unsafe.Pointer(w), unsafe.Sizeof(*w)},
				{"accumulators", unsafe.Pointer(&lanes[0]),
					uintptr(len(lanes)) * unsafe.Sizeof(lanes[0])},
			} {
				missing, all := missingPages(t, part.start, part.size)
				if missing > 0 || all == 0 {
					t.Errorf("%s of worker %d: %d of %d pages are missing",
						part.name, w.id, missing, all)
				}
			}
		}
	}
}

// lanesOf returns the accumulators of a worker.
func lanesOf(w *worker) []int16 {
	lanes := reflect.ValueOf(&w.eval).Elem().FieldByName("network").Elem().FieldByName("lanes")
	return unsafe.Slice((*int16)(lanes.UnsafePointer()), lanes.Len())
}

// giveBack returns the pages of new lanes, which are zeros, to the system. The memory may have been
// in use before, so the pages may be there already.
func giveBack(t *testing.T, lanes []int16) {
	t.Helper()
	page := os.Getpagesize()
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&lanes[0])), 2*len(lanes))
	bytes = bytes[-uintptr(unsafe.Pointer(&lanes[0]))%uintptr(page):]
	if err := unix.Madvise(bytes[:len(bytes)/page*page], unix.MADV_DONTNEED); err != nil {
		t.Fatal(err)
	}
}

// missingPages returns how many of the pages from start on have no memory behind them.
func missingPages(t *testing.T, start unsafe.Pointer, size uintptr) (missing, all int) {
	t.Helper()
	pages, err := os.Open("/proc/self/pagemap")
	if err != nil {
		t.Skip("no list of pages here: ", err)
	}
	defer pages.Close()
	page := uintptr(os.Getpagesize())
	first := (uintptr(start) + page - 1) / page
	entries := make([]byte, 8*((uintptr(start)+size)/page-first))
	part := io.NewSectionReader(pages, int64(8*first), int64(len(entries)))
	if _, err := io.ReadFull(part, entries); err != nil {
		t.Skip("no list of pages here: ", err)
	}
	for ; len(entries) > 0; entries = entries[8:] {
		const present, swapped = 1 << 63, 1 << 62
		if all++; binary.LittleEndian.Uint64(entries)&(present|swapped) == 0 {
			missing++
		}
	}
	return missing, all
}
