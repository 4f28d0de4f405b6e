//go:build !tune

package protocol

// tunables are offered as options only by a build with the tag tune.
func tunables() []option { return nil }
