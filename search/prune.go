package search

import (
	"sente/board"
	"sente/eval"
	"sente/ordering"
	"sente/tt"
)

// prunesNode tries to do without searching the moves of the node at ply. It returns true with the
// node's score if it can.
func (w *worker) prunesNode(ply, depth, alpha, beta int) (score int, cut bool) {
	if score, cut = w.razor(ply, depth, alpha); cut {
		return score, true
	}
	if score, cut = w.reverseFutility(ply, depth, beta); cut {
		return score, true
	}
	if score, cut = w.nullMove(ply, depth, beta); cut {
		return score, true
	}
	return w.probCut(ply, depth, beta)
}

// razor gives up on a node whose estimate is so far below alpha that only captures could help. It
// does so if quiescence says that they don't (razoring: Birmingham and Kent, 1977).
func (w *worker) razor(ply, depth, alpha int) (int, bool) {
	estimate := w.at(ply).estimate
	margin := w.params.RazorBase + w.params.RazorSlope*depth*depth
	if depth > w.params.RazorMaxDepth || estimate+margin > alpha || eval.IsDecisive(alpha) {
		return 0, false
	}
	f := w.at(ply)
	known := f.visit
	v := w.quiesce(ply, alpha, alpha+1, false)
	f.visit = known
	return v, v <= alpha && !w.stopped
}

// rfpMargin is how far an estimate must be above beta, in centipawns, to be trusted. It is wider
// where the correction is large. It is never negative, so nothing is cut below beta.
func (p *Params) rfpMargin(depth int, f *frame) int {
	m := p.RFPMargin*depth + max(f.correction, -f.correction)*p.RFPCorrection/percent
	if f.improving {
		m -= p.RFPImproving
	}
	return max(m, 0)
}

// reverseFutility cuts the node if its estimate is far above beta (reverse futility pruning, also
// called static null move: after Heinz, 1998). It asks for a wider margin where a man hangs.
func (w *worker) reverseFutility(ply, depth, beta int) (int, bool) {
	f := w.at(ply)
	estimate, unsure := f.estimate, f.ttPv && f.table.Move == board.NoMove
	if depth > w.params.RFPMaxDepth || unsure ||
		eval.IsDecisive(beta) || eval.IsDecisive(estimate) {
		return 0, false
	}
	over := estimate - beta - w.params.rfpMargin(depth, f)
	if over < 0 || over < w.params.RFPHanging && ordering.Hangs(&w.pos[ply]) {
		return 0, false
	}
	return (estimate + beta) / 2, true
}

// verifiedPart is the percentage of a verification's depth that is searched without null moves.
const verifiedPart = 75

// nullMove passes and searches less deep. If the opponent can't make use of two moves in a row, the
// node fails high (null-move pruning: Goetsch and Campbell, 1990; Donninger, 1993). It is tried at
// cut nodes from depth NMPMinDepth on. The estimate must reach beta. The static evaluation must
// reach beta plus a margin, which falls with depth and is negative at great depths. It is not tried
// after a null move, nor if beta is decisive, nor with king and pawns alone, where having to move
// may be a burden (zugzwang). At high depth a cutoff is verified by a search without null moves.
func (w *worker) nullMove(ply, depth, beta int) (int, bool) {
	p, params := &w.pos[ply], w.params
	f := w.at(ply)
	if f.kind != nodeCut || depth < params.NMPMinDepth || f.estimate < beta ||
		f.staticEval < beta+params.NMPStaticBase-params.NMPStaticStep*depth ||
		w.at(ply-1).move == board.NullMove || ply < w.noNullUntil ||
		!p.HasNonPawns(p.SideToMove()) || eval.IsDecisive(beta) {
		return 0, false
	}
	reduced := depth - params.NMPBase - depth/params.NMPDivisor -
		min((f.estimate-beta)/params.NMPEvalDivisor, params.NMPEvalMax)
	if depth >= params.NMPFullDepth {
		reduced = max(reduced, 1) // quiescence alone would not see a quiet move that mates
	}
	w.at(ply + 1).doubles = f.doubles
	w.playNull(ply)
	v := -w.pvs(ply+1, reduced, -beta, -beta+1, nodeAll)
	w.undo()
	if w.stopped || v < beta {
		return 0, false
	}
	if eval.IsDecisive(v) {
		v = beta // a mate by passing proves nothing
	}
	if depth < params.NMPVerifyDepth || w.noNullUntil > 0 {
		return v, true
	}
	w.noNullUntil, w.verifying = ply+max(reduced, 1)*verifiedPart/percent+1, int16(ply)
	known := f.visit
	verified := w.pvs(ply, max(reduced, 1), beta-1, beta, nodeAll)
	f.visit = known
	w.noNullUntil, w.verifying = 0, 0
	return v, verified >= beta && !w.stopped
}

