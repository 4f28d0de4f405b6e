//go:build !linux && !windows && !darwin && !freebsd && !dragonfly && !openbsd && !netbsd

package memory

// systemAvailable reports false: what is free is not known on this system.
func systemAvailable() (uint64, bool) { return 0, false }
