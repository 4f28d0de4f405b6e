//go:build arm64 && !purego

package kernel

import "testing"

func TestEquality(t *testing.T) {
	defer func(dot bool) { useNEON, useDOT = true, dot }(useDOT)
	t.Run("dot", func(t *testing.T) {
		if !useDOT {
			t.Skip("this CPU has no dot product")
		}
		checkEquality(t)
	})
	useDOT = false
	t.Run("neon", checkEquality)
	useNEON = false
	t.Run("off", checkEquality)
}
