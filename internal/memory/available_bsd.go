//go:build freebsd || dragonfly

package memory

import "golang.org/x/sys/unix"

// systemAvailable returns the bytes in free pages and in those that nobody has used for long. It
// reports false if the system does not count them.
func systemAvailable() (uint64, bool) {
	size, err := unix.SysctlUint32("hw.pagesize")
	if err != nil {
		return 0, false
	}
	var total uint64
	for _, name := range [...]string{"vm.stats.vm.v_free_count", "vm.stats.vm.v_inactive_count"} {
		n, err := unix.SysctlUint32(name)
		if err != nil {
			return 0, false
		}
		total += uint64(n)
	}
	return total * uint64(size), true
}
