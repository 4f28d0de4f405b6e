package train

import (
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
