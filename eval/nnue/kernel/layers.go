package kernel

// What the deep layers need of package nnue's constants.
const (
	maxH  = 1024
	l1Out = 16
	l2In  = 2 * l1Out
	l2Out = 32
	one   = 1016 // units of the first and second layer's outputs

	block     = 4            // inputs of the first layer that are skipped together if all are 0
	maxBlocks = maxH / block // also names a block that is always 0
)

// Input is what the deep layers begin with: the pairwise products of both accumulators.
type Input struct {
	x      [maxH + block]uint8    // products, 0 to 127: H/2 of us, then of them; 0 from maxH on
	blocks [maxBlocks + 16]uint32 // the blocks of x that are not all 0, in order, then maxBlocks
	n      int                    // how many blocks these are
}

// Layers are the deep layers of one output bucket, in the order in which the kernels read them. The
// caller adds the last bias.
type Layers struct {
	b1 [l1Out]int32
	b2 [l2Out]int32
	w3 [l2Out]int32
	w2 [l1Out][l2Out][2]int16 // for an output of the first layer and for its square
	w1 [maxBlocks + 1][l1Out][block]int8
}

// Set sets the layers. w1 is [l1Out][H], w2 is [l2Out][l2In], w3 as long as b2.
func (l *Layers) Set(w1 []int8, b1 []int32, w2 []int16, b2 []int32, w3 []int16) {
	h := len(w1) / l1Out
	for j := range l1Out {
		for i, w := range w1[j*h : (j+1)*h] {
			l.w1[i/block][j][i%block] = w
		}
	}
	for k := range l2Out {
		for j, w := range w2[k*l2In : (k+1)*l2In] {
			l.w2[j%l1Out][k][j/l1Out] = w
		}
		l.w3[k] = int32(w3[k])
	}
	copy(l.b1[:], b1)
	copy(l.b2[:], b2)
}

// Pairwise sets in to the products of us and them. A product is (a*b)>>9, where a is a lane of an
// accumulator's first half and b the lane at the same place in the second half, both clamped to
// 0..255. H must be a multiple of 64 up to 1024.
func Pairwise(in *Input, us, them []int16) {
	h := len(us)
	checkLanes(h, h%64 == 0 && h <= maxH && len(them) == h)
	pairwise(in, us, them)
}

// UpdatePairwise is Update of two accumulators followed by Pairwise of the result, in one pass over
// the lanes; accumulator side, 0 or 1, is us.
func UpdatePairwise(in *Input, dst, src, weights []int16, rows *[2]Rows, shape Shape, side int) {
	h := len(dst) / 2
	checkLanes(h, h%64 == 0 && h <= maxH && len(dst) == 2*h && len(src) == 2*h)
	checkRows(weights, &rows[0], h)
	checkRows(weights, &rows[1], h)
	updatePairwise(in, dst, src, weights, rows, shape, side&1)
}

// Deep returns the sum of the third layer without its bias. in must be as Pairwise left it.
func Deep(in *Input, l *Layers) int32 { return deep(in, l) }
