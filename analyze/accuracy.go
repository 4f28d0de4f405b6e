package analyze

import (
	"math"

	"sente/board"
)

// The model of lichess.org, as published on its page on accuracy.
const (
	winSlope      = 0.00368208 // of the logistic curve, per centipawn
	accuracyScale = 103.1668   // percent
	accuracySlope = 0.04354    // per percent of winning chances lost
	accuracyShift = 3.1669     // percent
	scoreCeiling  = 1000       // centipawns: beyond it nothing more is won; a mate counts as much
)

// Bounds on what GameAccuracy looks at.
const (
	windowShare             = 10 // a window is this part of the game
	leastWindow, mostWindow = 2, 8
	leastWeight, mostWeight = 0.5, 12 // percent
	leastInHarmonicMean     = 1       // percent: one blunder must not make the mean 0
	allLost, nothingLost    = 0, 100  // percent: the bounds of accuracy
)

// WinPercent returns the chance to win, 0 to 100, of the side for which the score counts:
// 50 + 50*(2/(1+e^(-0.00368208*cp)) - 1). Scores beyond ten pawns, mates among them, count as ten
// pawns: 97.5 or 2.5.
func WinPercent(score int) float64 {
	cp := float64(max(-scoreCeiling, min(scoreCeiling, score)))
	return 50 + 50*(2/(1+math.Exp(-winSlope*cp))-1)
}

// MoveAccuracy returns the accuracy, 0 to 100, of a move that lost so many percent of winning
// chances: 103.1668*e^(-0.04354*lost) - 3.1669; 100 if it lost nothing.
func MoveAccuracy(lost float64) float64 {
	if lost <= 0 {
		return nothingLost
	}
	return max(allLost, min(nothingLost, accuracyScale*math.Exp(-accuracySlope*lost)-accuracyShift))
}

// GameAccuracy returns the accuracy of White and Black over a game and how many moves of each it
// stands on; it is 0 for who made none. win are White's chances in percent before the first move
// and after each, accuracy that of each move, first who made the first.
//
// It is the mean of two means of the moves' accuracy, as lichess.org publishes it. In one, a move
// weighs as much as the game was in motion: the standard deviation of win, kept within 0.5 and 12,
// over a window of a tenth of the game (2 to 8 positions) that ends with the position after the
// move, or over the first window for moves before its end. The other is the harmonic mean, which
// bad moves pull down.
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

// deviation returns the standard deviation of all of xs, not of a sample.
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

// marks tells for each mark the least loss of winning chances in percent, how it is written, and
// its numeric annotation glyph in PGN. The losses are lichess.org's.
var marks = [...]struct {
	least        float64
	symbol, name string
	nag          uint8
}{
	Unmarked:   {0, "", "", 0},
	Inaccuracy: {5, "?!", "inaccuracy", 6},
	Mistake:    {10, "?", "mistake", 2},
	Blunder:    {15, "??", "blunder", 4},
}

// MarkOf returns the mark of a move that lost so many percent of winning chances: an inaccuracy
// from 5 on, a mistake from 10, a blunder from 15.
func MarkOf(lost float64) Mark {
	for m := Blunder; m > Unmarked; m-- {
		if lost >= marks[m].least {
			return m
		}
	}
	return Unmarked
}

// Symbol returns ?!, ?, ?? or nothing.
func (m Mark) Symbol() string { return marks[m].symbol }

// String returns the mark's name, empty for Unmarked.
func (m Mark) String() string { return marks[m].name }
