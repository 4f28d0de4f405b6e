package search

import (
	"sente/board"
	"sente/eval"
	"sente/tt"
)

// pvs searches the node at ply to depth plies (principal variation search: Marsland and Campbell
// 1982; NegaScout: Reinefeld 1983) and returns its score for the side to move, fail-soft: at most
// alpha it is an upper bound, at least beta a lower bound. After a stop it returns 0, and the caller
// must drop it.
func (w *worker) pvs(ply, depth, alpha, beta int, kind node) int {
	if depth <= 0 && !w.params.Exact {
		return w.quiesce(ply, alpha, beta, kind == nodePV)
	}
	f, p, params := w.link(ply), &w.pos[ply], w.params
	f.pv.n = 0
	if !w.enter(ply) {
		return 0
	}
	pv := kind == nodePV
	f.inCheck = p.InCheck()
	w.at(ply + 2).cutoffs = 0
	if w.isDraw(ply) {
		return eval.Draw
	}
	if ply >= eval.MaxPly || depth <= 0 {
		return w.leaf(ply)
	}

	// A mate that is already found can't be beaten from here (mate distance pruning).
	if !params.Exact {
		alpha = max(alpha, eval.MatedIn(ply))
		beta = min(beta, eval.MateIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}
	if alpha < eval.Draw && !params.Exact && w.canRepeat(ply) {
		if alpha = eval.Draw; alpha >= beta {
			return alpha
		}
	}
	originalAlpha := alpha
	excluded := f.excluded

	f.correction = w.correctionOf(ply) // before the probe, so that both wait for memory at the same time

	// Transposition table.
	key := p.Key()
	entry, hit := w.table.Probe(key)
	ttMove, ttScore := board.NoMove, eval.NoScore
	if hit {
		ttMove = entry.Move
		if v, holds := fromTable(entry.Score, ply, p.HalfmoveClock()); holds && entry.Bound != tt.BoundNone {
			ttScore = v
		}
	}
	if excluded == board.NoMove {
		f.ttPv = pv || hit && entry.PV
		if !pv && ttScore != eval.NoScore && w.tableCutoff(ply, depth, alpha, beta, &entry, ttScore) {
			if ttScore >= beta && !params.Exact && ttMove != board.NoMove && !ttMove.IsNoisy() && p.IsLegal(ttMove) {
				w.learnTableCutoff(ply, depth, ttMove)
			}
			return ttScore
		}
	}

	// Endgame tables.
	floor, ceiling := -eval.Infinity, eval.Infinity
	if excluded == board.NoMove {
		if v, bound := w.probeTables(ply, depth); bound != tt.BoundNone {
			if bound == tt.BoundExact || bound == tt.BoundLower && v >= beta || bound == tt.BoundUpper && v <= alpha {
				w.table.Store(key, board.NoMove, toTable(v, ply), tt.NoEval, min(depth+6, eval.MaxPly), bound, f.ttPv)
				return v
			}
			if bound == tt.BoundUpper {
				ceiling = v
			} else if pv {
				floor = v
				alpha = max(alpha, v)
			}
		}
	}

	estimate := w.judge(ply, &entry, hit, ttScore)
	improving := w.improving(ply)
	if !params.Exact && excluded == board.NoMove && !f.inCheck {
		w.learnSwing(ply)
		depth = w.hindsight(ply, depth)
	}

	// Whole-node pruning.
	if !pv && !f.inCheck && excluded == board.NoMove && !params.Exact {
		if v, cut := w.razor(ply, depth, alpha, estimate); cut {
			return v
		}
		if v, cut := w.reverseFutility(depth, beta, estimate, improving, f.ttPv && ttMove == board.NoMove); cut {
			return v
		}
		if v, cut := w.nullMove(ply, depth, beta, estimate, kind); cut {
			return v
		}
		if v, cut := w.probCut(ply, depth, beta, improving, &entry, hit, ttMove, ttScore, kind); cut {
			return v
		}
		if w.stopped {
			return 0
		}
	}
	depth -= w.reductionWithoutTableMove(depth, ttMove, kind)

	extension := 0
	if w.mayBeSingular(ply, depth, excluded, &entry, hit, ttMove, ttScore) {
		e, v, cut := w.singular(ply, depth, beta, ttMove, ttScore, kind)
		if w.stopped {
			return 0
		}
		if cut {
			return v
		}
		extension = e
	}

	best, bestMove := -eval.Infinity, board.NoMove
	moves := 0
	f.quiets.n, f.noisies.n = 0, 0
	f.picker.All(p, &w.history, &f.earlier, ttMove, f.killer)
	ttNoisy := ttMove != board.NoMove && ttMove.IsNoisy()
	mayPrune := !params.Exact && p.HasNonPawns(p.SideToMove())
	for m := f.picker.Next(); m != board.NoMove; m = f.picker.Next() {
		if m == excluded || w.view.blind != 0 && w.overlooks(ply, m) {
			continue
		}
		moves++
		w.table.Prefetch(p.KeyAfter(m)) // long before the child asks for it
		noisy, check := m.IsNoisy(), p.GivesCheck(m)
		reduction := 0
		if !params.Exact && moves > 1 {
			reduction = w.reduction(ply, depth, moves, m, check, improving, ttNoisy, pv && bestMove != board.NoMove, ttMove == board.NoMove, kind)
		}
		if mayPrune && best > eval.MaxPly-eval.TBWin &&
			w.prunes(ply, depth, alpha, moves, m, noisy, check, improving, reduction, &best) {
			continue
		}

		newDepth := depth - 1
		if m == ttMove {
			newDepth += extension
		}
		w.at(ply + 1).doubles = f.doubles
		if m == ttMove && extension > 1 {
			w.at(ply+1).doubles++
		}
		w.play(ply, m)
		score := 0
		switch {
		case moves == 1:
			score = eval.NoScore
		case (reduction >= 1024 || pv && reduction <= -params.LMRExtend) && depth > params.LMRMinDepth:
			score = w.searchReduced(ply, newDepth, alpha, best, m, reduction, kind)
		default:
			score = -w.pvs(ply+1, newDepth, -alpha-1, -alpha, kind.child())
		}
		if moves == 1 && !pv {
			score = -w.pvs(ply+1, newDepth, -beta, -alpha, kind.child())
		}
		if pv && (moves == 1 || score > alpha) && !w.stopped {
			f.reduction = 0
			score = -w.pvs(ply+1, newDepth, -beta, -alpha, nodePV)
		}
		w.undo()
		if w.stopped {
			return 0
		}

		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if pv {
					f.pv.set(m, &w.at(ply+1).pv)
				}
				if score >= beta {
					f.cutoffs++
					break
				}
				alpha = score
			}
		}
		if m != bestMove {
			if noisy {
				f.noisies.add(m)
			} else {
				f.quiets.add(m)
			}
		}
	}

	if moves == 0 {
		switch {
		case excluded != board.NoMove:
			return alpha
		case f.inCheck:
			return eval.MatedIn(ply)
		case w.view.blind != 0 && p.HasLegalMove():
			return f.staticEval // none was seen
		}
		return eval.Draw
	}
	if best >= beta && !params.Exact {
		best = failFirm(best, beta, params.FailFirm, 100*depth+params.FailFirm)
	}
	best = min(max(best, floor), ceiling)
	if bestMove != board.NoMove && !params.Exact {
		surprise := 0
		if best > beta+params.SurpriseMargin {
			surprise = 1
		}
		w.learn(ply, depth+surprise, bestMove, best >= beta)
	} else if bestMove == board.NoMove && !params.Exact && excluded == board.NoMove {
		w.learnRefutation(ply, depth)
	}
	bound := tt.BoundUpper
	switch {
	case best >= beta:
		bound = tt.BoundLower
	case best > originalAlpha:
		bound = tt.BoundExact
	}
	if excluded == board.NoMove {
		if best <= originalAlpha && depth > 3 && w.at(ply-1).ttPv {
			f.ttPv = true // the move that led here is good: the node may come to lie on the principal variation
		}
		w.table.Store(key, bestMove, toTable(best, ply), f.rawEval, depth, bound, f.ttPv)
		if !params.Exact && !f.inCheck && (bestMove == board.NoMove || !bestMove.IsNoisy()) &&
			fits(bound, best, f.staticEval) {
			w.learnCorrection(ply, depth, best-f.staticEval)
		}
	}
	return best
}

