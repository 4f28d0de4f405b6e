package search

import (
	"sente/board"
	"sente/eval"
	"sente/ordering"
	"sente/tt"
)

// quiesce searches noisy moves, and in check evasions, until the position is quiet enough to be
// evaluated (quiescence search: Shannon, 1950). In check, quiet evasions after the first move are
// searched only while every move found is a proven loss. The score is fail-soft like that of pvs.
func (w *worker) quiesce(ply, alpha, beta int, pv bool) int {
	if v, over := w.arrive(ply); over {
		return v
	}
	drawAtHand := w.improvesByRepetition(ply, alpha)
	if drawAtHand {
		if alpha = eval.Draw; alpha >= beta {
			return alpha
		}
	}

	// Evaluate before probing. Most nodes need the evaluation, and it hides the probe's cache miss.
	f, p, params := w.at(ply), &w.pos[ply], w.params
	f.correction = w.correctionAt(ply)
	f.rawEval = tt.NoEval
	if !f.inCheck {
		f.rawEval = w.evaluate(ply)
	}
	w.probe(ply)
	t := &f.table
	if !pv && w.tableCutoff(ply, 0, alpha, beta) {
		return t.Score
	}

	best, futility := -eval.Infinity, 0
	if !f.inCheck {
		if side := p.SideToMove(); !p.HasNonPawns(side) && !p.HasLegalMove() {
			return eval.Draw // stalemate
		}
		best = w.refine(ply)
		if best >= beta {
			best = failFirm(best, beta, 1, 2) // halfway down to beta
			if !t.hit {
				w.storeQuiescent(ply, best, board.NoMove, tt.BoundLower, pv)
			}
			return best
		}
		alpha = max(alpha, best)
		futility = best + params.QSFutility
	}

	bestMove, moves := board.NoMove, 0
	f.picker.Quiescence(p, &w.history, &f.earlier, t.Move, params.QSSEE)
	for m := w.next(ply); m != board.NoMove; m = w.next(ply) {
		moves++
		w.table.Prefetch(p.KeyAfter(m))
		if f.inCheck {
			if !isLoss(best) && !m.IsNoisy() && moves > 1 {
				f.picker.SkipQuiets()
				continue
			}
		} else if !isLoss(best) && !f.picker.GivesCheck(m) {
			if moves > params.QSMaxMoves {
				break
			}
			if most, out := w.prunesQuiescent(ply, m, alpha, futility); out {
				best = max(best, most)
				continue
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
		best = failFirm(best, beta, params.QSFailFirm, percent)
		bound = tt.BoundLower
	}
	w.storeQuiescent(ply, best, bestMove, bound, pv || t.PV)
	if drawAtHand {
		return max(best, eval.Draw) // the move that repeats is quiet
	}
	return best
}

// prunesQuiescent reports whether quiescence leaves out a noisy move that gives no check, and the
// most that the move could bring. It is left out if winning its victim is not enough to raise alpha
// (delta pruning; promotions and recaptures are exempt). It is also left out if the exchange wins
// nothing and futility, without a victim, does not raise alpha.
func (w *worker) prunesQuiescent(ply int, m board.Move, alpha, futility int) (most int, out bool) {
	p := &w.pos[ply]
	v := futility + eval.PieceValue(p.Captured(m).Kind())
	if v <= alpha && !m.IsPromotion() && m.To() != w.at(ply-1).movedTo {
		return v, true
	}
	return futility, futility <= alpha && !ordering.SEEAtLeast(p, m, 1)
}

// storeQuiescent puts the result of quiescence at ply into the table.
func (w *worker) storeQuiescent(ply, score int, m board.Move, b tt.Bound, pv bool) {
	w.table.Store(w.pos[ply].Key(), tt.Entry{
		Move: m, Score: toTable(score, ply), Eval: w.at(ply).rawEval, Bound: b, PV: pv,
	})
}
