package tt

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// adviseHugePages asks the kernel to back the table with huge pages: probes are random, so most
// miss the processor's cache of page addresses. It is a hint; a refusal changes nothing but speed.
func adviseHugePages(b []bucket) {
	const pageSize = 4096
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	size := len(b) * bucketBytes
	if start%pageSize != 0 || size < 2<<20 {
		return
	}
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(b))), size), unix.MADV_HUGEPAGE)
}
