// Package eval judges positions: the scale of scores, the evaluation by material and squares, and
// the state of one search worker that keeps either that or a network up to date move by move.
package eval

import "sente/board"

// Scores are for the side to move, in the search's own units, about 100 to a pawn. WinModel turns
// them into the centipawns that are shown. A mate in n plies from the node scores Mate-n for the
// winner, a won tablebase position TBWin-n.
const (
	Draw     = 0
	TBWin    = 31000
	Mate     = 32000
	Infinity = 32001 // beyond every score; a search window's first bounds

	// MaxPly is the greatest distance from the root, in plies, that a search reaches.
	MaxPly = 246

	// MaxEval bounds every evaluation, so that it can't be taken for a proven result.
	MaxEval = TBWin - MaxPly - 1
)

// MateIn returns the score of mating the opponent ply plies from now, 0 to MaxPly.
func MateIn(ply int) int { return Mate - ply }

// MatedIn returns the score of being mated ply plies from now, 0 to MaxPly.
func MatedIn(ply int) int { return ply - Mate }

// IsDecisive reports whether score stands for a proven win or loss, by mate or by tablebase.
func IsDecisive(score int) bool { return score > MaxEval || score < -MaxEval }

// IsMate reports whether score stands for a mate of either side.
func IsMate(score int) bool { return score >= Mate-MaxPly || score <= MaxPly-Mate }

// MovesToMate returns the number of moves to the mate that score stands for. It is positive if the
// side that the score counts for mates, negative if that side is mated, and 0 if the mate is on the
// board. ok is false unless score is a mate.
func MovesToMate(score int) (moves int, ok bool) {
	switch {
	case !IsMate(score):
		return 0, false
	case score > 0:
		return (Mate - score + 1) / 2, true
	}
	return -(Mate + score + 1) / 2, true
}

// pieceValues are what the kinds are worth in an evaluation, in centipawns, in the order of
// board.Kind. Margins of the search are added to evaluations, so they use these. Exchanges and the
// order of captures have tables of their own in package ordering, which say why.
var pieceValues = [board.NoKind + 1]int{100, 320, 330, 500, 960, 0, 0}

// PieceValue returns the usual worth of a piece in centipawns; 0 for King and NoKind.
func PieceValue(k board.Kind) int { return pieceValues[k] }

// clampEval keeps an evaluation inside the range that is not decisive.
func clampEval(v int) int { return max(-MaxEval, min(MaxEval, v)) }
