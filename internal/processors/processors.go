// Package processors counts the processors that the process may use.
package processors

import "runtime"

// atStart is how many processors the runtime meant to use when the process began. Later the
// protocol raises GOMAXPROCS.
var atStart = runtime.GOMAXPROCS(0)

// Count returns how many processors the process may use: the smaller of those it is bound to
// (NumCPU) and GOMAXPROCS at the start, which also knows a container's quota. The runtime rounds a
// quota below two up to two.
func Count() int { return min(atStart, runtime.NumCPU()) }
