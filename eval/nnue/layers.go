package nnue

// Sizes and scales of the deep layers. The …Unit and …One constants are the integers that stand
// for 1.
const (
	PairShift = 9                    // right shift of the product of two clamped lanes
	pairMax   = QA * QA >> PairShift // 127, the largest pairwise product
	PairOne   = 127                  // units of a pairwise product

	L1Out   = 16                          // outputs of the first layer
	L1Unit  = 64                          // first layer weight units
	L1Shift = 3                           // right shift of the first layer's sums
	L1One   = PairOne * L1Unit >> L1Shift // 1016, units of the first layer's outputs

	L2In        = 2 * L1Out // each output of the first layer, clamped to 0..1, then their squares
	L2Out       = 32
	L2Unit      = 1024                         // second layer weight units
	L2Shift     = 10                           // right shift of the second layer's sums
	SquareShift = 10                           // and of squares of both layers' outputs
	L2One       = L1One * L1One >> SquareShift // 1008, units of a square

	L3Unit = 1024 // third layer weight units
)

// Limits of the deep layers.
const (
	MaxL1Weight   = 127
	MaxL2Weight   = 4096
	MaxL3Weight   = 16384
	MaxMultiplier = 1000000 // 10,000 centipawns for an output of 1
)

// layers are the deep layers of one output bucket.
type layers struct {
	w1     []int8 // [L1Out][H]
	w2, w3 []int16
	b1, b2 []int32
	b3     int32
}

// layersOf returns the deep layers of an output bucket.
func (r *Raw) layersOf(bucket int) layers {
	return layers{
		w1: r.L1Weights[bucket*L1Out*r.H : (bucket+1)*L1Out*r.H],
		b1: r.L1Bias[bucket*L1Out : (bucket+1)*L1Out],
		w2: r.L2Weights[bucket*L2Out*L2In : (bucket+1)*L2Out*L2In],
		b2: r.L2Bias[bucket*L2Out : (bucket+1)*L2Out],
		w3: r.L3Weights[bucket*L2Out : (bucket+1)*L2Out],
		b3: r.L3Bias[bucket],
	}
}

// evaluateLayers is Evaluate for a network with deep layers.
func (n *Network) evaluateLayers(us, them *lanes, bucket int) int {
	var pairs [MaxHidden]int64
	half := n.raw.H / 2
	for i := range half {
		pairs[i] = us.clamped(i) * us.clamped(half+i) >> PairShift
		pairs[half+i] = them.clamped(i) * them.clamped(half+i) >> PairShift
	}
	l := n.raw.layersOf(bucket)
	return n.centipawnsOfLayers(l.output(pairs[:n.raw.H]))
}

// output returns the third layer's sum for the pairwise products of both sides, in units of
// 1/(L2One*L3Unit).
func (l *layers) output(pairs []int64) int64 {
	var h [L2In]int64
	for j := range L1Out {
		s := int64(l.b1[j])
		for i, x := range pairs {
			s += x * int64(l.w1[j*len(pairs)+i])
		}
		c := min(max(s>>L1Shift, -L1One), L1One)
		h[j] = max(c, 0)
		h[L1Out+j] = c * c >> SquareShift
	}
	sum := int64(l.b3)
	for k := range L2Out {
		t := int64(l.b2[k])
		for j, x := range h {
			t += x * int64(l.w2[k*L2In+j])
		}
		d := min(max(t>>L2Shift, 0), L1One)
		sum += (d * d >> SquareShift) * int64(l.w3[k])
	}
	return sum
}

// centipawnsOfLayers turns the third layer's sum into an evaluation, before any clamping.
func (n *Network) centipawnsOfLayers(sum int64) int {
	return int(sum * int64(n.raw.Multiplier) / (L2One * L3Unit * 100))
}
