//go:build freebsd || dragonfly

package memory

import "golang.org/x/sys/unix"

// systemFree returns the bytes in free pages and in inactive ones, which nobody has used for long.
func systemFree() Free {
	size, err := unix.SysctlUint32("hw.pagesize")
	if err != nil {
		return Free{Unknown, Unknown}
	}
	var total uint64
	for _, name := range [...]string{"vm.stats.vm.v_free_count", "vm.stats.vm.v_inactive_count"} {
		n, err := unix.SysctlUint32(name)
		if err != nil {
			return Free{Unknown, Unknown}
		}
		total += uint64(n)
	}
	return Free{Memory: total * uint64(size), Addresses: Unknown}
}
