package search

import "sente/board"

// searchMove searches the move just played at ply to newDepth plies and returns its score for the
// node. The first move gets the node's window. Any other must first beat alpha in a zero window.
// That search is reduced by reduction, in 1/1024 plies. On the principal variation the move then
// gets the whole window.
func (w *worker) searchMove(ply, newDepth, alpha, beta, reduction int) int {
	f := w.at(ply)
	if f.moves > 1 {
		score, depth := w.scout(ply, newDepth, alpha, reduction)
		if f.kind != nodePV || score <= alpha || w.stopped {
			return score
		}
		newDepth = depth
		if ply == 0 {
			w.raise(score)
		}
	} else if f.kind != nodePV {
		return -w.pvs(ply+1, newDepth, -beta, -alpha, f.kind.child())
	}
	return -w.pvs(ply+1, newDepth, -beta, -alpha, nodePV)
}

// scout searches the move just played at ply with a zero window at alpha. If it beats alpha at a
// reduced depth, it is searched again at full depth, or a little more or less. On the principal
// variation a move whose reduction is far below 0 is searched one ply deeper instead. scout returns
// the score, and the depth for a search with the whole window.
func (w *worker) scout(ply, newDepth, alpha, reduction int) (score, depth int) {
	f, params := w.at(ply), w.params
	deeper := f.kind == nodePV && reduction <= -params.LMRExtend
	if newDepth < params.LMRMinDepth || reduction < ply1024 && !deeper {
		return -w.pvs(ply+1, newDepth, -alpha-1, -alpha, f.kind.child()), newDepth
	}
	reduced := max(newDepth-reduction/ply1024, 1)
	if deeper {
		reduced = newDepth + 1
	}
	f.reduction = reduction
	score = -w.pvs(ply+1, reduced, -alpha-1, -alpha, nodeCut)
	f.reduction = 0
	if score <= alpha || reduced >= newDepth || w.stopped {
		return score, newDepth
	}
	if score > f.bestScore+params.DeeperMargin {
		newDepth++
	} else if score < f.bestScore+newDepth { // a centipawn for each ply
		newDepth--
	}
	if reduced < newDepth {
		score = -w.pvs(ply+1, newDepth, -alpha-1, -alpha, f.kind.child())
	}
	if !w.stopped && !f.noisy {
		w.learnScout(ply, newDepth, score > alpha)
	}
	return score, newDepth
}

// ply1024 is one ply in the unit of reductions.
const ply1024 = 1024

// baseReduction returns the reduction of move number moves by its number and depth alone, in 1/1024
// plies (late move reductions: Romstad, 2006; by logarithms).
func (p *Params) baseReduction(depth, moves int, noisy bool) int {
	last := len(lnTable) - 1
	logs := int(lnTable[min(depth, last)]) * int(lnTable[min(moves, last)]) / lnUnit
	if noisy {
		return p.LMRNoisyBase + logs*p.LMRNoisyScale/lnUnit
	}
	return p.LMRQuietBase + logs*p.LMRQuietScale/lnUnit
}

// Reductions count a change of the static evaluation up to gainMax centipawns, per gainUnit.
const (
	gainMax  = 200
	gainUnit = 16
)

// reduction returns the late-move reduction of the move at hand at ply, in 1/1024 plies.
func (w *worker) reduction(ply, depth, alpha int) int {
	f, params := w.at(ply), w.params
	r := params.baseReduction(depth, f.moves, f.noisy) - f.moves*params.LMRMoves
	if f.move == f.killer {
		r -= params.LMRKiller
	}
	r -= f.merit * ply1024 / params.LMRHistory
	if f.kind == nodePV {
		r -= params.LMRPV
		if f.bestMove != board.NoMove {
			r += params.LMRRaised
		}
	}
	if f.ttPv {
		r -= params.LMRTtPv
		if f.table.scored && f.table.Score > alpha {
			r -= params.LMRTtPvScore
		}
	}
	if f.kind == nodeCut {
		r += params.LMRCut
		if f.table.Move == board.NoMove {
			r += params.LMRNoMove
		}
	}
	if !f.improving {
		r += params.LMRNotImproving
	}
	if f.table.Move.IsNoisy() {
		r += params.LMRTtNoisy
	}
	if f.check {
		r -= params.LMRCheck
	}
	if w.at(ply+1).cutoffs > params.LMRCutoffsMin {
		r += params.LMRCutoffs
	}
	if !f.inCheck {
		c := f.staticEval - f.rawEval // by the correction and the damping
		r -= max(c, -c) * ply1024 / params.LMRCorrection
		if before := w.at(ply - 2); !before.inCheck {
			gain := max(-gainMax, min(gainMax, f.staticEval-before.staticEval))
			r -= gain * params.LMRGain / gainUnit
		}
	}
	return r
}

// rootReduction is reduction for the root. It uses no history and does not reduce checks.
func (w *worker) rootReduction(depth int) int {
	f, params := w.at(0), w.params
	if f.moves <= 2 || f.check {
		return 0
	}
	r := params.baseReduction(depth, f.moves, f.noisy) - params.LMRPV - params.LMRTtPv
	if !f.improving {
		r += params.LMRNotImproving
	}
	return r
}
