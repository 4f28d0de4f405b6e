package search

import (
	"sente/board"
	"sente/eval"
	"sente/tt"
)

// pvs searches the node at ply to depth plies (alpha-beta: Knuth and Moore, 1975; principal
// variation search: Marsland and Campbell, 1982; NegaScout: Reinefeld, 1983). It returns the score
// for the side to move, fail-soft: a score up to alpha is an upper bound, and a score from beta on
// is a lower bound. After a stop the score means nothing, and the caller must drop it.
func (w *worker) pvs(ply, depth, alpha, beta int, kind nodeKind) int {
	// 1. The horizon.
	if depth <= 0 {
		return w.horizon(ply, alpha, beta, kind == nodePV)
	}

	// 2. The stop, draws, and the greatest ply.
	if v, over := w.arrive(ply); over {
		return v
	}
	f := w.at(ply)
	f.kind = kind
	pv := kind == nodePV
	w.at(ply + 2).cutoffs = 0

	// 3. Bounds: no mate comes sooner than here (mate distance pruning), and a repetition draws.
	alpha, beta = max(alpha, eval.MatedIn(ply)), min(beta, eval.MateIn(ply+1))
	drawAtHand := alpha < beta && w.improvesByRepetition(ply, alpha)
	if drawAtHand {
		alpha = eval.Draw
	}
	if alpha >= beta {
		return alpha
	}
	originalAlpha := alpha

	// 4. Transposition table. The correction is read first, so that both wait for memory at once.
	// Singular search and null-move verification come here again. No shortcut may end them.
	first := f.excluded == board.NoMove && ply != int(w.verifying)
	f.correction = w.correctionAt(ply)
	w.probe(ply)
	if first {
		f.ttPv = pv || f.table.PV
		if !pv && w.tableCutoff(ply, depth, alpha, beta) {
			w.learnTableCutoff(ply, depth, beta)
			return f.table.Score
		}
	}

	// 5. Endgame tables.
	if v, cut := w.probeTables(ply, depth, alpha, beta); cut {
		return v
	}
	alpha = max(alpha, f.floor)

	// 6. Static evaluation, and what it says about the move that led here.
	w.setEvaluation(ply)
	if first && !f.inCheck {
		w.learnSwing(ply)
		depth = w.hindsight(ply, depth)
	}

	// 7. Whole-node pruning.
	if first && !pv && !f.inCheck {
		if v, cut := w.prunesNode(ply, depth, alpha, beta); cut || w.stopped {
			return v
		}
	}

	// 8. Internal iterative reduction.
	depth -= w.reductionWithoutTableMove(depth, f)

	// 9. Singular extension.
	extension, v, cut := w.singular(ply, depth, beta)
	if cut || w.stopped {
		return v
	}

	// 10. The moves.
	if w.searchMoves(ply, depth, alpha, beta, extension); w.stopped {
		return 0
	}

	// 11. No moves.
	if f.moves == 0 {
		return w.withoutMoves(ply, alpha)
	}

	// 12. Learn and store.
	if f.bestScore >= beta {
		firm := w.params.FailFirm
		f.bestScore = failFirm(f.bestScore, beta, firm, percent*depth+firm)
	}
	f.bestScore = min(max(f.bestScore, f.floor), f.ceiling)
	w.learn(ply, depth, beta)
	if f.excluded == board.NoMove {
		w.store(ply, depth, originalAlpha, beta)
	}
	if drawAtHand {
		return max(f.bestScore, eval.Draw) // the move that repeats may have been pruned
	}
	return f.bestScore
}

