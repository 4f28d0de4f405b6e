package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"sente/board"
	"sente/datagen"
	"sente/eval/nnue"
)

// floors holds what the floors of the integer network take away from the activations of one
// position. A nil floors takes nothing. The first pass decides how much is taken. Later passes take
// the same, because a floor has no derivative.
type floors struct {
	taken []float64
	next  int
	again bool
}

// rewind goes back to the first activation.
func (f *floors) rewind() {
	if f != nil {
		f.again, f.next = true, 0
	}
}

// take returns x minus loss, the mean loss, but at least 0. x must not be negative.
func (f *floors) take(x, loss float64) float64 {
	if f == nil {
		return x
	}
	if !f.again {
		f.taken = append(f.taken, min(x, loss))
	}
	f.next++
	return x - f.taken[f.next-1]
}

// reference returns the network's output and the loss of one position, in float64. It is an
// independent computation, from the board and package nnue's features. If fl is not nil, it stands
// in for the floors of the integer network; the parameters must then be whole units of that
// network.
func reference(t testing.TB, r *Recipe, params []float64, k *datagen.Packed, wdl float64,
	f *floors) (output, loss float64) {
	const pair, plain, square = 0.5 * 512 / (255 * 255), 0.5 / 1016, 0.5 * 1024 / (1016 * 1016)
	l := newLayout(r.Shape)
	p := position(t, k)
	bucket := nnue.OutputBucket(p.Occupied().Count(), r.OutputBuckets)
	head := params[l.headAt+bucket*l.headLen:][:l.headLen]
	clamp := func(x, low float64) float64 { return min(max(x, low), 1) }
	var inputs []float64 // inputs of the later layers
	for side := range 2 {
		c := p.SideToMove()
		if side == 1 {
			c = c.Other()
		}
		acc := make([]float64, r.Hidden)
		for i := range acc {
			tile := params[i/lanes*l.tileLen:]
			acc[i] = tile[l.inputRows*lanes+i%lanes]
			for _, f := range featureIndexes(&p, r.Shape, c) {
				acc[i] += tile[f*lanes+i%lanes]
				if l.kingBuckets > 1 && f < l.ownRows {
					acc[i] += tile[(l.rows+f%nnue.FeaturesPerBucket)*lanes+i%lanes]
				}
			}
			acc[i] = clamp(acc[i], 0)
		}
		if r.Layers == 1 {
			inputs = append(inputs, acc...)
			continue
		}
		for i := range r.Hidden / 2 {
			inputs = append(inputs, f.take(acc[i]*acc[i+r.Hidden/2], pair))
		}
	}
	if r.Layers == 1 {
		output = head[2*r.Hidden]
		for i, x := range inputs {
			output += x * x * head[i]
		}
	} else {
		h := r.Hidden
		w1, b1 := head[:16*h], head[16*h:16*h+16]
		w2, b2 := head[16*h+16:16*h+16+1024], head[16*h+16+1024:16*h+16+1024+32]
		w3, b3 := head[16*h+16+1024+32:16*h+16+1024+64], head[16*h+16+1024+64]
		var second [32]float64
		for j := range 16 {
			s := b1[j]
			for i, x := range inputs {
				s += x * w1[i*16+j]
			}
			if f != nil {
				s -= plain
			}
			s = clamp(s, -1)
			second[j], second[16+j] = max(s, 0), f.take(s*s, square)
		}
		output = b3
		for k := range 32 {
			sum := b2[k]
			for j, x := range second {
				sum += x * w2[j*32+k]
			}
			d := clamp(f.take(max(sum, 0), plain), 0)
			output += f.take(d*d, square) * w3[k]
		}
	}
	score, result := float64(k.Score()), float64(k.Result())/2
	if p.SideToMove() == board.Black {
		score, result = -score, 1-result
	}
	want := wdl*result + (1-wdl)/(1+math.Exp(-score/r.Scale))
	return output, math.Pow(math.Abs(1/(1+math.Exp(-400*output/r.Scale))-want), r.LossExponent)
}

// mixedPositions returns positions with many men and positions with few.
func mixedPositions(t testing.TB, n int) []datagen.Packed {
	positions := playedPositions(t, 3, n)
	for i := 0; i < n; i += 2 {
		for try := uint64(i); ; try += 100 {
			positions[i] = randomPositions(try, 1)[0]
			if _, err := positions[i].Position(); err == nil {
				break
			}
		}
	}
	return positions
}

func TestGradientsEqualFiniteDifferences(t *testing.T) {
	for _, layers := range []int{1, 3} {
		for _, buckets := range []int{1, 4} {
			for _, exponent := range []float64{2, 2.5} {
				s := Shape{layers, 64, standardKingMaps[buckets], false, 8}
				t.Run(fmt.Sprint(layers, buckets, exponent), func(t *testing.T) {
					testGradients(t, s, exponent, false)
				})
			}
		}
	}
	for _, buckets := range []int{1, 4} {
		s := Shape{3, 64, standardKingMaps[buckets], true, 8}
		t.Run(fmt.Sprint("threats", buckets), func(t *testing.T) { testGradients(t, s, 2, false) })
		s.Threats = false
		t.Run(fmt.Sprint("integer", buckets), func(t *testing.T) { testGradients(t, s, 2, true) })
	}
}

// roundAll rounds m's weights to whole units of the integer network.
func roundAll(m Model) {
	for i := range m.tiles {
		roundTo(m.tile(m.Params, i), nnue.QA, maxInput)
	}
	for k := range m.OutputBuckets {
		h := newHead3(m.head(m.Params, k), m.Hidden)
		h.round()
	}
}

