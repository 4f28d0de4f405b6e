//go:build !linux

package tt

// adviseHugePages does nothing where the system offers no such hint.
func adviseHugePages([]bucket) {}
