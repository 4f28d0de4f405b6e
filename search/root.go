package search

import (
	"cmp"
	"slices"

	"sente/board"
	"sente/eval"
	"sente/tt"
)

// rootMove is a move at the root with what the search knows about it.
type rootMove struct {
	move     board.Move
	rank     int // see verdict; 0 if the endgame tables don't know the root
	score    int // of this iteration; -Infinity if it is not the first and did not raise alpha
	previous int // score of the iteration before; -Infinity before depth 2
	selDepth int
	nodes    uint64 // spent on it in the whole search
	pv       variation
}

// searchRoot searches root move number w.first and those after it that have the same rank, to depth
// plies. It returns the score, fail-soft. An exact score updates the worker's answer at once, so
// that a stop loses nothing.
func (w *worker) searchRoot(depth, alpha, beta int) int {
	f, p := w.link(0), &w.pos[0]
	if !w.enter(0) {
		return 0
	}
	f.kind, f.inCheck, f.ttPv = nodePV, p.InCheck(), true
	w.at(1).doubles = 0
	w.at(2).cutoffs = 0
	f.correction = w.correctionAt(0)
	w.probe(0)
	w.setEvaluation(0)

	f.moves, f.bestScore, f.bestMove = 0, -eval.Infinity, board.NoMove
	originalAlpha := alpha
	for i := w.first; i < len(w.root) && w.root[i].rank == w.root[w.first].rank; i++ {
		r, before := &w.root[i], w.nodes
		m := r.move
		if w.id == 0 {
			w.search.reportMove(m, i+1)
		}
		w.selDepth = 0
		f.moves++
		f.move, f.noisy, f.check = m, m.IsNoisy(), p.GivesCheck(m)
		w.play(0, m)
		score := w.searchMove(0, depth-1, alpha, beta, w.rootReduction(depth))
		w.undo()
		if w.stopped {
			return 0
		}
		r.nodes += w.nodes - before
		w.record(r, score, alpha, beta)
		if score > f.bestScore {
			f.bestScore = score
			if score > alpha {
				f.bestMove = m
				if score >= beta {
					break
				}
				alpha = score
			}
		}
	}
	last := len(w.root) - 1 // the score is stored only if every legal move was searched
	if w.first == 0 && last+1 == w.search.legalMoves && w.root[0].rank == w.root[last].rank {
		w.table.Store(p.Key(), tt.Entry{
			Move: f.bestMove, Score: toTable(f.bestScore, 0), Eval: f.rawEval, Depth: depth,
			Bound: boundOf(f.bestScore, originalAlpha, beta), PV: true,
		})
	}
	return f.bestScore
}

// raise notes that a root move beat the best one in a zero window. It becomes the answer if a stop
// cuts off its search with the whole window.
func (w *worker) raise(score int) {
	if w.first == 0 {
		m := w.at(0).move
		w.raised = rootLine{
			move: m, score: score, bound: tt.BoundLower, depth: w.rootDepth, selDepth: w.selDepth,
		}
		w.raised.pv.set(m, &variation{})
	}
}

// record notes the score of root move r, which was searched with the window alpha to beta.
func (w *worker) record(r *rootMove, score, alpha, beta int) {
	if w.raised.move == r.move && score < beta {
		w.raised.move = board.NoMove // it has an exact score now, or is refuted
	}
	if w.at(0).moves > 1 && score <= alpha {
		r.score = -eval.Infinity
		return
	}
	r.score, r.selDepth = score, w.selDepth
	r.pv.set(r.move, &w.at(1).pv)
	if w.first > 0 {
		return
	}
	switch boundOf(score, alpha, beta) {
	case tt.BoundLower:
		w.raised.take(r, w.rootDepth, tt.BoundLower)
	case tt.BoundExact:
		w.exact.take(r, w.rootDepth, tt.BoundExact)
	}
}

// sortRoot orders the root moves from number w.first on: by rank, by score, by the score before,
// then by the nodes they needed. So a move that was hard to refute comes early.
func (w *worker) sortRoot() {
	slices.SortStableFunc(w.root[w.first:], func(a, b rootMove) int {
		return cmp.Or(
			cmp.Compare(b.rank, a.rank),
			cmp.Compare(b.score, a.score),
			cmp.Compare(b.previous, a.previous),
			cmp.Compare(b.nodes, a.nodes),
		)
	})
}
