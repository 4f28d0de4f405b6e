package tt

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// AdviseHugePages asks the kernel to back size bytes from start with huge pages: accesses to large tables
// are random, so most miss the processor's cache of page addresses. It is a hint, best given before the
// memory is first written; a refusal changes nothing but speed.
func AdviseHugePages(start unsafe.Pointer, size uintptr) {
	const page, huge = 4096, 2 << 20
	skip := -uintptr(start) & (page - 1)
	if size < skip+huge {
		return
	}
	whole := (size - skip) &^ (page - 1)
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(start, skip)), whole), unix.MADV_HUGEPAGE)
}