// searchMoves searches the moves of the node at ply, the table's move with the extension. It leaves
// in the node's frame how many moves there were, the best score and the move that raised alpha.
func (w *worker) searchMoves(ply, depth, alpha, beta, extension int) {
	f, p := w.at(ply), &w.pos[ply]
	f.moves, f.bestScore, f.bestMove = 0, -eval.Infinity, board.NoMove
	f.quiets.n, f.noisies.n = 0, 0
	f.picker.All(p, &w.history, &f.earlier, f.table.Move, f.killer)
	mayPrune := p.HasNonPawns(p.SideToMove())
	for m := w.next(ply); m != board.NoMove; m = w.next(ply) {
		f.moves++
		w.table.Prefetch(p.KeyAfter(m)) // long before the child asks for it
		f.move, f.noisy, f.check = m, m.IsNoisy(), f.picker.GivesCheck(m)
		reduction := 0
		if f.moves > 1 {
			f.merit = f.picker.Merit()
			reduction = w.reduction(ply, depth, alpha)
		}
		if mayPrune && !isLoss(f.bestScore) && w.prunesMove(ply, depth, alpha, reduction) {
			continue
		}
		newDepth := depth - 1
		w.at(ply + 1).doubles = f.doubles
		if m == f.table.Move {
			newDepth += extension
			if extension > 1 {
				w.at(ply+1).doubles++
			}
		}
		w.play(ply, m)
		score := w.searchMove(ply, newDepth, alpha, beta, reduction)
		w.undo()
		if w.stopped {
			return
		}
		if score > f.bestScore {
			f.bestScore = score
			if score > alpha {
				f.bestMove = m
				if f.kind == nodePV {
					f.pv.set(m, &w.at(ply+1).pv)
				}
				if score >= beta {
					f.cutoffs++
					break
				}
				alpha = score
			}
		}
		if m != f.bestMove {
			f.tried(m)
		}
	}
}

// horizon returns the score of a node that is not searched to any depth: quiescence decides, or
// without it the evaluation.
func (w *worker) horizon(ply, alpha, beta int, pv bool) int {
	if !w.params.noQuiescence {
		return w.quiesce(ply, alpha, beta, pv)
	}
	if v, over := w.arrive(ply); over {
		return v
	}
	if !w.pos[ply].HasLegalMove() {
		return w.withoutMoves(ply, alpha)
	}
	return w.evaluate(ply)
}

// arrive begins a visit of the node at ply. It returns true with a score if there is nothing to
// search: after a stop, in a drawn position, and at the greatest ply.
func (w *worker) arrive(ply int) (score int, over bool) {
	f, p := w.link(ply), &w.pos[ply]
	f.pv.n = 0
	if !w.enter(ply) {
		return 0, true
	}
	f.inCheck = p.InCheck()
	switch {
	case w.isDraw(ply, ply):
		return eval.Draw, true
	case ply < eval.MaxPly:
		return 0, false
	case !p.HasLegalMove():
		return w.withoutMoves(ply, eval.Draw), true
	case f.inCheck:
		return eval.Draw, true // the evaluation does not know checks
	}
	return w.evaluate(ply), true
}

// next returns the next move of the node at ply, NoMove after the last. It passes over the move
// that a singular search leaves out, and the moves that a limited player overlooks.
func (w *worker) next(ply int) board.Move {
	f := w.at(ply)
	for {
		m := f.picker.Next()
		if m == board.NoMove || m != f.excluded && (w.view.blind == 0 || !w.overlooks(ply, m)) {
			return m
		}
	}
}

// withoutMoves returns the score of the node at ply when no move was found in it. It is mate or
// stalemate, unless a singular search left out the only move or a limited player saw none.
func (w *worker) withoutMoves(ply, alpha int) int {
	f := w.at(ply)
	switch {
	case f.excluded != board.NoMove:
		return alpha
	case f.inCheck:
		return eval.MatedIn(ply)
	case w.view.blind != 0 && w.pos[ply].HasLegalMove():
		return f.staticEval
	}
	return eval.Draw
}

// hopefulDepth is the depth in plies from which a node that fails low inherits its parent's ttPv.
const hopefulDepth = 4

// store puts the result of the node at ply into the table, and into the correction history.
func (w *worker) store(ply, depth, originalAlpha, beta int) {
	f := w.at(ply)
	bound := boundOf(f.bestScore, originalAlpha, beta)
	if bound == tt.BoundUpper && depth >= hopefulDepth && w.at(ply-1).ttPv {
		f.ttPv = true // the move that led here is good: the principal variation may come here
	}
	w.table.Store(w.pos[ply].Key(), tt.Entry{
		Move: f.bestMove, Score: toTable(f.bestScore, ply), Eval: f.rawEval,
		Depth: depth, Bound: bound, PV: f.ttPv,
	})
	if !f.inCheck && !f.bestMove.IsNoisy() && proves(bound, f.bestScore, f.staticEval) {
		w.learnCorrection(ply, depth, f.bestScore-f.staticEval)
	}
}
