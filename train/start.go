package train

import (
	"errors"
	"fmt"

	"sente/eval/nnue"
)

// FromNetwork returns the model that gives n when it is quantised. Its weights are the engine's, so
// each may differ by up to half a unit from what was trained. With several king buckets the
// factoriser holds their mean. The evaluations of the model are those before Multiplied (see
// Model). It is an error if training would clip a weight.
func FromNetwork(n *nnue.Network) (Model, error) {
	r := n.Raw()
	kings, err := formatKingMap(&r.KingMap)
	if err != nil {
		return Model{}, err
	}
	s := Shape{Layers: 1, Hidden: r.H, KingMap: kings, OutputBuckets: r.OutputBuckets}
	if r.Version >= nnue.DeepLayers {
		s.Layers, s.Threats = 3, r.Version == nnue.ThreatInputs
	}
	if err := s.Check(); err != nil {
		return Model{}, err
	}
	m := newZeroModel(s)
	m.Multiplied = float64(r.Multiplier) / multiplier
	if m.kingBuckets != r.KingBuckets {
		return Model{}, errors.New("it has king buckets without a square")
	}
	for i := range m.Hidden {
		tile, lane := m.tile(m.Params, i/lanes), i%lanes
		for row := range m.inputRows {
			w := float32(r.FTWeights[row*m.Hidden+i]) / nnue.QA
			tile[row*lanes+lane] = w
			if m.factorRows > 0 && row < m.ownRows {
				tile[(m.rows+row%nnue.FeaturesPerBucket)*lanes+lane] += w / float32(m.kingBuckets)
			}
		}
		for row := 0; row < m.ownRows && m.factorRows > 0; row++ {
			tile[row*lanes+lane] -= tile[(m.rows+row%nnue.FeaturesPerBucket)*lanes+lane]
		}
		tile[m.inputRows*lanes+lane] = float32(r.FTBias[i]) / nnue.QA
	}
	for b := range m.OutputBuckets {
		if w := m.head(m.Params, b); m.Layers == 3 {
			fillHead3(newHead3(w, m.Hidden), &r, b)
		} else {
			for i, x := range r.OutWeights[b*2*m.Hidden : (b+1)*2*m.Hidden] {
				w[i] = float32(x) / nnue.QB
			}
			w[2*m.Hidden] = float32(r.OutBias[b]) / outBiasUnit
		}
	}
	if err := m.checkClips(&r); err != nil {
		return Model{}, err
	}
	return m, nil
}

// fillHead3 is the inverse of appendHead3.
func fillHead3(h head3, r *nnue.Raw, b int) {
	inputs := len(h.w1) / nnue.L1Out
	for j := range nnue.L1Out {
		for i := range inputs {
			h.w1[i*nnue.L1Out+j] = float32(r.L1Weights[(b*nnue.L1Out+j)*inputs+i]) / nnue.L1Unit
		}
		h.b1[j] = float32(r.L1Bias[b*nnue.L1Out+j]) / bias1Unit
	}
	for k := range nnue.L2Out {
		for j := range nnue.L2In {
			weight := float64(r.L2Weights[(b*nnue.L2Out+k)*nnue.L2In+j])
			h.w2[j*nnue.L2Out+k] = float32(weight / unit2(j))
		}
		h.b2[k] = float32(r.L2Bias[b*nnue.L2Out+k]) / bias2Unit
		h.w3[k] = float32(float64(r.L3Weights[b*nnue.L2Out+k]) / unit3)
	}
	h.b3[0] = float32(r.L3Bias[b]) / bias3Unit
}

