package memory

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// FreshHuge asks the kernel to put size bytes from start on huge pages. They must hold only zeros.
// Accesses to large tables are random, so on small pages most of them miss the processor's cache of
// page addresses (TLB). This is a hint. A refusal changes nothing but speed.
//
// FreshHuge gives back the pages that are there already, because a page that was written before
// would stay small. Such pages exist when Go's heap reuses memory and make has written the zeros.
func FreshHuge(start unsafe.Pointer, size uintptr) {
	skip, length := wholePages(uintptr(start), size, uintptr(os.Getpagesize()))
	if length < hugePage {
		return
	}
	whole := unsafe.Slice((*byte)(unsafe.Add(start, skip)), length)
	if unix.Madvise(whole, unix.MADV_HUGEPAGE) == nil {
		_ = unix.Madvise(whole, unix.MADV_DONTNEED) // they read as zeros from now on
	}
}

// wholePages finds the whole pages among the size bytes from start. skip is how far behind start
// the first begins, length how many bytes they have. It rounds down, because the kernel would round
// the length up, beyond the end.
func wholePages(start, size, page uintptr) (skip, length uintptr) {
	skip = -start & (page - 1)
	if size < skip {
		return 0, 0
	}
	return skip, (size - skip) &^ (page - 1)
}
