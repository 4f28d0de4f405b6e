//go:build openbsd || netbsd

package memory

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// systemAvailable returns the bytes in free pages and in those that nobody has used for long. It
// reports false if the system does not count them.
func systemAvailable() (uint64, bool) {
	name := "vm.uvmexp"
	if runtime.GOOS == "netbsd" {
		name = "vm.uvmexp2"
	}
	pages, err := unix.SysctlUvmexp(name)
	if err != nil {
		return 0, false
	}
	return (uint64(pages.Free) + uint64(pages.Inactive)) * uint64(pages.Pagesize), true
}
