//go:build invariants

package invariant

import "fmt"

// On is true in builds with -tags invariants.
const On = true

// Check panics with the formatted message if ok is false.
func Check(ok bool, format string, args ...any) {
	if !ok {
		panic("invariant broken: " + fmt.Sprintf(format, args...))
	}
}
