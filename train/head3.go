package train

import (
	"math"

	"sente/eval/nnue"
)

// head3 is the later layers of one output bucket with Layers = 3. Its slices are views into one
// array.
type head3 struct {
	w1 []float32 // [input][nnue.L1Out], the side to move's inputs first
	b1 []float32 // [nnue.L1Out]
	w2 []float32 // [nnue.L2In][nnue.L2Out]: plain inputs, then squared ones
	b2 []float32 // [nnue.L2Out]
	w3 []float32 // [nnue.L2Out]
	b3 []float32 // the bias is the first element; the rest is padding
}

// b3Padding is how many floats the single bias b3 takes, so that the length of a head is whole
// vectors.
const b3Padding = 16

func head3Len(hidden int) int {
	return (hidden+1)*nnue.L1Out + (nnue.L2In+1)*nnue.L2Out + nnue.L2Out + b3Padding
}

// newHead3 lays a head over params, which has head3Len(hidden) floats.
func newHead3(params []float32, hidden int) head3 {
	next := func(n int) []float32 {
		part := params[:n:n]
		params = params[n:]
		return part
	}
	return head3{
		w1: next(hidden * nnue.L1Out), b1: next(nnue.L1Out),
		w2: next(nnue.L2In * nnue.L2Out), b2: next(nnue.L2Out),
		w3: next(nnue.L2Out), b3: next(b3Padding),
	}
}

// What inference loses by rounding down, on average: half a step each. In units of an activation of
// 1.
const (
	pairFloor   = 0.5 / pairUnit
	plainFloor  = 0.5 / plainUnit
	squareFloor = 0.5 / squareUnit
)

// Units of the integer network's activations: the number that stands for 1.
const (
	pairUnit   = 1.0 * nnue.QA * nnue.QA / (1 << nnue.PairShift) // of the products of pairs
	plainUnit  = 1.0 * nnue.L1One                                // of the two layers' outputs
	squareUnit = plainUnit * plainUnit / (1 << nnue.SquareShift) // of the squares of these outputs
)

// blockSize is how many positions go through the later layers at a time; a multiple of 4.
const blockSize = 32

// head3Net is a head3 in the form that the passes use.
type head3Net struct {
	head3
	w1T    []float32 // [nnue.L1Out][input]
	w2T    []float32 // [nnue.L2Out][nnue.L2In]
	params []float32 // the array that head3 is laid over
	floors bool      // subtract what inference loses by rounding down
}

// load copies the weights of params. If floors is set, it rounds them to those of the integer
// network.
func (n *head3Net) load(params []float32, hidden int, floors bool) {
	if n.params == nil {
		n.params = make([]float32, len(params))
		n.head3 = newHead3(n.params, hidden)
		n.w1T, n.w2T = make([]float32, len(n.w1)), make([]float32, len(n.w2))
	}
	copy(n.params, params)
	n.floors = floors
	if floors {
		n.round()
	}
	transpose(n.w1T, n.w1, hidden, nnue.L1Out)
	transpose(n.w2T, n.w2, nnue.L2In, nnue.L2Out)
}

// transpose sets dst to the transpose of src, a matrix of the given rows and columns.
func transpose(dst, src []float32, rows, columns int) {
	for c := range columns {
		row := dst[c*rows:][:rows]
		for r := range row {
			row[r] = src[r*columns+c]
		}
	}
}

// block is a worker's buffer for the activations of blockSize positions and their derivatives.
type block struct {
	x                      []float32 // [position][hidden]
	s, ds                  []float32 // [position][nnue.L1Out]: the first layer's sums
	h, dh                  []float32 // [position][nnue.L2In]
	t, dt                  []float32 // [position][nnue.L2Out]: the second layer's sums
	forward1, back1, grad1 product
	forward2, back2, grad2 product
}

func newBlock(hidden int) *block {
	k := &block{
		x: make([]float32, blockSize*hidden),
		s: make([]float32, blockSize*nnue.L1Out), ds: make([]float32, blockSize*nnue.L1Out),
		h: make([]float32, blockSize*nnue.L2In), dh: make([]float32, blockSize*nnue.L2In),
		t: make([]float32, blockSize*nnue.L2Out), dt: make([]float32, blockSize*nnue.L2Out),
	}
	k.forward1, k.back1, k.grad1 = layerProducts(hidden, nnue.L1Out)
	k.forward2, k.back2, k.grad2 = layerProducts(nnue.L2In, nnue.L2Out)
	return k
}

// layerProducts returns the three matrix products of a layer for a whole block. forward makes the
// outputs from inputs and weights. back makes the derivatives by inputs from the derivatives by
// outputs and the transposed weights. grad makes the derivatives by weights from inputs and
// derivatives by outputs.
func layerProducts(in, out int) (forward, back, grad product) {
	forward = product{m: blockSize, n: out, k: in, am: in, ak: 1, bk: out, cm: out}
	back = product{m: blockSize, n: in, k: out, am: out, ak: 1, bk: in, cm: in}
	grad = product{m: in, n: out, k: blockSize, am: 1, ak: in, bk: out, cm: out}
	return forward, back, grad
}

