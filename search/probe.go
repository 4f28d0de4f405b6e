package search

import (
	"sente/tt"
)

// hashFiftyLimit is the half-move clock from which the table's scores are not trusted: entries
// don't know the clock, and the fifty-move rule is near.
const hashFiftyLimit = 90

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
// 1967). With sameDepth only an entry of exactly this depth does. The value is then the same as
// without a table.
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
