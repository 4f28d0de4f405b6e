// Package processors counts the processors that the process may use.
package processors

import "runtime"

// atStart is how many processors the runtime meant to use when the process began. Later the
// protocol raises GOMAXPROCS.
var atStart = runtime.GOMAXPROCS(0)

// Count returns how many processors the process may use. runtime.NumCPU counts those that the
// process is bound to. GOMAXPROCS at the start also respects the quota of a container, but the
// runtime rounds a quota of less than two processors up to two.
func Count() int { return min(atStart, runtime.NumCPU()) }
