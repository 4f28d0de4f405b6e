package search

import (
	"sente/board"
	"sente/eval"
	"sente/tt"
)

// tripleExtension is the extension, in plies, of a table move that is far better than all others.
const tripleExtension = 3

// mayBeSingular reports whether it is worth asking whether the table move is the only good one.
func (w *worker) mayBeSingular(ply, depth int) bool {
	f, params := w.at(ply), w.params
	t := &f.table
	return depth >= params.SingularMinDepth && f.excluded == board.NoMove &&
		t.scored && t.Depth >= depth-params.SingularTableDepth && t.Bound&tt.BoundLower != 0 &&
		!eval.IsDecisive(t.Score) && ply < 2*w.rootDepth && w.pos[ply].IsLegal(t.Move)
}

// singular searches the node without the table move, less deep and just below the table's score.
// If all other moves fail low the table move is singular and is extended (singular extensions:
// Anantharaman, Campbell and Hsu, 1988). The farther they fail low, the more it is extended. If
// another move reaches beta too, the node is cut (multi-cut: Björnsson and Marsland, 1998). If the
// table's score reaches beta, the table move is reduced by two plies. Else it is reduced by one ply
// at a cut node, and at an all-node where it is no better than the others (negative extension).
func (w *worker) singular(ply, depth, beta int) (extension, score int, cut bool) {
	if !w.mayBeSingular(ply, depth) {
		return 0, 0, false
	}
	f, params := w.at(ply), w.params
	limit := f.table.Score - depth*params.SingularMargin/percent
	others := f.kind
	if f.kind == nodePV {
		others = nodeAll // it is searched with a zero window
	}
	known := f.visit
	f.excluded = f.table.Move
	v := w.pvs(ply, (depth-1)/2, limit-1, limit, others)
	f.excluded = board.NoMove
	f.visit = known
	switch {
	case w.stopped:
		return 0, 0, false
	case v < limit:
		if f.kind == nodePV || v >= limit-params.DoubleMargin || f.doubles >= params.DoubleMax {
			return 1, 0, false
		}
		if !f.table.Move.IsNoisy() && v < limit-params.TripleMargin {
			return tripleExtension, 0, false
		}
		return 2, 0, false
	case v >= beta && !eval.IsDecisive(v):
		return 0, v, true
	case f.table.Score >= beta:
		return -2, 0, false
	case f.kind == nodeCut || f.kind == nodeAll && f.table.Score <= v:
		return -1, 0, false
	}
	return 0, 0, false
}

// hindsight corrects the depth of a node that the parent reached by a reduced move. It adds a ply
// if the side to move stands worse than the parent's evaluation said, and takes one off if it
// stands better.
func (w *worker) hindsight(ply, depth int) int {
	parent := w.at(ply - 1)
	if parent.inCheck || parent.reduction == 0 {
		return depth
	}
	sum := w.at(ply).staticEval + parent.staticEval // what the side to move gained since
	if parent.reduction >= w.params.HindsightReduction && sum < 0 {
		return depth + 1
	}
	if parent.reduction >= ply1024 && depth >= 2 && sum > w.params.HindsightMargin {
		return depth - 1
	}
	return depth
}
