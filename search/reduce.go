package search

import (
	"sente/board"
)

// reduction returns by how much the search of move m, number moves at its node, is less deep than
// that of the first, in 1/1024 plies (late move reductions: Donninger; Romstad's logarithmic form).
func (w *worker) reduction(ply, depth, moves int, m board.Move, check, improving, ttNoisy, raised, noMove bool, kind node) int {
	f, params := w.at(ply), w.params
	logs := int(lnTable[min(depth, 255)]) * int(lnTable[min(moves, 255)]) >> 10
	var r int
	if m.IsNoisy() {
		r = params.LMRNoisyBase + logs*params.LMRNoisyScale/1024
	} else {
		r = params.LMRQuietBase + logs*params.LMRQuietScale/1024
		if m == f.killer {
			r -= params.LMRKiller
		}
	}
	r -= f.picker.Score() * 1024 / params.LMRHistory
	if kind == nodePV {
		r -= params.LMRPV
	}
	if f.ttPv {
		r -= params.LMRTtPv
	}
	if kind == nodeCut {
		r += params.LMRCut
		if noMove {
			r += params.LMRNoMove
		}
	}
	if raised {
		r += params.LMRRaised
	}
	if !improving {
		r += params.LMRNotImproving
	}
	if ttNoisy {
		r += params.LMRTtNoisy
	}
	if check {
		r -= params.LMRCheck
	}
	if w.at(ply+1).cutoffs > params.LMRCutoffsMin {
		r += params.LMRCutoffs
	}
	if !f.inCheck {
		c := f.staticEval - f.rawEval // how much the evaluation is off in such positions
		r -= max(c, -c) * 1024 / params.LMRCorrection
	}
	return r
}

// searchReduced searches the move just played from ply with a zero window and a reduced depth, and
// again at full depth, or a little more or less, if it beats alpha. On the principal variation a move
// that every adjustment speaks for is searched one ply deeper instead.
func (w *worker) searchReduced(ply, newDepth, alpha, best int, m board.Move, reduction int, kind node) int {
	f := w.at(ply)
	reduced := max(newDepth-max(reduction, 0)/1024, min(1, newDepth))
	if kind == nodePV && reduction <= -w.params.LMRExtend {
		reduced = newDepth + 1
	}
	f.reduction = reduction
	score := -w.pvs(ply+1, reduced, -alpha-1, -alpha, nodeCut)
	f.reduction = 0
	if score <= alpha || reduced >= newDepth || w.stopped {
		return score
	}
	if score > best+w.params.DeeperMargin {
		newDepth++
	} else if score < best+newDepth {
		newDepth--
	}
	if reduced < newDepth {
		score = -w.pvs(ply+1, newDepth, -alpha-1, -alpha, kind.child())
	}
	if w.stopped || m.IsNoisy() {
		return score
	}
	if score <= alpha {
		f.earlier.Update(f.movedPiece, m.To(), -w.params.malus(newDepth))
	} else {
		f.earlier.Update(f.movedPiece, m.To(), w.params.bonus(newDepth))
	}
	return score
}
