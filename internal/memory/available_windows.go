package memory

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryStatus is MEMORYSTATUSEX of the Windows API.
type memoryStatus struct {
	length, load                                           uint32
	totalPhysical, availablePhysical                       uint64
	totalPageFile, availablePageFile                       uint64
	totalVirtual, availableVirtual, availableExtendVirtual uint64
}

// systemAvailable returns the least of the free physical memory, of what the process may still
// commit (an allocation beyond it fails), and of its free address space. It reports false if the
// system does not say.
func systemAvailable() (uint64, bool) {
	status := memoryStatus{length: uint32(unsafe.Sizeof(memoryStatus{}))}
	call := windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if call.Find() != nil {
		return 0, false
	}
	r, _, _ := call.Call(uintptr(unsafe.Pointer(&status)))
	return min(status.availablePhysical, status.availablePageFile, status.availableVirtual), r != 0
}
