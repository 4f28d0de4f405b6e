//go:build arm64 && !purego

package kernel

import "testing"

func TestEquality(t *testing.T) {
	t.Run("neon", checkEquality)
	t.Run("off", func(t *testing.T) {
		useNEON = false
		defer func() { useNEON = true }()
		checkEquality(t)
	})
}
