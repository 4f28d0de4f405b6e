// Package kernel holds the inner loops of the network: whole layers, never a few elements.
//
// The functions in generic.go and, for the deep layers, layers_generic.go are the specification.
// Where the machine has the instructions, the same functions run as assembly (AVX2 and AVX-512 on
// amd64, NEON on arm64), chosen once at start by the CPU's flags, and equal the specification bit
// for bit. The build tag purego leaves only the specification.
//
// # Contract
//
// H, the number of accumulator lanes per perspective, is a positive multiple of 32. All
// accumulators and weights are int16.
//
// Accumulators are summed modulo 2^16 in any order, so partial sums may leave the range of int16:
// only the final sum has to fit. A network that was read by package nnue keeps that promise.
//
// Forward computes, for every lane, x = min(max(acc, 0), 255) and then the sum of (x*w)*x over all
// lanes. The product x*w is a 16-bit lane, so |w| must be at most 128; the total is an int32, so
// the sum of |w| times 255*255 must stay below 2^31. Then no partial sum overflows in whatever
// order the lanes are added.
//
// For Pairwise, UpdatePairwise and Deep, H is a multiple of 64 up to 1024. Deep's weights are -127
// to 127 in the first layer, ±4096 in the second and ±16384 in the third. All sums are int32 and
// must fit in whatever order the products are added, with their biases; package nnue proves that of
// every network that it reads.
package kernel

// Rows names the weight rows that a change adds and subtracts, as offsets of their first element in
// the weights. Entries the Shape does not use must be 0.
type Rows struct{ Add, Sub [2]uint32 }

// Shape is the number of rows that a change adds and subtracts.
type Shape uint8

// The shapes a chess move can have: a quiet move or promotion; a capture, with or without
// promotion, or en passant; castling.
const (
	Add1Sub1 Shape = iota
	Add1Sub2
	Add2Sub2
)

// counts returns how many entries of Rows.Add and Rows.Sub the shape uses.
func (s Shape) counts() (adds, subs int) {
	return 1 + int(s>>1), 1 + int(s+1)>>1
}

// Level names the instruction set in use: "generic", "avx2", "avx512" or "neon".
func Level() string { return level() }

// Update sets dst to src plus the added minus the subtracted rows. dst and src hold len(rows)
// accumulators, one after another. They may be the same slice but must not overlap otherwise.
func Update(dst, src, weights []int16, rows []Rows, shape Shape) {
	h := len(dst) / len(rows)
	checkLanes(h, len(dst) == h*len(rows) && len(src) == len(dst))
	for i := range rows {
		checkRows(weights, &rows[i], h)
	}
	update(dst, src, weights, rows, shape)
}

// Refresh adds and subtracts rows in cache and copies the result to dst, which may be cache itself
// but must not overlap it otherwise.
func Refresh(cache, dst, weights []int16, add, sub []uint32) {
	h := len(cache)
	checkLanes(h, len(dst) == h)
	for _, row := range add {
		_ = weights[int(row)+h-1]
	}
	for _, row := range sub {
		_ = weights[int(row)+h-1]
	}
	refresh(cache, dst, weights, add, sub)
}

// Forward returns the sum of (x*w)*x over both accumulators, where x is the lane clamped to 0..255.
// The first half of out holds the weights w of us, the second half those of them.
func Forward(us, them, out []int16) int32 {
	h := len(us)
	checkLanes(h, len(them) == h && len(out) == 2*h)
	return forward(us, them, out)
}

// UpdateForward is Update of two accumulators followed by Forward of the result, in one pass over
// the lanes; accumulator side, 0 or 1, is us.
func UpdateForward(dst, src, weights []int16, rows *[2]Rows, shape Shape,
	out []int16, side int) int32 {
	h := len(dst) / 2
	checkLanes(h, len(dst) == 2*h && len(src) == 2*h && len(out) == 2*h)
	checkRows(weights, &rows[0], h)
	checkRows(weights, &rows[1], h)
	return updateForward(dst, src, weights, rows, shape, out[side*h:], out[(1-side)*h:])
}

// checkLanes panics if H is wrong or sizes that must agree do not: the assembly trusts them.
func checkLanes(h int, agree bool) {
	if h <= 0 || h%32 != 0 || !agree {
		panic("kernel: sizes do not match")
	}
}

// checkRows panics if a row leaves the weights.
func checkRows(weights []int16, r *Rows, h int) {
	_ = weights[int(max(r.Add[0], r.Add[1], r.Sub[0], r.Sub[1]))+h-1]
}
