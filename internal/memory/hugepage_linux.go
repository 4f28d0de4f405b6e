package memory

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// FreshHuge asks the kernel to put size bytes from start, which must hold nothing but zeros, on
// huge pages. Accesses to large tables are random, so most of them miss the processor's cache of
// page addresses. It is a hint; a refusal changes nothing but speed.
//
// The pages there are given back first: a page that was written before stays as small as it is, and
// where Go's heap reuses memory, make itself has written the zeros.
func FreshHuge(start unsafe.Pointer, size uintptr) {
	const page, huge = 4096, 2 << 20
	skip := -uintptr(start) & (page - 1)
	if size < skip+huge {
		return
	}
	whole := unsafe.Slice((*byte)(unsafe.Add(start, skip)), (size-skip)&^(page-1))
	if unix.Madvise(whole, unix.MADV_HUGEPAGE) == nil {
		_ = unix.Madvise(whole, unix.MADV_DONTNEED) // read again they are zeros
	}
}
