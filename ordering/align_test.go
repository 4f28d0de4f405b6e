package ordering

import (
	"testing"
	"unsafe"
)

// cacheLine is the size that prefetching counts on, in bytes.
const cacheLine = 64

// TestRowsFillCacheLines: if a History begins at the start of a cache line, so does each row of its
// tables. Prefetching loads two lines a row. It would miss a part of a row that lay on three lines.
func TestRowsFillCacheLines(t *testing.T) {
	var h History
	for name, offset := range map[string]uintptr{
		"continuation": unsafe.Offsetof(h.continuation), "pawn": unsafe.Offsetof(h.pawn),
	} {
		if offset%cacheLine != 0 {
			t.Errorf("%s begins at byte %d", name, offset)
		}
	}
	if size := unsafe.Sizeof(PieceTo{}[0]); size != 2*cacheLine {
		t.Errorf("a row has %d bytes", size)
	}
}
