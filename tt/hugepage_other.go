//go:build !linux

package tt

import "unsafe"

// AdviseHugePages does nothing where the system offers no such hint.
func AdviseHugePages(unsafe.Pointer, uintptr) {}
