package memory

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// AdviseHuge asks the kernel to put size bytes from start on huge pages. Accesses to large tables
// are random, so most of them miss the processor's cache of page addresses. It is a hint, best
// given before the memory is first written; a refusal changes nothing but speed.
func AdviseHuge(start unsafe.Pointer, size uintptr) {
	const page, huge = 4096, 2 << 20
	skip := -uintptr(start) & (page - 1)
	if size < skip+huge {
		return
	}
	whole := (size - skip) &^ (page - 1)
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(start, skip)), whole), unix.MADV_HUGEPAGE)
}
