//go:build amd64 && !purego

package train

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// bothKernels runs f with the AVX2 and with the AVX-512 kernels. Both must give the same c.
func bothKernels[T number](t *testing.T, name string, c []T, f func(c []T)) {
	t.Helper()
	wide, narrow := copyOf(c), copyOf(c)
	useAVX512 = true
	f(wide)
	useAVX512 = false
	f(narrow)
	if !slices.Equal(wide, narrow) {
		t.Errorf("%s: other sums with AVX-512 than with AVX2", name)
	}
}

// TestAVX512EqualsAVX2: the wider kernels add in the same order. So a network does not depend on
// which of them trained it.
func TestAVX512EqualsAVX2(t *testing.T) {
	if !useAVX512 {
		t.Skip("this processor has no AVX-512")
	}
	defer func() { useAVX512 = true }()
	rng := rand.New(rand.NewPCG(7, 8))
	_, units := guarded[int16](rng, 40*lanes, 8000)
	_, halves := guardedHalves(rng, 40*lanes)
	for n := range 70 { // inputs in a run: as many as a position can have, and more
		index := make([]int32, 2*n)
		for i := range index {
			index[i] = int32(rng.IntN(40) * lanes)
		}
		at := []int32{0, int32(n), int32(2 * n)}
		bothKernels(t, "sumRows", make([]int16, 2*lanes), func(c []int16) {
			sumRows(c, units, index, at)
		})
		bothKernels(t, "sumSlots", make([]float32, 2*lanes), func(c []float32) {
			sumSlots(c, halves, index, at)
		})
	}
	for _, in := range []int{32, 192} {
		for _, out := range []int{16, 32} {
			forward, back, grad := layerProducts(in, out)
			for _, p := range []product{forward, back, grad} {
				_, c := guarded[float32](rng, (p.m-1)*p.cm+p.n, 1)
				_, a := guarded[float32](rng, (p.m-1)*p.am+(p.k-1)*p.ak+1, 1)
				_, b := guarded[float32](rng, (p.k-1)*p.bk+p.n, 1)
				bothKernels(t, "multiply", c, func(c []float32) { multiply(c, a, b, &p) })
			}
		}
	}
}
