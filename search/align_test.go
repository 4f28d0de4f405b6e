package search

import (
	"testing"
	"unsafe"
)

// TestHistoryFillsCacheLines: a worker's history begins at the start of a cache line, as its
// prefetching needs. A worker itself begins at the start of a page.
func TestHistoryFillsCacheLines(t *testing.T) {
	var w *worker
	if offset := unsafe.Offsetof(w.history); unsafe.Sizeof(uintptr(0)) == 8 && offset%64 != 0 {
		t.Errorf("the history begins at byte %d", offset)
	}
}
