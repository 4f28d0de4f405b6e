//go:build amd64 && !purego

package kernel

import "testing"

func TestEquality(t *testing.T) {
	best := Level()
	defer func(avx2, avx512 bool) { useAVX2, useAVX512 = avx2, avx512 }(useAVX2, useAVX512)
	for _, level := range []struct {
		name string
		off  *bool // what to switch off for the levels below
	}{
		{"avx512", &useAVX512},
		{"avx2", &useAVX2},
		{"generic", nil},
	} {
		t.Run(level.name, func(t *testing.T) {
			if Level() != level.name {
				t.Skipf("this CPU has no %s, its best is %s", level.name, best)
			}
			checkEquality(t)
		})
		if level.off != nil {
			*level.off = false
		}
	}
}
