package memory

import "golang.org/x/sys/unix"

// systemFree returns the bytes in pages that the system can give away at once: free pages, pages
// that their owners have let go, and pages that only cache files.
func systemFree() Free {
	size, err := unix.SysctlUint32("hw.pagesize")
	if err != nil {
		return Free{Unknown, Unknown}
	}
	pages, err := unix.SysctlUint32("vm.page_free_count")
	if err != nil {
		return Free{Unknown, Unknown}
	}
	total := uint64(pages)
	for _, name := range [...]string{"vm.page_purgeable_count", "vm.page_pageable_external_count"} {
		if n, err := unix.SysctlUint32(name); err == nil {
			total += uint64(n)
		}
	}
	return Free{Memory: total * uint64(size), Addresses: Unknown}
}
