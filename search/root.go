package search

import (
	"slices"

	"sente/board"
	"sente/eval"
	"sente/tt"
)

// rootMove is a move at the root with what the search knows about it.
type rootMove struct {
	move     board.Move
	score    int // of this iteration; -Infinity if it did not raise alpha
	previous int // score of the iteration before
	selDepth int
	nodes    uint64 // spent on it in the whole search
	pv       variation
}

// searchRoot searches the root moves from number first on to depth plies and returns the score,
// fail-soft. An exact score updates the worker's answer at once, so that a stop loses nothing.
func (w *worker) searchRoot(depth, alpha, beta, first int) int {
	f, p := w.link(0), &w.pos[0]
	if !w.enter(0) {
		return 0
	}
	f.inCheck = p.InCheck()
	f.ttPv = true
	f.doubles = 0
	w.at(2).cutoffs = 0
	f.correction = w.correctionOf(0)
	entry, hit := w.table.Probe(p.Key())
	w.judge(0, &entry, hit, eval.NoScore)
	improving := w.improving(0)

	best, bestMove, originalAlpha := -eval.Infinity, board.NoMove, alpha
	for i := first; i < len(w.root); i++ {
		r := &w.root[i]
		m, moves, before := r.move, i-first+1, w.nodes
		if w.id == 0 {
			w.search.reportMove(w, m, i+1)
		}
		w.at(1).doubles = 0
		w.selDepth = 0
		check := p.GivesCheck(m)
		w.play(0, m)
		newDepth, score := depth-1, eval.NoScore
		if moves > 1 {
			if reduction := w.rootReduction(depth, moves, m, check, improving); reduction >= 1024 {
				score = w.searchReduced(0, newDepth, alpha, best, m, reduction, nodePV)
			} else {
				score = -w.pvs(1, newDepth, -alpha-1, -alpha, nodeCut)
			}
		}
		if score > alpha && !w.stopped {
			if moves > 1 && first == 0 {
				w.raised = rootLine{move: m, score: score, bound: tt.BoundLower, depth: w.rootDepth, selDepth: w.selDepth}
				w.raised.pv.set(m, &variation{})
			}
			f.reduction = 0
			score = -w.pvs(1, newDepth, -beta, -alpha, nodePV)
		}
		w.undo()
		if w.stopped {
			return 0
		}
		r.nodes += w.nodes - before
		if w.raised.move == m && score < beta {
			w.raised.move = board.NoMove // it has an exact score now, or is refuted
		}
		if moves == 1 || score > alpha {
			r.score, r.selDepth = score, w.selDepth
			r.pv.set(m, &w.at(1).pv)
			if first == 0 && score >= beta {
				w.raised.take(r, w.rootDepth, tt.BoundLower)
			} else if first == 0 && score > alpha {
				w.exact.take(r, w.rootDepth, tt.BoundExact)
			}
		} else {
			r.score = -eval.Infinity
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if score >= beta {
					break
				}
				alpha = score
			}
		}
	}
	bound := tt.BoundUpper
	switch {
	case best >= beta:
		bound = tt.BoundLower
	case best > originalAlpha:
		bound = tt.BoundExact
	}
	if first == 0 && len(w.root) == w.search.legalMoves {
		w.table.Store(p.Key(), bestMove, toTable(best, 0), f.rawEval, depth, bound, true)
	}
	return best
}

// rootReduction is reduction for the root, whose moves come from a list and not from a picker.
func (w *worker) rootReduction(depth, moves int, m board.Move, check, improving bool) int {
	params := w.params
	if params.Exact || depth <= params.LMRMinDepth || moves <= 2 || check {
		return 0
	}
	logs := int(lnTable[min(depth, 255)]) * int(lnTable[min(moves, 255)]) >> 10
	r := params.LMRQuietBase + logs*params.LMRQuietScale/1024
	if m.IsNoisy() {
		r = params.LMRNoisyBase + logs*params.LMRNoisyScale/1024
	}
	if !improving {
		r += params.LMRNotImproving
	}
	return r - params.LMRPV - params.LMRTtPv
}

// sortRoot orders the root moves from number first on: by score, then by what they scored before,
// then by the nodes they needed: a move that was hard to refute comes early.
func (w *worker) sortRoot(first int) {
	slices.SortStableFunc(w.root[first:], func(a, b rootMove) int {
		switch {
		case a.score != b.score:
			return b.score - a.score
		case a.previous != b.previous:
			return b.previous - a.previous
		case a.nodes > b.nodes:
			return -1
		case a.nodes < b.nodes:
			return 1
		}
		return 0
	})
}
