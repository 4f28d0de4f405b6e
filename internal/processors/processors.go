// Package processors counts the processors that the process may use.
package processors

import "runtime"

// atStart is how many processors the runtime would use when the process began. It is read then
// because package protocol raises GOMAXPROCS later.
var atStart = runtime.GOMAXPROCS(0)

// Count returns how many processors the process may use. It is the smaller of two numbers: the
// processors that the process is bound to (NumCPU), and GOMAXPROCS at the start, which also
// respects a container's quota. The runtime rounds a quota below two up to two.
func Count() int { return min(atStart, runtime.NumCPU()) }
