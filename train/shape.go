package train

import (
	"fmt"
	"math"
	"math/rand/v2"

	"sente/eval/nnue"
)

const (
	maxPieces = 32
	// biasPadding is the length the output biases are stored in, so that kernels always see whole
	// vectors.
	biasPadding = nnue.MaxOutputBuckets
)

// Shape is a network's size.
type Shape struct {
	Hidden        int `json:"hidden"`         // accumulator width per perspective: 32 to 1024, a multiple of 32
	KingBuckets   int `json:"king_buckets"`   // a key of kingMaps
	OutputBuckets int `json:"output_buckets"` // 1 to 8, by the number of pieces
}

// kingMaps has the king bucket of each square a1 to h8 for each supported number of buckets. The
// king stands on files a to d: features are mirrored before they are looked up.
var kingMaps = map[int][64]uint8{
	1: {},
	2: kingMap([8]string{"0000", "0000", "1111", "1111", "1111", "1111", "1111", "1111"}),
	4: kingMap([8]string{"0011", "2222", "3333", "3333", "3333", "3333", "3333", "3333"}),
	8: kingMap([8]string{"0123", "4455", "6666", "6666", "7777", "7777", "7777", "7777"}),
}

// kingMap reads the buckets of files a to d, rank 1 first, and mirrors them to e to h.
func kingMap(ranks [8]string) (m [64]uint8) {
	for r, s := range ranks {
		for f := range 4 {
			m[r*8+f] = s[f] - '0'
			m[r*8+7-f] = s[f] - '0'
		}
	}
	return m
}

// Check returns an error that says which size is not supported.
func (s Shape) Check() error {
	if s.Hidden < nnue.HiddenStep || s.Hidden > nnue.MaxHidden || s.Hidden%nnue.HiddenStep != 0 {
		return fmt.Errorf("hidden size %d: want a multiple of %d from %d to %d",
			s.Hidden, nnue.HiddenStep, nnue.HiddenStep, nnue.MaxHidden)
	}
	if _, ok := kingMaps[s.KingBuckets]; !ok {
		return fmt.Errorf("%d king buckets: want 1, 2, 4 or 8", s.KingBuckets)
	}
	if s.OutputBuckets < 1 || s.OutputBuckets > nnue.MaxOutputBuckets {
		return fmt.Errorf("%d output buckets: want 1 to %d", s.OutputBuckets, nnue.MaxOutputBuckets)
	}
	return nil
}

// biasRow is the number of the row that holds the accumulator's bias. It is a row like a
// feature's that every position has.
func (s Shape) biasRow() int { return s.KingBuckets * nnue.FeaturesPerBucket }

// rowsLen is the number of floats in all rows.
func (s Shape) rowsLen() int { return (s.biasRow() + 1) * s.Hidden }

// paramsLen is the number of floats in a model: rows, output weights, output biases.
func (s Shape) paramsLen() int {
	return s.rowsLen() + s.OutputBuckets*2*s.Hidden + biasPadding
}

// Model is a network in float32. Its slices are parts of one array, in this order.
type Model struct {
	Shape
	Params  []float32 // everything below
	Rows    []float32 // [feature][Hidden], then the bias
	Out     []float32 // [bucket][2*Hidden], side to move first
	OutBias []float32 // [biasPadding], the first OutputBuckets are used
}

// view lays a model of shape s over params.
func view(s Shape, params []float32) Model {
	rows, out := s.rowsLen(), s.OutputBuckets*2*s.Hidden
	return Model{s, params, params[:rows:rows], params[rows : rows+out : rows+out], params[rows+out:]}
}

// newModel returns a model with normally distributed weights, deviation sqrt(2/inputs) ("He et al.,
// Delving deep into rectifiers", 2015), and biases of zero.
func newModel(s Shape, seed uint64) Model {
	m := view(s, make([]float32, s.paramsLen()))
	rng := rand.New(rand.NewPCG(seed, 0x6e65747365656421))
	fill := func(w []float32, inputs int) {
		deviation := math.Sqrt(2 / float64(inputs))
		for i := range w {
			w[i] = float32(min(max(rng.NormFloat64()*deviation, -weightClip), weightClip))
		}
	}
	fill(m.Rows[:s.biasRow()*s.Hidden], nnue.FeaturesPerBucket)
	fill(m.Out, 2*s.Hidden)
	return m
}

// output returns the network's output in units of nnue.Scale centipawns for the side to move. acc is
// room for 2*Hidden floats and holds both accumulators afterwards.
func (m *Model) output(f *features, acc []float32) float32 {
	h := m.Hidden
	accumulate(acc[:h], m.Rows, f.rows[0][:f.count])
	accumulate(acc[h:2*h], m.Rows, f.rows[1][:f.count])
	return screluDot(acc[:2*h], m.outWeights(f.bucket)) + m.OutBias[f.bucket]
}

func (m *Model) outWeights(bucket int) []float32 {
	return m.Out[bucket*2*m.Hidden : (bucket+1)*2*m.Hidden]
}
