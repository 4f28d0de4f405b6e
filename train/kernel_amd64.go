//go:build amd64 && !purego

package train

import "golang.org/x/sys/cpu"

// These are variables so that tests can switch the kernels off. The AVX-512 kernels give the same
// bits as the AVX2 kernels.
var (
	useAVX2   = cpu.X86.HasAVX2 && cpu.X86.HasFMA
	useAVX512 = useAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW
)

// n counts the runs of dst, at least 1.
//
//go:noescape
func sumRowsAVX2(dst, src *int16, index, at *int32, n int)

// n counts the runs of dst, at least 1.
//
//go:noescape
func sumRowsAVX512(dst, src *int16, index, at *int32, n int)

// n counts the runs of dst, at least 1.
//
//go:noescape
func sumSlotsAVX2(dst *float32, src *int16, index, at *int32, n int)

// n counts the runs of dst, at least 1.
//
//go:noescape
func sumSlotsAVX512(dst *float32, src *int16, index, at *int32, n int)

// n is a positive multiple of 16.
//
//go:noescape
func toUnitsAVX2(to *int16, from *float32, n int)

// n is a positive multiple of 16.
//
//go:noescape
func fromUnitsAVX2(to *float32, from *int16, n int)

// n is a positive multiple of 16.
//
//go:noescape
func toHalvesAVX2(to *int16, from *float32, n int)

// p.m is a positive multiple of 4, p.n of 16.
//
//go:noescape
func multiplyAVX2(c, a, b *float32, p *product)

// p.m is a positive multiple of 8, p.n of 16.
//
//go:noescape
func multiplyAVX512(c, a, b *float32, p *product)

// tiles is the number of tiles in half an accumulator, at least 1.
//
//go:noescape
func pairsAVX2(x *float32, acc, next *int16, tiles, stride int, floor float32)

// tiles is the number of tiles in half an accumulator, at least 1.
//
//go:noescape
func pairsGradAVX2(acc *int16, dx *float32, tiles, stride int)

// n is a positive multiple of 32.
//
//go:noescape
func screluDotAVX2(acc, w *float32, n int) float32

// n is a positive multiple of 32.
//
//go:noescape
func screluGradAVX2(acc, w, gw *float32, n int, grad float32)

// n is a positive multiple of 8.
//
//go:noescape
func addAVX2(dst, src *float32, n int)

// n is a positive multiple of 8.
//
//go:noescape
func adamAVX2(w, m, v, grads *float32, n int, c *adamStep)

// n is a positive multiple of 8.
//
//go:noescape
func foldAVX2(e, w, f *float32, n int, clip float32)

// sumRows sets run i of dst (a run is lanes units) to the sum of the runs of src that begin at
// index[at[i]], …, index[at[i+1]-1]. Each addition saturates. Every run must lie inside src. No
// kernel checks that, because positions are checked when they are read.
func sumRows(dst, src []int16, index, at []int32) {
	if n := len(at) - 1; useAVX2 && n > 0 && len(index) > 0 {
		sum := sumRowsAVX2
		if useAVX512 {
			sum = sumRowsAVX512
		}
		sum(&dst[:n*lanes][0], &src[0], &index[0], &at[0], n)
		return
	}
	sumRowsGeneric(dst, src, index, at)
}

// sumSlots does the same for half floats, with sums in float32.
func sumSlots(dst []float32, src []int16, index, at []int32) {
	if n := len(at) - 1; useAVX2 && n > 0 && len(index) > 0 {
		sum := sumSlotsAVX2
		if useAVX512 {
			sum = sumSlotsAVX512
		}
		sum(&dst[:n*lanes][0], &src[0], &index[0], &at[0], n)
		return
	}
	sumSlotsGeneric(dst, src, index, at)
}

// toUnits sets dst to src in units of 1/accUnit, rounded to nearest, ties to even.
func toUnits(dst []int16, src []float32) {
	if n := len(src); useAVX2 && n > 0 && n%16 == 0 {
		toUnitsAVX2(&dst[:n][0], &src[0], n)
		return
	}
	toUnitsGeneric(dst, src)
}

// fromUnits sets dst to the floats that src holds in units of 1/accUnit.
func fromUnits(dst []float32, src []int16) {
	if n := len(src); useAVX2 && n > 0 && n%16 == 0 {
		fromUnitsAVX2(&dst[:n][0], &src[0], n)
		return
	}
	fromUnitsGeneric(dst, src)
}