// probCut cuts when a noisy move beats beta by a margin in a search several plies less deep. Such a
// move is likely to beat beta at full depth (ProbCut: Buro, 1994, as chess engines use it). It also
// cuts when the table's score beats beta by the margin.
func (w *worker) probCut(ply, depth, beta int) (int, bool) {
	f, p, params := w.at(ply), &w.pos[ply], w.params
	t := &f.table
	probCutBeta := beta + params.ProbCutMargin
	if f.improving {
		probCutBeta -= params.ProbCutImproving
	}
	if t.scored && t.Bound&tt.BoundLower != 0 &&
		t.Depth >= depth-params.ProbCutReduction && t.Score >= probCutBeta &&
		!eval.IsDecisive(t.Score) && !eval.IsDecisive(beta) {
		return t.Score - (probCutBeta - beta), true
	}
	if depth < params.ProbCutMinDepth || eval.IsDecisive(beta) || eval.IsDecisive(probCutBeta) ||
		t.scored && t.Depth >= depth-params.ProbCutTableDepth && t.Score < probCutBeta {
		return 0, false
	}
	reduced := depth - params.ProbCutReduction
	f.picker.ProbCut(p, &w.history, t.Move, probCutBeta-f.staticEval)
	for m := w.next(ply); m != board.NoMove; m = w.next(ply) {
		w.table.Prefetch(p.KeyAfter(m))
		w.at(ply + 1).doubles = f.doubles
		w.play(ply, m)
		v := -w.quiesce(ply+1, -probCutBeta, -probCutBeta+1, false)
		if v >= probCutBeta && reduced > 0 && !w.stopped {
			v = -w.pvs(ply+1, reduced, -probCutBeta, -probCutBeta+1, f.kind.child())
		}
		w.undo()
		if w.stopped {
			return 0, false
		}
		if v >= probCutBeta {
			w.table.Store(p.Key(), tt.Entry{
				Move: m, Score: toTable(v, ply), Eval: f.rawEval,
				Depth: reduced + 1, Bound: tt.BoundLower, PV: f.ttPv,
			})
			if eval.IsDecisive(v) {
				return v, true
			}
			return v - (probCutBeta - beta), true
		}
	}
	return 0, false
}

// reductionWithoutTableMove returns the plies by which a node is reduced when the table has no move
// for it: 1 at a cut node, 2 at a PV node, none at an all-node or below IIRMinDepth. The next visit
// will have a move (internal iterative reduction: Ed Schröder, 2020).
func (w *worker) reductionWithoutTableMove(depth int, f *frame) int {
	switch {
	case f.table.Move != board.NoMove || depth < w.params.IIRMinDepth || f.kind == nodeAll:
		return 0
	case f.kind == nodePV:
		return 2
	}
	return 1
}

// lmpMoves is the number of moves that are tried before the quiet ones are left out.
func (p *Params) lmpMoves(depth int, improving bool) int {
	n := p.LMPBase + depth*depth
	if !improving {
		n /= 2
	}
	return max(n, 2)
}

// prunesMove reports whether the move at hand at ply is pruned near the leaves. If futility prunes
// it, the node's best score rises to the most that the margin promised for it.
func (w *worker) prunesMove(ply, depth, alpha, reduction int) bool {
	f := w.at(ply)
	reduced := max(depth-1-reduction/ply1024, 0)
	if f.noisy {
		return w.prunesNoisy(ply, depth, reduced, alpha)
	}
	// Late-move pruning. The first late quiet move that gives no check ends them all.
	late := w.params.lmpMoves(depth, f.improving)
	if !f.check && depth <= w.params.LMPMaxDepth && f.moves > late {
		f.picker.SkipQuiets()
		return true
	}
	return w.prunesQuiet(ply, reduced, alpha)
}

// prunesNoisy reports whether the capture or promotion at hand is left out: it can't raise alpha,
// or it loses too much. The reduced depth is the one that the move would be searched to.
func (w *worker) prunesNoisy(ply, depth, reduced, alpha int) bool {
	f, p, params := w.at(ply), &w.pos[ply], w.params
	// Futility of captures.
	if !f.inCheck && !f.check && reduced <= params.CaptureFutilityMaxDepth {
		v := f.staticEval + params.CaptureFutilityBase + params.CaptureFutilityStep*reduced +
			eval.PieceValue(p.Captured(f.move).Kind())
		if v <= alpha && !f.move.IsPromotion() {
			f.bestScore = max(f.bestScore, v)
			return true
		}
	}
	// Exchanges that lose. A good history allows more.
	loss := params.SEENoisyStep*depth +
		w.history.Noisy(p, f.move)*params.SEENoisyHistory/ordering.HistoryMax
	return depth <= params.SEEMaxDepth && !ordering.SEEAtLeast(p, f.move, -loss)
}

// prunesQuiet reports whether the quiet move at hand is left out: it has a bad history, can't raise
// alpha (futility pruning: after Heinz, 1998) or loses material. The reduced depth is the one that
// the move would be searched to.
func (w *worker) prunesQuiet(ply, reduced, alpha int) bool {
	f, p, params := w.at(ply), &w.pos[ply], w.params
	// History pruning.
	if reduced <= params.HistoryPruneMaxDepth &&
		f.merit < -params.HistoryPruneStep*max(reduced, 1) {
		return true
	}
	// Futility of quiet moves.
	if !f.inCheck && !f.check && reduced <= params.FutilityMaxDepth {
		v := f.staticEval + params.FutilityBase + params.FutilityStep*reduced +
			f.merit*params.FutilityHistory/ordering.HistoryMax
		if f.bestMove == board.NoMove {
			v += params.FutilityNoBest
		}
		if v <= alpha {
			f.bestScore = max(f.bestScore, v)
			return true
		}
	}
	// Moves that lose material. A good history allows more.
	loss := params.SEEQuietStep*reduced*reduced +
		f.merit*params.SEEHistory/ordering.HistoryMax
	return reduced <= params.SEEMaxDepth && !ordering.SEEAtLeast(p, f.move, -loss)
}
