// Package processors counts the processors that the process may use.
package processors

import "runtime"

// atStart is how many processors the runtime meant to use when the process began. Later the
// protocol raises GOMAXPROCS.
var atStart = runtime.GOMAXPROCS(0)

// Count returns how many processors the process may use. runtime.NumCPU sees its affinity only.
// GOMAXPROCS at the start heeds the quota of a container, too; the runtime takes a quota below two
// processors for two.
func Count() int { return min(atStart, runtime.NumCPU()) }