// toHalves sets each dst[i] to the bfloat16 nearest to src[i], ties to even.
func toHalves(dst []int16, src []float32) {
	if n := len(src); useAVX2 && n > 0 && n%16 == 0 {
		toHalvesAVX2(&dst[:n][0], &src[0], n)
		return
	}
	toHalvesGeneric(dst, src)
}

// multiply adds the matrix product of a and b to c. The matrices must lie inside the slices.
func multiply(c, a, b []float32, p *product) {
	if useAVX2 && p.m > 0 && p.n > 0 && p.k > 0 && p.m%4 == 0 && p.n%16 == 0 {
		multiply := multiplyAVX2
		if useAVX512 && p.m%8 == 0 {
			multiply = multiplyAVX512
		}
		multiply(&c[:(p.m-1)*p.cm+p.n][0], &a[:(p.m-1)*p.am+(p.k-1)*p.ak+1][0],
			&b[:(p.k-1)*p.bk+p.n][0], p)
		return
	}
	multiplyGeneric(c, a, b, p)
}

// pairs multiplies the clamped halves of an accumulator: x[i] = max(a*b - floor, 0), where a and b
// are the i-th lanes of the two halves, clamped to [0, 1]. The accumulator is in units, in tiles of
// lanes units that are stride apart. Its first half is in the first tiles. x is half as long as the
// accumulator. next is the accumulator of a later call; the processor begins to load it.
func pairs(x []float32, acc, next []int16, stride int, floor float32) {
	if tiles := len(x) / lanes; useAVX2 && tiles > 0 && len(x)%lanes == 0 {
		acc := &acc[:(2*tiles-1)*stride+lanes][0]
		pairsAVX2(&x[0], acc, &next[0], tiles, stride, floor)
		return
	}
	pairsGeneric(x, acc, stride, floor)
}

// pairsGrad goes backwards through pairs. dx is the gradient with respect to x. acc is replaced by
// the gradient with respect to acc, in bfloat16.
func pairsGrad(acc []int16, dx []float32, stride int) {
	if tiles := len(dx) / lanes; useAVX2 && tiles > 0 && len(dx)%lanes == 0 {
		pairsGradAVX2(&acc[:(2*tiles-1)*stride+lanes][0], &dx[0], tiles, stride)
		return
	}
	pairsGradGeneric(acc, dx, stride)
}

// screluDot returns the sum of clamp(acc, 0, 1)² * w.
func screluDot(acc, w []float32) float32 {
	if useAVX2 && len(acc) > 0 && len(acc)%32 == 0 {
		return screluDotAVX2(&acc[0], &w[:len(acc)][0], len(acc))
	}
	return screluDotGeneric(acc, w)
}

// screluGrad goes backwards through screluDot. grad is the loss's derivative with respect to its
// result. It adds the gradient of w to gw and replaces acc by the gradient of acc.
func screluGrad(acc, w, gw []float32, grad float32) {
	if useAVX2 && len(acc) > 0 && len(acc)%32 == 0 {
		screluGradAVX2(&acc[0], &w[:len(acc)][0], &gw[:len(acc)][0], len(acc), grad)
		return
	}
	screluGradGeneric(acc, w, gw, grad)
}

// add adds src to dst.
func add(dst, src []float32) {
	if useAVX2 && len(src) > 0 && len(src)%8 == 0 {
		addAVX2(&dst[:len(src)][0], &src[0], len(src))
		return
	}
	addGeneric(dst, src)
}

// adam makes one AdamW step on w, with the moments m and v and the gradient g. Then it clips w.
func adam(w, m, v, g []float32, c *adamStep) {
	if n := len(w); useAVX2 && n > 0 && n%8 == 0 {
		adamAVX2(&w[0], &m[:n][0], &v[:n][0], &g[:n][0], n, c)
		return
	}
	adamGeneric(w, m, v, g, c)
}

// fold clips the sums of w and f by changing w, and sets e to the sums. A second fold changes
// nothing.
func fold(e, w, f []float32, clip float32) {
	if n := len(f); useAVX2 && n > 0 && n%8 == 0 {
		foldAVX2(&e[:n][0], &w[:n][0], &f[0], n, clip)
		return
	}
	foldGeneric(e, w, f, clip)
}
