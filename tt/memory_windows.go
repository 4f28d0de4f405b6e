package tt

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

// AvailableMemory returns how many bytes of physical memory are free. It reports false if the
// system does not say.
func AvailableMemory() (uint64, bool) {
	status := memoryStatus{length: uint32(unsafe.Sizeof(memoryStatus{}))}
	call := windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if call.Find() != nil {
		return 0, false
	}
	r, _, _ := call.Call(uintptr(unsafe.Pointer(&status)))
	return status.availablePhysical, r != 0
}
