package train

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"sente/eval/nnue"
	"sente/internal/memory"
)

const (
	maxMen = 32
	// lanes is how many numbers of a row lie in one column tile. It is a multiple of every kernel's
	// vector. It is small enough for a whole tile of eight king buckets to stay in the second-level
	// cache.
	lanes = 32
)

// Shape is a network's size.
type Shape struct {
	Layers        int    `json:"layers"`         // behind the accumulators: 1 or 3
	Hidden        int    `json:"hidden"`         // accumulator width per perspective
	KingMap       string `json:"king_map"`       // see ParseKingMap
	Threats       bool   `json:"threats"`        // with threat inputs; of three layers
	OutputBuckets int    `json:"output_buckets"` // 1 to 8, by the number of men
}

// standardKingMaps are the king maps for those who give only a number of buckets.
var standardKingMaps = map[int]string{
	1: "0000/0000/0000/0000/0000/0000/0000/0000",
	2: "0000/0000/1111/1111/1111/1111/1111/1111",
	4: "0011/2222/3333/3333/3333/3333/3333/3333",
	8: "0123/4455/6666/6666/7777/7777/7777/7777",
}

// StandardKingMap returns the king map that is usual for 1, 2, 4 or 8 buckets.
func StandardKingMap(buckets int) (string, error) {
	if m, ok := standardKingMaps[buckets]; ok {
		return m, nil
	}
	return "", fmt.Errorf("train: %d king buckets: want 1, 2, 4 or 8, or a king map", buckets)
}

const bucketDigits = "0123456789abcdefghijklmnopqrstuv"

// ParseKingMap reads a king map: eight ranks, the first rank first, each with the buckets of files
// a to d (0 to 9, then a to v), as in "0123/4455/6666/6666/7777/7777/7777/7777". Four files are
// enough, because features are mirrored so that the king stands on files a to d. Every bucket up to
// the largest must have a square. It returns the bucket of each square a1 to h8, and the number of
// buckets.
func ParseKingMap(s string) (m [64]uint8, buckets int, err error) {
	ranks := strings.Split(s, "/")
	var seen [nnue.MaxKingBuckets]bool
	for r, rank := range ranks {
		if len(ranks) != 8 || len(rank) != 4 {
			return m, 0, fmt.Errorf("king map %q: want eight ranks of four squares, as %s",
				s, standardKingMaps[8])
		}
		for f := range 4 {
			b := strings.IndexByte(bucketDigits, rank[f])
			if b < 0 {
				return m, 0, fmt.Errorf("king map %q: bucket %q: want 0 to 9 or a to v", s, rank[f])
			}
			m[r*8+f], m[r*8+7-f] = uint8(b), uint8(b)
			seen[b], buckets = true, max(buckets, b+1)
		}
	}
	for b := range buckets {
		if !seen[b] {
			return m, 0, fmt.Errorf("king map %q: no square in bucket %c", s, bucketDigits[b])
		}
	}
	return m, buckets, nil
}

// formatKingMap is the inverse of ParseKingMap. Files e to h must mirror files a to d.
func formatKingMap(m *[64]uint8) (string, error) {
	var s strings.Builder
	for r := range 8 {
		if r > 0 {
			s.WriteByte('/')
		}
		for f := range 4 {
			if m[r*8+f] != m[r*8+7-f] {
				return "", errors.New("its king buckets are not mirrored")
			}
			s.WriteByte(bucketDigits[m[r*8+f]])
		}
	}
	return s.String(), nil
}

// Check returns an error that says which size is not supported.
func (s Shape) Check() error {
	step := nnue.HiddenStep
	if s.Layers == 3 {
		step = nnue.DeepHiddenStep // two tiles, because the halves are multiplied
	}
	if s.Layers != 1 && s.Layers != 3 {
		return fmt.Errorf("%d layers: want 1 or 3", s.Layers)
	}
	if s.Hidden < step || s.Hidden > nnue.MaxHidden || s.Hidden%step != 0 {
		return fmt.Errorf("hidden size %d: want a multiple of %d from %d to %d",
			s.Hidden, step, step, nnue.MaxHidden)
	}
	if _, _, err := ParseKingMap(s.KingMap); err != nil {
		return err
	}
	if s.Threats && s.Layers != 3 {
		return errors.New("threat inputs need three layers")
	}
	if s.OutputBuckets < 1 || s.OutputBuckets > nnue.MaxOutputBuckets {
		return fmt.Errorf("%d output buckets: want 1 to %d", s.OutputBuckets, nnue.MaxOutputBuckets)
	}
	return nil
}