// StartFrom replaces the fresh weights by those of m. If its shape is the recipe's, the outputs are
// the same. They are also the same if
//
//   - m has fewer king buckets, each the union of some of the recipe's,
//   - m has one output bucket and the recipe several,
//   - m has no threat inputs: their weights begin at 0,
//   - m is narrower: neurons beyond its width keep fresh inputs, but their output weights begin at
//     0 (function-preserving growth: Chen, Goodfellow and Shlens, "Net2Net", 2015). With three
//     layers, pairs stay pairs.
//
// If m has another number of layers, only its first layer is taken over. The later layers stay
// fresh.
func (t *Trainer) StartFrom(m Model) error {
	to := &t.Model
	kings, err := bucketsOf(&m.layout, &to.layout)
	if err != nil {
		return err
	}
	if m.Hidden > to.Hidden || m.Threats && !to.Threats ||
		m.OutputBuckets != to.OutputBuckets && m.OutputBuckets != 1 {
		return fmt.Errorf("train: the weights to start from are of shape %+v, not %+v",
			m.Shape, to.Shape)
	}
	for i := range m.Hidden {
		startColumn(to, wider(i, m.Hidden, to.Hidden, to.Layers), &m, i, kings)
	}
	for b := 0; b < to.OutputBuckets && m.Layers == to.Layers; b++ {
		from, w := m.head(m.Params, min(b, m.OutputBuckets-1)), to.head(to.Params, b)
		if m.Layers == 3 {
			startHead3(newHead3(w, to.Hidden), newHead3(from, m.Hidden))
			continue
		}
		clear(w)
		copy(w, from[:m.Hidden])
		copy(w[to.Hidden:], from[m.Hidden:2*m.Hidden])
		w[2*to.Hidden] = from[2*m.Hidden]
	}
	t.net = nil
	copy(t.mean, to.Params)
	return nil
}

// bucketsOf returns, for each king bucket of to, the bucket of from that contains it. It fails if a
// bucket of to overlaps several of from.
func bucketsOf(from, to *layout) ([]int, error) {
	kings := make([]int, to.kingBuckets)
	for b := range kings {
		kings[b] = -1
	}
	for s, b := range to.kingMap {
		if old := int(from.kingMap[s]); kings[b] == -1 {
			kings[b] = old
		} else if kings[b] != old {
			return nil, fmt.Errorf("train: the king buckets of the weights to start from, %s, "+
				"are no unions of those of %s", from.KingMap, to.KingMap)
		}
	}
	return kings, nil
}

// wider returns the place of neuron i of a layer of width neurons in a layer of wide neurons. The
// two neurons of a pair are half a width apart, and they stay pairs.
func wider(i, width, wide, layers int) int {
	if layers == 3 && i >= width/2 {
		return i - width/2 + wide/2
	}
	return i
}

// startColumn copies the first-layer weights of neuron i of m to neuron j of to.
func startColumn(to *Model, j int, m *Model, i int, kings []int) {
	tile, lane := to.tile(to.Params, j/lanes), j%lanes
	old, oldLane := m.tile(m.Params, i/lanes), i%lanes
	for row := range to.ownRows {
		feature := row % nnue.FeaturesPerBucket
		own := old[(kings[row/nnue.FeaturesPerBucket]*nnue.FeaturesPerBucket+feature)*lanes+oldLane]
		if m.factorRows == 0 && to.factorRows > 0 {
			own = 0 // the single bucket's weights go to the factoriser
		}
		tile[row*lanes+lane] = own
	}
	for row := range min(to.threatRows, m.threatRows) {
		tile[(to.ownRows+row)*lanes+lane] = old[(m.ownRows+row)*lanes+oldLane]
	}
	tile[to.inputRows*lanes+lane] = old[m.inputRows*lanes+oldLane]
	shared := 0 // first row of m that goes to the factoriser
	if m.factorRows > 0 {
		shared = m.rows
	}
	for f := range to.factorRows {
		tile[(to.rows+f)*lanes+lane] = old[(shared+f)*lanes+oldLane]
	}
}

// startHead3 copies the weights of from into to. from may be narrower.
func startHead3(to, from head3) {
	width, wide := len(from.w1)/nnue.L1Out, len(to.w1)/nnue.L1Out
	clear(to.w1)
	for i := range width {
		copy(to.w1[wider(i, width, wide, 3)*nnue.L1Out:][:nnue.L1Out], from.w1[i*nnue.L1Out:])
	}
	copy(to.b1, from.b1)
	copy(to.w2, from.w2)
	copy(to.b2, from.b2)
	copy(to.w3, from.w3)
	copy(to.b3, from.b3)
}
