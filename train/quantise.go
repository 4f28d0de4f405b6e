package train

import (
	"errors"
	"fmt"
	"math"

	"sente/datagen"
	"sente/eval/nnue"
)

// boundOutputs scales down the output weights of one bucket if their quantised sum could leave
// int32. It is for Layers = 1, where inference adds up to QA²*|weight| for each weight.
func boundOutputs(w []float32) {
	// Keep 2 in reserve. The bias is at most weightClip and takes less than 1. Rounding adds at
	// most half a unit to each weight.
	most := (math.MaxInt32/(nnue.QA*nnue.QA) - 2 - float64(len(w))/2) / nnue.QB
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

// Units of the integer network's biases.
const (
	outBiasUnit = nnue.QA * nnue.QB
	bias1Unit   = nnue.PairOne * nnue.L1Unit
	bias2Unit   = nnue.L1One * nnue.L2Unit
	bias3Unit   = nnue.L2One * nnue.L3Unit
)

// multiplier is what an output of 1 is worth: nnue.Scale centipawns, times 100.
const multiplier = nnue.Scale * 100

// Quantise returns the network that the engine evaluates with. Rounding shifts all evaluations of a
// bucket by much the same amount. The bias takes back the mean shift. That is measured on at most
// most positions, but at least one (those of QuantisationError). The products of a network of three
// layers are put into the order in which inference can skip most.
func (t *Trainer) Quantise(description string, most int) (*nnue.Network, error) {
	m := t.Result()
	net, err := m.Quantise(description)
	if err != nil {
		return nil, err
	}
	shifts, positions := make([]float64, m.OutputBuckets), make([]float64, m.OutputBuckets)
	t.compare(net, most, func(k *datagen.Packed, output float32, evaluation int) {
		bucket := nnue.OutputBucket(k.Occupied().Count(), m.OutputBuckets)
		shifts[bucket] += float64(evaluation) - nnue.Scale*float64(output)
		positions[bucket]++
	})
	r := net.Raw()
	for b := range positions {
		if positions[b] == 0 {
			continue
		}
		shift := shifts[b] / positions[b] / nnue.Scale // as an output
		if m.Layers == 3 {
			r.L3Bias[b] -= int32(math.Round(shift * bias3Unit))
		} else {
			r.OutBias[b] -= int32(math.Round(shift * outBiasUnit))
		}
	}
	if m.Layers == 3 {
		orderPairs(&m.layout, &r, t.someOfAll(min(most, maxOrderedBy)))
	}
	return nnue.FromRaw(r)
}

// Multiplied returns n with its evaluations times a factor. The search's margins are in centipawns
// and suit evaluations of a certain size. It is an error for a network of one layer, and for a
// factor beyond the range of the multiplier.
func Multiplied(n *nnue.Network, by float64) (*nnue.Network, error) {
	r := n.Raw()
	if r.Version < nnue.DeepLayers {
		return nil, errors.New("train: only a network of three layers has a multiplier")
	}
	x := float64(r.Multiplier) * by
	if !(x >= 0.5 && x <= nnue.MaxMultiplier) {
		return nil, fmt.Errorf("train: multiplier %g leaves the range", by)
	}
	r.Multiplier = int(math.Round(x))
	return nnue.FromRaw(r)
}

// maxOrderedBy is how many positions are used to judge the order of the products.
const maxOrderedBy = 4000

// Quantise returns the network with each weight rounded to a whole number of its unit.
func (m *Model) Quantise(description string) (*nnue.Network, error) {
	r := nnue.Raw{
		Version: nnue.SingleLayer,
		H:       m.Hidden, KingBuckets: m.kingBuckets,
		OutputBuckets: m.OutputBuckets, KingMap: m.kingMap,
		FTWeights:   make([]int16, m.inputRows*m.Hidden),
		FTBias:      make([]int16, m.Hidden),
		Description: description,
	}
	for row := range m.rows {
		to := r.FTBias
		if row < m.inputRows {
			to = r.FTWeights[row*m.Hidden:][:m.Hidden]
		}
		for i := range to {
			to[i] = int16(rounded(m.effective(row, i), nnue.QA, maxInput))
		}
	}
	for b := range m.OutputBuckets {
		if w := m.head(m.Params, b); m.Layers == 3 {
			appendHead3(&r, newHead3(w, m.Hidden))
		} else {
			for _, x := range w[:2*m.Hidden] {
				r.OutWeights = append(r.OutWeights, int16(rounded(x, nnue.QB, nnue.MaxOutWeight)))
			}
			r.OutBias = append(r.OutBias, rounded(w[2*m.Hidden], outBiasUnit, math.MaxInt32))
		}
	}
	if m.Threats {
		r.Version = nnue.ThreatInputs
	}
	return nnue.FromRaw(r)
}

// Inference takes L1One for a square of 1 in the second layer, and L2One in the third. The exact
// number would be squareUnit (head3.go). The weights make up for the difference: stretch2 in those
// of the second layer's squared inputs, stretch3 in those of the third layer's inputs.
const (
	stretch2 = plainUnit / squareUnit
	stretch3 = nnue.L2One / squareUnit
)

// appendHead3 appends the later layers of one output bucket to r.
func appendHead3(r *nnue.Raw, h head3) {
	r.Version, r.Multiplier = nnue.DeepLayers, multiplier
	inputs := len(h.w1) / nnue.L1Out
	for j := range nnue.L1Out {
		for i := range inputs {
			r.L1Weights = append(r.L1Weights,
				int8(rounded(h.w1[i*nnue.L1Out+j], nnue.L1Unit, nnue.MaxL1Weight)))
		}
		r.L1Bias = append(r.L1Bias, rounded(h.b1[j], bias1Unit, math.MaxInt32))
	}
	for k := range nnue.L2Out {
		for j := range nnue.L2In {
			r.L2Weights = append(r.L2Weights,
				int16(rounded(h.w2[j*nnue.L2Out+k], unit2(j), nnue.MaxL2Weight)))
		}
		r.L2Bias = append(r.L2Bias, rounded(h.b2[k], bias2Unit, math.MaxInt32))
		r.L3Weights = append(r.L3Weights, int16(rounded(h.w3[k], unit3, nnue.MaxL3Weight)))
	}
	r.L3Bias = append(r.L3Bias, rounded(h.b3[0], bias3Unit, math.MaxInt32))
}

// unit3 is the unit of the third layer's weights.
const unit3 = nnue.L3Unit * stretch3

// unit2 returns the unit of the second layer's weights for an input.
func unit2(input int) float64 {
	if input >= nnue.L1Out {
		return nnue.L2Unit * stretch2
	}
	return nnue.L2Unit
}

// rounded returns x in units, rounded to the nearest whole number and kept within ±most.
func rounded(x float32, unit, most float64) int32 {
	return int32(min(max(math.RoundToEven(float64(x)*unit), -most), most))
}
