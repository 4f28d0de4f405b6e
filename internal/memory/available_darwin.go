package memory

import "golang.org/x/sys/unix"

// systemAvailable returns the bytes in pages that the system gives away at once: free ones, those
// whose owners let them go, and those that only cache files. It reports false if the system does
// not count them.
func systemAvailable() (uint64, bool) {
	size, err := unix.SysctlUint32("hw.pagesize")
	if err != nil {
		return 0, false
	}
	pages, err := unix.SysctlUint32("vm.page_free_count")
	if err != nil {
		return 0, false
	}
	total := uint64(pages)
	for _, name := range [...]string{"vm.page_purgeable_count", "vm.page_pageable_external_count"} {
		if n, err := unix.SysctlUint32(name); err == nil {
			total += uint64(n)
		}
	}
	return total * uint64(size), true
}
