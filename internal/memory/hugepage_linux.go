package memory

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// FreshHuge asks the kernel to put size bytes from start, which must hold nothing but zeros, on
// huge pages. Accesses to large tables are random, so most of them miss the processor's cache of
// page addresses. It is a hint; a refusal changes nothing but speed.
//
// The pages already there are given back: a page that was written before would stay small, and
// where Go's heap reuses memory, make itself has written the zeros.
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

// wholePages returns how far behind start the first page begins and how many bytes the whole pages
// among the size bytes have. The kernel would round a length up, beyond the end.
func wholePages(start, size, page uintptr) (skip, length uintptr) {
	skip = -start & (page - 1)
	if size < skip {
		return 0, 0
	}
	return skip, (size - skip) &^ (page - 1)
}
