//go:build amd64 && !purego

package kernel

import "testing"

func TestEquality(t *testing.T) {
	t.Logf("best level here: %s", Level())
	t.Run("avx2", func(t *testing.T) {
		if !useAVX2 {
			t.Skip("this CPU has no AVX2")
		}
		checkEquality(t)
	})
	t.Run("off", func(t *testing.T) {
		defer func(was bool) { useAVX2 = was }(useAVX2)
		useAVX2 = false
		checkEquality(t)
	})
}
