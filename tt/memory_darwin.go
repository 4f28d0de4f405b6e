package tt

import "golang.org/x/sys/unix"

// AvailableMemory returns the bytes of physical memory: the system does not say cheaply how much of
// it is free. It reports false if it does not say at all.
func AvailableMemory() (uint64, bool) {
	n, err := unix.SysctlUint64("hw.memsize")
	return n, err == nil
}
