//go:build openbsd || netbsd

package memory

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// systemFree returns the bytes in free pages and in those that nobody has used for long.
func systemFree() Free {
	name := "vm.uvmexp"
	if runtime.GOOS == "netbsd" {
		name = "vm.uvmexp2"
	}
	pages, err := unix.SysctlUvmexp(name)
	if err != nil {
		return Free{Unknown, Unknown}
	}
	free := (uint64(pages.Free) + uint64(pages.Inactive)) * uint64(pages.Pagesize)
	return Free{Memory: free, Addresses: Unknown}
}
