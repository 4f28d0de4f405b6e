package analyze

import (
	"math"

	"sente/board"
)

// The model that lichess.org has published on its page about accuracy.
const (
	winSlope      = 0.00368208 // of the logistic curve, per centipawn
	accuracyScale = 103.1668   // percent
	accuracySlope = 0.04354    // per percent of winning chances lost
	accuracyShift = 3.1669     // percent
	scoreCeiling  = 1000       // centipawns: larger scores and mates count as this
)

// Limits in the computation of GameAccuracy.
const (
	windowShare             = 10 // a window is this part of the game
	leastWindow, mostWindow = 2, 8
	leastWeight, mostWeight = 0.5, 12 // percent
	leastInHarmonicMean     = 1       // percent: one blunder must not make the mean 0
	allLost, nothingLost    = 0, 100  // percent: the bounds of accuracy
)

// WinPercent returns the chance to win, 0 to 100, for a score from the same side's view: 50 +
// 50*(2/(1+e^(-0.00368208*cp)) - 1). Scores beyond ten pawns, and mates, count as ten pawns: 97.5
// or 2.5.
func WinPercent(score int) float64 {
	cp := float64(max(-scoreCeiling, min(scoreCeiling, score)))
	return 50 + 50*(2/(1+math.Exp(-winSlope*cp))-1)
}

// MoveAccuracy returns the accuracy, 0 to 100, of a move. lost is the loss of winning chances in
// percent. The formula is 103.1668*e^(-0.04354*lost) - 3.1669. It is 100 if nothing was lost.
func MoveAccuracy(lost float64) float64 {
	if lost <= 0 {
		return nothingLost
	}
	return max(allLost, min(nothingLost, accuracyScale*math.Exp(-accuracySlope*lost)-accuracyShift))
}

// GameAccuracy returns the accuracy of White and of Black over a game, and the number of moves that
// each was computed from. The accuracy of a side without moves is 0. win are White's chances in
// percent before the first move and after each move. accuracy is that of each move. first is the
// side that made the first move.
//
// As published by lichess.org, it is the mean of two means of the moves' accuracy. One is weighted
// by how much the game was in motion. A move's weight is the standard deviation of win, kept within
// 0.5 and 12, over a window that ends with the position after the move. The window is a tenth of
// the game, 2 to 8 positions; moves near the start use the first window. The other is the harmonic
// mean, which bad moves pull down.
func GameAccuracy(win, accuracy []float64, first board.Color) (game [2]float64, moves [2]int) {
	n := len(accuracy)
	size := max(leastWindow, min(mostWindow, n/windowShare))
	var weighted, weights, inverses [2]float64
	color := first
	for i, a := range accuracy {
		end := max(i+2, size)
		weight := max(leastWeight, min(mostWeight, deviation(win[end-size:end])))
		weighted[color] += a * weight
		weights[color] += weight
		inverses[color] += 1 / max(leastInHarmonicMean, a)
		moves[color]++
		color = color.Other()
	}
	for c, n := range moves {
		if n > 0 {
			game[c] = (weighted[c]/weights[c] + float64(n)/inverses[c]) / 2
		}
	}
	return game, moves
}

// deviation returns the standard deviation of xs, taken as the whole population and not as a
// sample.
func deviation(xs []float64) float64 {
	var sum, squares float64
	for _, x := range xs {
		sum += x
	}
	mean := sum / float64(len(xs))
	for _, x := range xs {
		squares += (x - mean) * (x - mean)
	}
	return math.Sqrt(squares / float64(len(xs)))
}

// Mark is how bad a move was.
type Mark uint8

// The marks.
const (
	Unmarked Mark = iota
	Inaccuracy
	Mistake
	Blunder
)

// marks holds, for each mark, the least loss of winning chances in percent, its name, and its
// numeric annotation glyph in PGN. The losses are lichess.org's.
var marks = [...]struct {
	least float64
	name  string
	nag   uint8
}{
	Unmarked:   {0, "", 0},
	Inaccuracy: {5, "inaccuracy", 6},
	Mistake:    {10, "mistake", 2},
	Blunder:    {15, "blunder", 4},
}

// MarkOf returns the mark of a move, given its loss of winning chances in percent. An inaccuracy
// loses 5 or more, a mistake 10, a blunder 15.
func MarkOf(lost float64) Mark {
	for m := Blunder; m > Unmarked; m-- {
		if lost >= marks[m].least {
			return m
		}
	}
	return Unmarked
}

// String returns the mark's name, empty for Unmarked.
func (m Mark) String() string { return marks[m].name }
