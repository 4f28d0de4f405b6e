package search

import (
	"sente/board"
	"sente/eval"
	"sente/tt"
)

// mayBeSingular reports whether it is worth asking whether the table move is the only good one.
func (w *worker) mayBeSingular(ply, depth int, excluded board.Move, entry *tt.Entry, hit bool, ttMove board.Move, ttScore int) bool {
	return hit && !w.params.Exact && depth >= w.params.SingularMinDepth && excluded == board.NoMove &&
		ttScore != eval.NoScore && entry.Depth >= depth-w.params.SingularTableDepth && entry.Bound&tt.BoundLower != 0 &&
		!eval.IsDecisive(ttScore) && ply < 2*w.rootDepth && w.pos[ply].IsLegal(ttMove)
}

// singular searches the node without the table move, less deep and just below the table's score.
// If all other moves fail low the table move is singular and is extended (singular extensions:
// Anantharaman, Campbell and Hsu, 1988), by more the clearer it is. If another move reaches beta
// too, the node is cut (multi-cut: Björnsson and Marsland, 1998). If the table move is one of
// several good ones, or at an all-node no better than another, it is reduced (negative extension).
func (w *worker) singular(ply, depth, beta int, ttMove board.Move, ttScore int, kind node) (extension, score int, cut bool) {
	f, params := w.at(ply), w.params
	limit := ttScore - depth*params.SingularMargin/100
	ttPv := f.ttPv
	f.excluded = ttMove
	others := kind
	if kind == nodePV {
		others = nodeAll // the window is empty
	}
	v := w.pvs(ply, (depth-1)/2, limit-1, limit, others)
	f.excluded = board.NoMove
	f.ttPv = ttPv
	switch {
	case w.stopped:
		return 0, 0, false
	case v < limit:
		if kind == nodePV || v >= limit-params.DoubleMargin || f.doubles >= params.DoubleMax {
			return 1, 0, false
		}
		if !ttMove.IsNoisy() && v < limit-params.TripleMargin {
			return 3, 0, false
		}
		return 2, 0, false
	case v >= beta && !eval.IsDecisive(v):
		return 0, v, true
	case ttScore >= beta:
		return -2, 0, false
	case kind == nodeCut || kind == nodeAll && ttScore <= v:
		return -1, 0, false
	}
	return 0, 0, false
}

// hindsight corrects the depth of a node that the parent reached by a reduced move: one ply more if
// the position turned out worse for the side to move than the parent thought, one less if better.
func (w *worker) hindsight(ply, depth int) int {
	parent := w.at(ply - 1)
	if parent.staticEval == eval.NoScore || parent.reduction == 0 {
		return depth
	}
	sum := w.at(ply).staticEval + parent.staticEval // what the side to move gained since
	if parent.reduction >= w.params.HindsightReduction && sum < 0 {
		return depth + 1
	}
	if parent.reduction >= 1024 && depth >= 2 && sum > w.params.HindsightMargin {
		return depth - 1
	}
	return depth
}
