//go:build !linux

package memory

import "unsafe"

// FreshHuge does nothing where the system offers no such hint.
func FreshHuge(unsafe.Pointer, uintptr) {}