// testGradients compares the loss and the gradients with those of reference, by finite differences.
// If integer is set, it tests the last stage of training, which stands in for the integer network.
func testGradients(t *testing.T, s Shape, exponent float64, integer bool) {
	const wdl = 0.3
	r := testRecipe()
	r.Shape, r.LossExponent = s, exponent
	positions := mixedPositions(t, 24)
	m := newModel(r.Shape, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	params := make([]float64, len(m.Params))
	for i := range params { // so large that some activations are clipped at either end
		m.Params[i] = float32(rng.NormFloat64() * 0.15)
	}
	taken := make([]*floors, len(positions))
	if integer {
		roundAll(m)
		for i := range taken {
			taken[i] = new(floors)
		}
	}
	// The first layer's weights are even numbers of units, so the passes do not round them. Its
	// biases are odd numbers, so no accumulator is at 0 or 1, where there is no derivative.
	odd := float32(1.0 / accUnit)
	if integer {
		odd = 3.0 / accUnit // no whole number of the integer network's units
	}
	for i := range m.tiles {
		tile := m.tile(m.Params, i)
		roundTo(tile, accUnit/2, math.MaxInt32)
		bias := tile[m.inputRows*lanes:][:lanes]
		for j := range bias {
			bias[j] += odd
		}
	}
	n := newNetwork(&m.layout, m.Params, integer)
	for i := range m.tiles { // because the integer network has rounded it
		bias := m.tile(m.Params, i)[m.inputRows*lanes:][:lanes]
		toUnits(n.rowsOf(i)[m.inputRows*lanes:], bias)
	}
	for i := range params {
		params[i] = float64(m.Params[i])
	}
	var b batch
	var p pass
	c := newCrew(&m.layout, 2)
	b.fill(&m.layout, positions, func(k *datagen.Packed) float64 { return target(k, wdl, r.Scale) })
	p.learn(c, n, &b, newLoss(&r))
	var bucket int // output bucket of the parameter under test; -1: all buckets
	total := func() (loss float64) {
		for i := range positions {
			if bucket < 0 ||
				bucket == nnue.OutputBucket(positions[i].Occupied().Count(), r.OutputBuckets) {
				_, l := reference(t, &r, params, &positions[i], wdl, taken[i])
				taken[i].rewind()
				loss += l
			}
		}
		return loss
	}
	bucket = -1
	var loss float64
	for _, l := range p.loss {
		loss += l
	}
	if want := total(); math.Abs(loss-want) > 1e-4*want {
		t.Fatalf("loss %v, want %v", loss, want)
	}
	grad := make([]float32, len(params))
	for tile := range m.tiles {
		p.tileGrad(c[0], &m.layout, &b, tile)
		copy(m.tile(grad, tile), c[0].grad)
	}
	for k := range r.OutputBuckets {
		copy(m.head(grad, k), p.headGrad(&b, k))
	}
	// The first layer's gradients are sums of half floats. Each is rounded by at most a 512th of
	// its size.
	rounding := make([]float32, len(params))
	for i := range p.acc.data {
		p.acc.data[i] &= math.MaxInt16 // without its sign
	}
	for tile := range m.tiles {
		p.tileGrad(c[0], &m.layout, &b, tile)
		for i, size := range c[0].grad {
			m.tile(rounding, tile)[i] = size / 512
		}
	}
	// The gradients of each group of parameters have a size of their own.
	type span struct {
		name     string
		from, to int
	}
	var spans []span
	add := func(name string, from, n int) { spans = append(spans, span{name, from, from + n}) }
	add("own rows", 0, m.ownRows*lanes)
	add("threats", m.ownRows*lanes, m.threatRows*lanes)
	add("bias", m.tileLen+m.inputRows*lanes, lanes)
	add("factoriser", m.rows*lanes, m.factorRows*lanes)
	for k := range r.OutputBuckets {
		at := m.headAt + k*m.headLen
		if s.Layers == 1 {
			add("output weights", at, 2*r.Hidden)
			add("output bias", at+2*r.Hidden, 1)
			continue
		}
		h := r.Hidden * 16
		add("w1", at, h)
		add("b1", at+h, 16)
		add("w2", at+h+16, 1024)
		add("b2", at+h+16+1024, 32)
		add("w3", at+h+16+1024+32, 32)
		add("b3", at+h+16+1024+64, 1)
	}
	nonzero := map[string]int{}
	for _, s := range spans {
		largest := 0.0
		var touched []int // parameters that the batch has an influence on
		for i := s.from; i < s.to; i++ {
			largest = max(largest, math.Abs(float64(grad[i])))
			if grad[i] != 0 {
				touched = append(touched, i)
			}
		}
		for try := range 20 {
			if s.from == s.to ||
				try >= 5 && s.from >= m.headAt+m.headLen && s.from < m.len-m.headLen {
				break
			}
			i := s.from + rng.IntN(s.to-s.from)
			if len(touched) > 0 && rng.IntN(2) == 0 {
				i = touched[rng.IntN(len(touched))]
			}
			bucket = -1
			if i >= m.headAt {
				bucket = (i - m.headAt) / m.headLen
			}
			const step = 1e-5
			x := params[i]
			params[i] = x + step
			up := total()
			params[i] = x - step
			down := total()
			params[i] = x
			got, want := float64(grad[i]), (up-down)/(2*step)
			if math.Abs(got-want) > 2e-3*largest+1e-7+float64(rounding[i]) {
				t.Errorf("%s: derivative by parameter %d is %g, want %g",
					s.name, i-s.from, got, want)
			}
			if math.Abs(want) > 1e-3*largest {
				nonzero[s.name]++
			}
		}
	}
	for _, s := range spans {
		if s.from < s.to && nonzero[s.name] < 5 {
			t.Errorf("%s: only %d derivatives are not zero", s.name, nonzero[s.name])
		}
	}
}