// forward sets out to the network's outputs of up to blockSize positions, in units of nnue.Scale
// centipawns for the side to move. acc holds the accumulators of a batch.
func (k *block) forward(n *head3Net, acc *accumulators, slots [][2]int32, out []float32) {
	hidden := len(n.w1) / nnue.L1Out
	var takePair, takePlain, takeSquare float32
	if n.floors {
		takePair, takePlain, takeSquare = pairFloor, plainFloor, squareFloor
	}
	for i, views := range slots {
		x, next := k.x[i*hidden:][:hidden], slots[min(i+1, len(slots)-1)]
		pairs(x[:hidden/2], acc.at(views[0]), acc.at(next[0]), acc.stride, takePair)
		pairs(x[hidden/2:], acc.at(views[1]), acc.at(next[1]), acc.stride, takePair)
		copy(k.s[i*nnue.L1Out:][:nnue.L1Out], n.b1)
		copy(k.t[i*nnue.L2Out:][:nnue.L2Out], n.b2)
	}
	clear(k.x[len(slots)*hidden:]) // the unused rest of the block takes part, without effect
	clear(k.h[len(slots)*nnue.L2In:])
	multiply(k.s, k.x, n.w1, &k.forward1)
	for i := range slots {
		s, h := k.s[i*nnue.L1Out:][:nnue.L1Out], k.h[i*nnue.L2In:][:nnue.L2In]
		for j, v := range s {
			c := min(max(v-takePlain, -1), 1)
			h[j], h[nnue.L1Out+j] = max(c, 0), max(c*c-takeSquare, 0)
		}
	}
	multiply(k.t, k.h, n.w2, &k.forward2)
	for i := range slots {
		u := n.b3[0]
		for j, v := range k.t[i*nnue.L2Out:][:nnue.L2Out] {
			d := min(max(v-takePlain, 0), 1)
			u += max(d*d-takeSquare, 0) * n.w3[j]
		}
		out[i] = u
	}
}

// backward must follow forward. du holds the loss's derivatives with respect to the outputs.
// backward adds the gradient with respect to the weights to g. It replaces the accumulators by the
// gradient with respect to them.
func (k *block) backward(n *head3Net, g *head3, acc *accumulators, slots [][2]int32, du []float32) {
	hidden := len(n.w1) / nnue.L1Out
	var takePlain, takeSquare float32
	if n.floors {
		takePlain, takeSquare = plainFloor, squareFloor
	}
	clear(k.dt)
	clear(k.dh)
	clear(k.ds)
	for i, d3 := range du {
		t, dt := k.t[i*nnue.L2Out:][:nnue.L2Out], k.dt[i*nnue.L2Out:][:nnue.L2Out]
		g.b3[0] += d3
		for j, v := range t {
			d := min(max(v-takePlain, 0), 1)
			g.w3[j] += d3 * max(d*d-takeSquare, 0)
			if v > 0 && v < 1 {
				dt[j] = 2 * d * d3 * n.w3[j]
				g.b2[j] += dt[j]
			}
		}
	}
	multiply(g.w2, k.h, k.dt, &k.grad2)
	multiply(k.dh, k.dt, n.w2T, &k.back2)
	for i := range du {
		s, ds := k.s[i*nnue.L1Out:][:nnue.L1Out], k.ds[i*nnue.L1Out:][:nnue.L1Out]
		dh := k.dh[i*nnue.L2In:][:nnue.L2In]
		for j, v := range s {
			if v > -1 && v < 1 {
				ds[j] = 2 * v * dh[nnue.L1Out+j]
				if v > 0 {
					ds[j] += dh[j]
				}
				g.b1[j] += ds[j]
			}
		}
	}
	multiply(g.w1, k.x, k.ds, &k.grad1)
	clear(k.x)
	multiply(k.x, k.ds, n.w1T, &k.back1) // the derivatives by x replace x
	for i, views := range slots {
		x := k.x[i*hidden:][:hidden]
		pairsGrad(acc.at(views[0]), x[:hidden/2], acc.stride)
		pairsGrad(acc.at(views[1]), x[hidden/2:], acc.stride)
	}
}

// round rounds the weights to those that Quantise would give to the integer network.
func (h *head3) round() {
	const plain = nnue.L1Out * nnue.L2Out // weights of the second layer's plain inputs
	roundTo(h.w1, nnue.L1Unit, math.MaxInt32)
	roundTo(h.w2[:plain], unit2(0), math.MaxInt32)
	roundTo(h.w2[plain:], unit2(nnue.L1Out), math.MaxInt32)
	roundTo(h.w3, unit3, math.MaxInt32)
}

// roundTo rounds each weight to a whole number of units, within ±most.
func roundTo(w []float32, unit, most float64) {
	for i, x := range w {
		w[i] = float32(float64(rounded(x, unit, most)) / unit)
	}
}