// leaf returns the score of a node that is not searched further: at the greatest ply, and at depth
// 0 in exact mode, where mate and stalemate are still seen.
func (w *worker) leaf(ply int) int {
	p := &w.pos[ply]
	switch {
	case !p.HasLegalMove():
		if p.InCheck() {
			return eval.MatedIn(ply)
		}
		return eval.Draw
	case p.InCheck() && !w.params.Exact:
		return eval.Draw // the evaluation does not know checks
	}
	return w.evaluate(ply)
}

// judge sets the node's raw and corrected static evaluation, for which its correction must be known, and
// returns the best estimate of its score without a search: the corrected evaluation, or the table's score where its bound says that
// it is nearer to the truth.
func (w *worker) judge(ply int, entry *tt.Entry, hit bool, ttScore int) int {
	f := w.at(ply)
	switch {
	case w.params.Exact || f.inCheck:
		f.rawEval, f.staticEval = eval.NoScore, eval.NoScore
		return eval.NoScore
	case f.excluded != board.NoMove:
		return f.staticEval // of the search that asks
	}
	if hit && entry.Eval != tt.NoEval {
		f.rawEval = entry.Eval
	} else {
		f.rawEval = w.evaluate(ply)
	}
	return w.estimate(ply, entry.Bound, ttScore)
}

// estimate is judge where the raw evaluation is known: it corrects it, and prefers the table's score if its
// bound allows.
func (w *worker) estimate(ply int, bound tt.Bound, ttScore int) int {
	f := w.at(ply)
	f.staticEval = w.correct(ply, f.rawEval, f.correction)
	if ttScore != eval.NoScore && !eval.IsDecisive(ttScore) && fits(bound, ttScore, f.staticEval+1) {
		return ttScore
	}
	return f.staticEval
}

// improving reports whether the side to move stands better than at its last turn without check.
func (w *worker) improving(ply int) bool {
	now := w.at(ply).staticEval
	if now == eval.NoScore {
		return false
	}
	if before := w.at(ply - 2).staticEval; before != eval.NoScore {
		return now > before
	}
	if before := w.at(ply - 4).staticEval; before != eval.NoScore {
		return now > before
	}
	return true
}
