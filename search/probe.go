package search

import (
	"sente/board"
	"sente/eval"
	"sente/tt"
)

// hashFiftyLimit is the half-move clock from which the table's scores are not trusted: entries
// don't know the clock, and the fifty-move rule is near.
const hashFiftyLimit = 90

// toTable turns a score at ply into one relative to the node, as the table stores it.
func toTable(score, ply int) int {
	switch {
	case score >= eval.TBWin-eval.MaxPly:
		return score + ply
	case score <= eval.MaxPly-eval.TBWin:
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

// lookup is the table's entry about a node.
type lookup struct {
	tt.Entry      // zero if there is none; Score is the node's, not the table's
	hit      bool // there is an entry
	scored   bool // Score is a bound that holds here
}

// probe looks the node at ply up in the table.
func (w *worker) probe(ply int) {
	t, p := &w.at(ply).table, &w.pos[ply]
	t.hit = w.table.Read(p.Key(), &t.Entry)
	score, holds := fromTable(t.Score, ply, p.HalfmoveClock())
	t.Score = score
	t.scored = holds && t.Bound != tt.BoundNone && p.HalfmoveClock() < hashFiftyLimit
}

// tableCutoff reports whether the table's entry ends the node (transposition table: Greenblatt,
// 1967). With sameDepth only an entry of that very depth does, so that the value is that of a
// search without table.
func (w *worker) tableCutoff(ply, depth, alpha, beta int) bool {
	t := &w.at(ply).table
	if !t.scored || w.params.noTable {
		return false
	}
	if w.params.sameDepth {
		return t.Depth == depth && (t.Bound == tt.BoundExact ||
			t.Bound == tt.BoundLower && t.Score >= beta ||
			t.Bound == tt.BoundUpper && t.Score <= alpha)
	}
	return t.Depth >= depth && proves(t.Bound, t.Score, beta)
}
