//go:build !linux && !windows && !darwin

package tt

// AvailableMemory reports false: what is free is not known on this system.
func AvailableMemory() (uint64, bool) { return 0, false }
