package train

import "math"

// The functions in this file are the specification of the kernels. Every assembly twin must agree
// with them, except for the rounding of float32: sums are added in another order, and products are
// fused.

// sumRowsGeneric sets run i of dst (a run is lanes units) to the sum of the runs of src that begin
// at index[at[i]], …, index[at[i+1]-1]. Each addition saturates.
func sumRowsGeneric(dst, src []int16, index, at []int32) {
	for i := range len(at) - 1 {
		sum := dst[i*lanes:][:lanes]
		clear(sum)
		for _, from := range index[at[i]:at[i+1]] {
			for j, x := range src[from:][:lanes] {
				sum[j] = int16(min(max(int32(sum[j])+int32(x), math.MinInt16), math.MaxInt16))
			}
		}
	}
}

// sumSlotsGeneric does the same for half floats, with sums in float32.
func sumSlotsGeneric(dst []float32, src []int16, index, at []int32) {
	for i := range len(at) - 1 {
		sum := dst[i*lanes:][:lanes]
		clear(sum)
		for _, from := range index[at[i]:at[i+1]] {
			for j, x := range src[from:][:lanes] {
				sum[j] += fromHalf(x)
			}
		}
	}
}

// toHalf returns the bfloat16 nearest to x, ties to even. A bfloat16 is the upper 16 bits of a
// float32. It has the same range and three decimal digits.
func toHalf(x float32) int16 {
	bits := math.Float32bits(x)
	return int16((bits + 0x7fff + bits>>16&1) >> 16)
}

func fromHalf(x int16) float32 { return math.Float32frombits(uint32(uint16(x)) << 16) }

// toHalvesGeneric sets each dst[i] to the bfloat16 nearest to src[i], ties to even.
func toHalvesGeneric(dst []int16, src []float32) {
	for i, x := range src {
		dst[i] = toHalf(x)
	}
}

// toUnitsGeneric sets dst to src in units of 1/accUnit, rounded to nearest, ties to even.
func toUnitsGeneric(dst []int16, src []float32) {
	for i, x := range src {
		n := math.RoundToEven(float64(x * accUnit))
		dst[i] = int16(min(max(n, math.MinInt16), math.MaxInt16))
	}
}

// fromUnitsGeneric sets dst to the floats that src holds in units of 1/accUnit.
func fromUnitsGeneric(dst []float32, src []int16) {
	for i, x := range src {
		dst[i] = float32(x) * perUnit
	}
}

// product describes how the matrices of a multiplication lie in memory. Offsets are in floats. The
// assembly depends on the order and the types of the fields.
type product struct {
	m, n, k int // c is m by n, a is m by k, b is k by n; n is a multiple of 16, m of 4
	am, ak  int // distance between rows of a, and between columns of a
	bk      int // distance between rows of b
	cm      int // distance between rows of c
}

// multiplyGeneric adds the matrix product of a and b to c.
func multiplyGeneric(c, a, b []float32, p *product) {
	for i := range p.m {
		row := c[i*p.cm:][:p.n]
		for k := range p.k {
			x := a[i*p.am+k*p.ak]
			for j, y := range b[k*p.bk:][:p.n] {
				row[j] += x * y
			}
		}
	}
}

// pairsGeneric multiplies the clamped halves of an accumulator: x[i] = max(a*b - floor, 0), where a
// and b are the i-th lanes of the two halves, clamped to [0, 1]. The accumulator is in units, in
// tiles of lanes units that are stride apart. Its first half is in the first tiles. x is half as
// long as the accumulator.
func pairsGeneric(x []float32, acc []int16, stride int, floor float32) {
	half := len(x) / lanes * stride
	for i := range x {
		at := i/lanes*stride + i%lanes
		a, b := min(max(acc[at], 0), accUnit), min(max(acc[at+half], 0), accUnit)
		x[i] = max(float32(a)*float32(b)*perSquare-floor, 0)
	}
}

// pairsGradGeneric goes backwards through pairsGeneric. dx is the gradient with respect to x. acc
// is replaced by the gradient with respect to acc, in bfloat16. The floor has no derivative.
func pairsGradGeneric(acc []int16, dx []float32, stride int) {
	half := len(dx) / lanes * stride
	for i, d := range dx {
		at := i/lanes*stride + i%lanes
		a, b := acc[at], acc[at+half]
		acc[at], acc[at+half] = 0, 0
		if a > 0 && a < accUnit {
			acc[at] = toHalf(d * (float32(min(max(b, 0), accUnit)) * perUnit))
		}
		if b > 0 && b < accUnit {
			acc[at+half] = toHalf(d * (float32(min(max(a, 0), accUnit)) * perUnit))
		}
	}
}

// screluDotGeneric returns the sum of clamp(acc, 0, 1)² * w.
func screluDotGeneric(acc, w []float32) float32 {
	var sum float32
	for i, a := range acc {
		x := min(max(a, 0), 1)
		sum += x * x * w[i]
	}
	return sum
}

// screluGradGeneric goes backwards through screluDotGeneric. grad is the loss's derivative with
// respect to its result. It adds the gradient of w to gw and replaces acc by the gradient of acc.
func screluGradGeneric(acc, w, gw []float32, grad float32) {
	for i, a := range acc {
		x := min(max(a, 0), 1)
		gw[i] += grad * x * x
		if a < 1 {
			acc[i] = 2 * grad * w[i] * x
		} else {
			acc[i] = 0
		}
	}
}

// addGeneric adds src to dst.
func addGeneric(dst, src []float32) {
	for i, s := range src {
		dst[i] += s
	}
}

// adamGeneric makes one AdamW step (Loshchilov & Hutter, "Decoupled weight decay regularization",
// 2019) on w, with the moments m and v and the gradient g. Then it clips w.
func adamGeneric(w, m, v, g []float32, c *adamStep) {
	for i := range w {
		d := g[i] * c.gradScale
		m[i] = c.beta1*m[i] + c.rest1*d
		v[i] = c.beta2*v[i] + c.rest2*d*d
		x := w[i]*c.keep - c.rate*m[i]/(float32(math.Sqrt(float64(v[i])))*c.unbias2+c.epsilon)
		w[i] = min(max(x, -c.clip), c.clip)
	}
}

// foldGeneric sets e to the sums of w and f, clipped to ±clip. Where it clips, it changes w to
// match. A second call changes no bit. That matters because a resumed run folds once more than an
// unbroken one.
func foldGeneric(e, w, f []float32, clip float32) {
	for i, x := range f {
		sum := w[i] + x
		if clipped := min(max(sum, -clip), clip); sum != clipped {
			w[i] = clipped - x
			sum = w[i] + x
		}
		e[i] = min(max(sum, -clip), clip)
	}
}
