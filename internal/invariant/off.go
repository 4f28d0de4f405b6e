//go:build !invariants

package invariant

// On is true in builds with -tags invariants.
const On = false

// Check does nothing in this build.
func Check(bool, string, ...any) {}
