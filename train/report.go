package train

import (
	"math"

	"sente/board"
	"sente/datagen"
	"sente/eval/nnue"
)

// QuantError is how far the quantised network is from the float one, in centipawns.
type QuantError struct {
	Positions int
	Mean, Max float64 // of the absolute difference
}

// QuantisationError compares t's model with net, its quantised twin, on at most the given number of
// validation positions, spread evenly; training positions stand in if there are none. Positions
// that the rules forbid are left out.
func (t *Trainer) QuantisationError(net *nnue.Network, most int) QuantError {
	var e QuantError
	t.compare(net, most, func(_ int, difference float64) {
		d := math.Abs(difference)
		e.Positions++
		e.Mean += (d - e.Mean) / float64(e.Positions)
		e.Max = max(e.Max, d)
	})
	return e
}

// compare calls f for the positions of QuantisationError with their output bucket and by how many
// centipawns net's evaluation is above the model's.
func (t *Trainer) compare(net *nnue.Network, most int, f func(bucket int, difference float64)) {
	some := t.someOfAll(most)
	differences := make([]float64, len(some))
	t.outputs(some, func(i int, output float32) { differences[i] = -nnue.Scale * float64(output) })
	t.crew.do(len(some), func(_ *worker, i int) {
		p, _ := some[i].Position() // there is one: see above
		differences[i] += float64(net.Evaluate(&p))
	})
	for i := range some {
		f(nnue.OutputBucket(some[i].Occupied().Count(), t.Model.OutputBuckets), differences[i])
	}
}

// someOfAll returns at most the given number of positions, spread evenly: see QuantisationError.
func (t *Trainer) someOfAll(most int) []datagen.Packed {
	all := [][]datagen.Packed{t.data.sample}
	if len(t.data.Valid) > 0 {
		all = nil
		for _, set := range t.data.Valid {
			all = append(all, set.Positions)
		}
	}
	var some []datagen.Packed
	for _, positions := range all {
		step := (len(positions)*len(all) + most - 1) / most
		for i := 0; i < len(positions); i += step {
			if _, err := positions[i].Position(); err == nil {
				some = append(some, positions[i])
			}
		}
	}
	return some
}

// MeanAbsEval returns the mean absolute evaluation in centipawns on a fixed set of positions. If it
// moves from one network to the next, margins of the search that are in centipawns move with it.
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
