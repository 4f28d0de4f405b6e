package kernel

// What the deep layers need of package nnue's constants.
const (
	maxH     = 1024
	l1Out    = 16
	l2In     = 2 * l1Out
	l2Out    = 32
	one      = 1016 // units of the first and second layer's outputs
	block    = 4    // inputs of the first layer that are skipped together if all are 0
	listRoom = 16   // how many entries of Input.Blocks a kernel may write behind the last
)

// Input is what the deep layers begin with: the pairwise products of both accumulators.
type Input struct {
	X      [maxH]uint8                   // products, 0 to 127: the first H/2 from us, then from them
	Blocks [maxH/block + listRoom]uint16 // which blocks of four products are not all 0, in order
	N      int                           // how many blocks these are
}

// Layers are the deep layers of one output bucket, in the order in which kernels meet them. The last
// bias is the caller's to add.
type Layers struct {
	b1 [l1Out]int32
	b2 [l2Out]int32
	w3 [l2Out]int16
	w2 [l2In / 2][l2Out][2]int16
	w1 [maxH / block][l1Out][block]int8
}

// Set sets the layers: w1 is [l1Out][H], w2 is [l2Out][l2In].
func (l *Layers) Set(w1 []int8, b1 []int32, w2 []int16, b2 []int32, w3 []int16) {
	h := len(w1) / l1Out
	for j := range l1Out {
		for i, w := range w1[j*h : (j+1)*h] {
			l.w1[i/block][j][i%block] = w
		}
	}
	for k := range l2Out {
		for j, w := range w2[k*l2In : (k+1)*l2In] {
			l.w2[j/2][k][j%2] = w
		}
	}
	copy(l.b1[:], b1)
	copy(l.b2[:], b2)
	copy(l.w3[:], w3)
}

// Pairwise sets in to the products of us and them: for each lane of an accumulator's first half,
// (a*b)>>9, where a is the lane, b the one as far into the second half, both clamped to 0..255.
func Pairwise(in *Input, us, them []int16) {
	h := len(us)
	checkLanes(h, h%64 == 0 && h <= maxH && len(them) == h)
	pairwise(in, us, them)
}

// Deep returns the sum of the third layer without its bias. in is as Pairwise left it.
func Deep(in *Input, l *Layers) int32 {
	if in.N < 0 || in.N > maxH/block {
		panic("kernel: sizes do not match")
	}
	return deep(in, l)
}
