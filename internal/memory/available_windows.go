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

// systemFree returns as memory the lesser of the free physical memory and of what the process may
// still commit: an allocation beyond it fails.
func systemFree() Free {
	status := memoryStatus{length: uint32(unsafe.Sizeof(memoryStatus{}))}
	call := windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if call.Find() != nil {
		return Free{Unknown, Unknown}
	}
	if r, _, _ := call.Call(uintptr(unsafe.Pointer(&status))); r == 0 {
		return Free{Unknown, Unknown}
	}
	return Free{
		Memory:    min(status.availablePhysical, status.availablePageFile),
		Addresses: status.availableVirtual,
	}
}
