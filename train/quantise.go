package train

import (
	"fmt"
	"math"

	"sente/eval/nnue"
)

// boundOutputs shrinks the output weights of a bucket whose quantised sum could leave int32:
// inference adds up to QA²*|weight| for each of them.
func (m *Model) boundOutputs() {
	// Rounding adds at most half a unit to each weight. The bias, at most weightClip, is less than
	// one unit of the limit.
	most := (math.MaxInt32/(nnue.QA*nnue.QA) - 2 - float64(m.Hidden)) / nnue.QB
	for b := range m.OutputBuckets {
		w := m.outWeights(b)
		var sum float64
		for _, x := range w {
			sum += float64(max(x, -x))
		}
		if sum > most {
			for i := range w {
				w[i] *= float32(most / sum)
			}
		}
	}
}

// Quantise returns the network that the engine evaluates with. Rounded output weights shift all
// evaluations of a bucket by much the same; the bias takes back the mean shift on at most the given
// number of positions (those of QuantisationError).
func (t *Trainer) Quantise(description string, most int) (*nnue.Network, error) {
	net, err := t.Model.Quantise(description)
	if err != nil {
		return nil, err
	}
	shifts, positions := make([]float64, t.Model.OutputBuckets), make([]float64, t.Model.OutputBuckets)
	t.compare(net, most, func(bucket int, difference float64) {
		shifts[bucket] += difference
		positions[bucket]++
	})
	r := net.Raw()
	for b := range r.OutBias {
		if positions[b] > 0 {
			r.OutBias[b] -= int32(math.Round(shifts[b] / positions[b] / nnue.Scale * nnue.QA * nnue.QB))
		}
	}
	return nnue.FromRaw(r)
}

// Quantise returns the network with each weight rounded to the nearest integer of its scale.
func (m *Model) Quantise(description string) (*nnue.Network, error) {
	r := nnue.Raw{
		H: m.Hidden, KingBuckets: m.KingBuckets, OutputBuckets: m.OutputBuckets,
		KingMap:     kingMaps[m.KingBuckets],
		OutBias:     make([]int32, m.OutputBuckets),
		Description: description,
	}
	bias := m.biasRow() * m.Hidden
	r.FTWeights = rounded(m.Rows[:bias], nnue.QA)
	r.FTBias = rounded(m.Rows[bias:], nnue.QA)
	r.OutWeights = rounded(m.Out, nnue.QB)
	for b := range r.OutBias {
		r.OutBias[b] = int32(math.Round(float64(m.OutBias[b]) * nnue.QA * nnue.QB))
	}
	return nnue.FromRaw(r)
}

func rounded(w []float32, scale float64) []int16 {
	q := make([]int16, len(w))
	for i, x := range w {
		q[i] = int16(math.Round(float64(x) * scale))
	}
	return q
}

// FromNetwork returns the model whose quantisation is n: its weights as the engine has them, each
// off by up to half a step from what was trained. Networks whose king buckets are not those of
// this package, or whose shape it can't train, are refused.
func FromNetwork(n *nnue.Network) (Model, error) {
	r := n.Raw()
	s := Shape{Hidden: r.H, KingBuckets: r.KingBuckets, OutputBuckets: r.OutputBuckets}
	if err := s.Check(); err != nil {
		return Model{}, err
	}
	if r.KingMap != kingMaps[s.KingBuckets] {
		return Model{}, fmt.Errorf("other squares in its %d king buckets than the trainer's", s.KingBuckets)
	}
	m := view(s, make([]float32, s.paramsLen()))
	bias := m.biasRow() * m.Hidden
	unround(m.Rows[:bias], r.FTWeights, nnue.QA)
	unround(m.Rows[bias:], r.FTBias, nnue.QA)
	unround(m.Out, r.OutWeights, nnue.QB)
	for b, x := range r.OutBias {
		m.OutBias[b] = float32(x) / (nnue.QA * nnue.QB)
	}
	return m, nil
}

func unround(w []float32, q []int16, scale float32) {
	for i, x := range q {
		w[i] = float32(x) / scale
	}
}
