//go:build !linux

package memory

import "unsafe"

// AdviseHuge does nothing where the system offers no such hint.
func AdviseHuge(unsafe.Pointer, uintptr) {}