// layout says where the weights of a shape are, in floats. The first layer is cut into column
// tiles. Each has the tile's part of every row: the king buckets' own rows, the threats' rows, the
// bias row, then the factoriser's rows. The factoriser is one bucket's worth of rows that all king
// buckets share. The weights of an input are the sum of its own row and the factoriser's.
type layout struct {
	Shape
	kingMap     [64]uint8
	kingBuckets int
	ownRows     int // number of the king buckets' rows: 768 each
	threatRows  int // 768 for each kind of threat, or none
	inputRows   int // ownRows + threatRows
	rows        int // inputRows and the bias row behind them
	factorRows  int // 768, or none with one king bucket
	tiles       int
	tileLen     int // (rows + factorRows) * lanes
	headAt      int // where the first bucket's later layers begin
	headLen     int // length of one bucket's later layers
	len         int
}

// newLayout returns the layout of a shape that has passed Check.
func newLayout(s Shape) layout {
	l := layout{Shape: s}
	l.kingMap, l.kingBuckets, _ = ParseKingMap(s.KingMap)
	l.ownRows = l.kingBuckets * nnue.FeaturesPerBucket
	if s.Threats {
		l.threatRows = nnue.ThreatKinds * nnue.FeaturesPerBucket
	}
	l.inputRows = l.ownRows + l.threatRows
	l.rows = l.inputRows + 1
	if l.kingBuckets > 1 {
		l.factorRows = nnue.FeaturesPerBucket
	}
	l.tiles = s.Hidden / lanes
	l.tileLen = (l.rows + l.factorRows) * lanes
	l.headAt = l.tiles * l.tileLen
	l.headLen = 2*s.Hidden + lanes
	if s.Layers == 3 {
		l.headLen = head3Len(s.Hidden)
	}
	l.len = l.headAt + s.OutputBuckets*l.headLen
	return l
}

// Model is a network in float32.
type Model struct {
	layout
	Params []float32
	// Multiplied is the factor (see the function of that name) of the network that the model was
	// read from. Params do not include it. 0 means that there is none.
	Multiplied float64
}

// newZeroModel returns a model of zeros. s must have passed Check.
func newZeroModel(s Shape) Model {
	l := newLayout(s)
	return Model{layout: l, Params: memory.Huge[float32](l.len)}
}

// tile returns a column tile of the first layer in params, which are laid out as Params.
func (l *layout) tile(params []float32, t int) []float32 {
	return params[t*l.tileLen : (t+1)*l.tileLen : (t+1)*l.tileLen]
}

// head returns the later layers of an output bucket in params, which are laid out as Params.
func (l *layout) head(params []float32, bucket int) []float32 {
	at := l.headAt + bucket*l.headLen
	return params[at : at+l.headLen : at+l.headLen]
}

// effective returns the weight of lane i in a row: the row's own plus the factoriser's, if any.
func (m *Model) effective(row, i int) float32 {
	tile := m.tile(m.Params, i/lanes)
	w := tile[row*lanes+i%lanes]
	if m.factorRows > 0 && row < m.ownRows {
		w += tile[(m.rows+row%nnue.FeaturesPerBucket)*lanes+i%lanes]
	}
	return w
}

// newModel returns a model with normally distributed weights. If there is a factoriser, it holds
// all of the inputs' weights at first. The weights of threats are 0 at first.
func newModel(s Shape, seed uint64) Model {
	m := newZeroModel(s)
	rng := rand.New(rand.NewPCG(seed, 0x6e65747365656421))
	fill := func(w []float32, deviation float64) {
		for i := range w {
			w[i] = float32(min(max(rng.NormFloat64()*deviation, -weightClip), weightClip))
		}
	}
	for t := range m.tiles {
		tile := m.tile(m.Params, t)
		inputs := tile[:m.ownRows*lanes]
		if m.factorRows > 0 {
			inputs = tile[m.rows*lanes:]
		}
		if s.Layers == 1 {
			// He et al., "Delving deep into rectifiers", 2015, as for dense inputs.
			fill(inputs, math.Sqrt(2.0/nnue.FeaturesPerBucket))
			continue
		}
		// About thirty inputs are on. The products of pairs should begin away from 0 and 1.
		fill(inputs, 0.08)
		for i := range lanes {
			tile[m.inputRows*lanes+i] = 0.3
		}
	}
	for b := range s.OutputBuckets {
		w := m.head(m.Params, b)
		if s.Layers == 1 {
			fill(w[:2*s.Hidden], math.Sqrt(1/float64(s.Hidden)))
			continue
		}
		h := newHead3(w, s.Hidden)
		fill(h.w1, math.Sqrt(2/float64(s.Hidden)))
		fill(h.w2, math.Sqrt(2.0/nnue.L2In))
		fill(h.w3, math.Sqrt(1.0/nnue.L2Out))
	}
	return m
}
