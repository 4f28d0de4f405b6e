package search

import (
	"sente/board"
	"sente/eval"
	"sente/tt"
)

// isWin reports whether score is a proven win for the side to move.
func isWin(score int) bool { return score > 0 && eval.IsDecisive(score) }

// isLoss reports whether score is a proven loss for the side to move.
func isLoss(score int) bool { return score < 0 && eval.IsDecisive(score) }

// failFirm lowers a score above beta by part/whole of its distance from beta. It is more certain
// that the score beats beta than by how much (fail-firm, between fail-soft and fail-hard:
// Reckless).
func failFirm(score, beta, part, whole int) int {
	if eval.IsDecisive(score) || eval.IsDecisive(beta) {
		return score
	}
	return score - (score-beta)*part/whole
}

// boundOf tells whether the score of a search with the window alpha to beta is exact or a bound.
func boundOf(score, alpha, beta int) tt.Bound {
	switch {
	case score >= beta:
		return tt.BoundLower
	case score > alpha:
		return tt.BoundExact
	}
	return tt.BoundUpper
}

// toTable turns a score at ply into one relative to the node, as the table stores it.
func toTable(score, ply int) int {
	switch {
	case isWin(score):
		return score + ply
	case isLoss(score):
		return score - ply
	}
	return score
}

// fromTable is the inverse of toTable for a node at ply whose half-move clock is clock. It reports
// false if score is a win, of either side, that would come too late for the fifty-move rule: a
// mate, or the capture or pawn move that reaches a position of the endgame tables, must come by
// half-move 100. An entry may belong to another position (a false hit), so the result is kept in
// range.
func fromTable(score, ply, clock int) (int, bool) {
	if !eval.IsDecisive(score) {
		return score, true
	}
	win := min(max(score, -score), eval.Mate)
	plies := eval.Mate - win
	if win <= eval.TBWin {
		plies = eval.TBWin - win
	}
	if score < 0 {
		win = -win
		ply = -ply
	}
	return win - ply, clock+plies <= board.FiftyMoves
}

// proves reports whether score, a bound of kind b, shows on which side of limit the true score is.
// With beta as the limit that is enough for a cutoff in a zero-window search.
func proves(b tt.Bound, score, limit int) bool {
	if score >= limit {
		return b&tt.BoundLower != 0
	}
	return b&tt.BoundUpper != 0
}
