//go:build !linux && !windows && !darwin && !freebsd && !dragonfly && !openbsd && !netbsd

package memory

// systemFree knows nothing on this system.
func systemFree() Free { return Free{Unknown, Unknown} }
