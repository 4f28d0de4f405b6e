package train

import (
	"math"

	"sente/board"
	"sente/datagen"
	"sente/eval/nnue"
)

// QuantError says how far the quantised network is from the float one.
type QuantError struct {
	Positions int
	Mean, Max float64 // of the absolute difference of the evaluations, centipawns
	Float     float64 // mean loss of the float network, as in Validate
	Quantised float64 // mean loss of the quantised one
}

// QuantisationError compares t's model with net, the same model quantised. It uses at most most
// validation positions, but at least one, spread evenly. If there are none, it uses training
// positions. Positions that the rules forbid are left out.
func (t *Trainer) QuantisationError(net *nnue.Network, most int) QuantError {
	var e QuantError
	l := newLoss(&t.Recipe)
	t.compare(net, most, func(k *datagen.Packed, output float32, evaluation int) {
		d := math.Abs(float64(evaluation) - nnue.Scale*float64(output))
		wanted := float32(target(k, t.Recipe.WDLEnd, t.Recipe.Scale))
		float, _ := l.of(output, wanted)
		quantised, _ := l.of(float32(evaluation)/nnue.Scale, wanted)
		e.Positions++
		e.Mean += d
		e.Max = max(e.Max, d)
		e.Float += float
		e.Quantised += quantised
	})
	n := float64(max(e.Positions, 1))
	e.Mean, e.Float, e.Quantised = e.Mean/n, e.Float/n, e.Quantised/n
	return e
}

// compare calls f for the positions of QuantisationError. It passes the model's output, in units of
// nnue.Scale centipawns, and net's evaluation, in centipawns. Both are for the side to move.
func (t *Trainer) compare(net *nnue.Network, most int,
	f func(k *datagen.Packed, output float32, evaluation int)) {
	some := t.someOfAll(most)
	outputs, evaluations := make([]float32, len(some)), make([]int, len(some))
	t.outputs(some, func(i int, output float32) { outputs[i] = output })
	t.crew.do(len(some), func(_ *worker, i int) {
		p, _ := some[i].Position() // no error: someOfAll keeps only such positions
		evaluations[i] = net.Evaluate(&p)
	})
	for i := range some {
		f(&some[i], outputs[i], evaluations[i])
	}
}

// someOfAll returns at most most positions, spread evenly: see QuantisationError.
func (t *Trainer) someOfAll(most int) []datagen.Packed {
	all := [][]datagen.Packed{t.data.sample}
	if len(t.data.Valid) > 0 {
		all = nil
		for _, set := range t.data.Valid {
			all = append(all, set.Positions)
		}
	}
	most = max(most, 1)
	var some []datagen.Packed
	for set, positions := range all {
		share := most*(set+1)/len(all) - most*set/len(all)
		if share == 0 {
			continue
		}
		step := (len(positions) + share - 1) / share
		for i := 0; i < len(positions); i += step {
			if _, err := positions[i].Position(); err == nil {
				some = append(some, positions[i])
			}
		}
	}
	return some
}

// MeanAbsEval returns the mean absolute evaluation in centipawns on a fixed set of positions. If it
// changes from one network to the next, the search's margins in centipawns should change with it.
func MeanAbsEval(net *nnue.Network) float64 {
	var sum float64
	for _, fen := range scalePositions {
		p, err := board.ParseFEN(fen)
		if err != nil {
			panic("train: scalePositions: " + err.Error()) // ours, and tested
		}
		sum += math.Abs(float64(net.Evaluate(&p)))
	}
	return sum / float64(len(scalePositions))
}
