package search

import (
	"sente/board"
	"sente/eval"
	"sente/ordering"
	"sente/tt"
)

// quiesce searches noisy moves, and every evasion of a check, until the position is quiet enough
// to be evaluated (quiescence search: Shannon, 1950). The score is fail-soft like that of pvs.
func (w *worker) quiesce(ply, alpha, beta int, pv bool) int {
	f, p, params := w.link(ply), &w.pos[ply], w.params
	f.pv.n = 0
	if !w.enter(ply) {
		return 0
	}
	f.inCheck = p.InCheck()
	if w.isDraw(ply) {
		return eval.Draw
	}
	if ply >= eval.MaxPly {
		return w.leaf(ply)
	}

	if alpha < eval.Draw && w.canRepeat(ply) {
		if alpha = eval.Draw; alpha >= beta {
			return alpha
		}
	}

	// The evaluation does not wait for the table: four nodes in five need it anyway, and the table's line is still
	// on its way.
	f.correction = w.correctionOf(ply)
	f.rawEval, f.staticEval = eval.NoScore, eval.NoScore
	if !f.inCheck {
		f.rawEval = w.evaluate(ply)
	}
	key := p.Key()
	entry, hit := w.table.Probe(key)
	ttMove, ttScore := board.NoMove, eval.NoScore
	if hit {
		ttMove = entry.Move
		if v, holds := fromTable(entry.Score, ply, p.HalfmoveClock()); holds && entry.Bound != tt.BoundNone {
			ttScore = v
		}
	}
	ttPv := pv || hit && entry.PV
	if !pv && ttScore != eval.NoScore && w.tableCutoff(ply, 0, alpha, beta, &entry, ttScore) {
		return ttScore
	}

	best, futility := -eval.Infinity, 0
	if !f.inCheck {
		best = w.estimate(ply, entry.Bound, ttScore)
		if best >= beta {
			best = failFirm(best, beta, 1, 2)
			if !hit {
				w.table.Store(key, board.NoMove, toTable(best, ply), f.rawEval, 0, tt.BoundLower, ttPv)
			}
			return best
		}
		alpha = max(alpha, best)
		futility = best + params.QSFutility
	}

	bestMove := board.NoMove
	moves := 0
	f.picker.Quiescence(p, &w.history, &f.earlier, ttMove, params.QSSEE)
	for m := f.picker.Next(); m != board.NoMove; m = f.picker.Next() {
		if w.view.blind != 0 && w.overlooks(ply, m) {
			continue
		}
		moves++
		w.table.Prefetch(p.KeyAfter(m))
		if best > eval.MaxPly-eval.TBWin {
			if f.inCheck {
				if !m.IsNoisy() && moves > 1 {
					f.picker.SkipQuiets()
					continue
				}
			} else if !p.GivesCheck(m) {
				if moves > params.QSMaxMoves {
					break
				}
				if v := futility + eval.PieceValue(p.Captured(m).Kind()); v <= alpha && !m.IsPromotion() && m.To() != w.at(ply-1).movedTo {
					best = max(best, v) // not even the victim is enough (delta pruning), unless it takes back
					continue
				}
				if futility <= alpha && !ordering.SEEAtLeast(p, m, 1) {
					best = max(best, futility)
					continue
				}
			}
		}
		w.play(ply, m)
		score := -w.quiesce(ply+1, -beta, -alpha, pv)
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
					break
				}
				alpha = score
			}
		}
	}
	if f.inCheck && moves == 0 {
		return eval.MatedIn(ply)
	}
	bound := tt.BoundUpper
	if best >= beta {
		best = failFirm(best, beta, params.QSFailFirm, 100)
		bound = tt.BoundLower
	}
	w.table.Store(key, bestMove, toTable(best, ply), f.rawEval, 0, bound, ttPv)
	return best
}
