package search

import (
	"cmp"
	"slices"

	"sente/board"
	"sente/eval"
	"sente/tt"
)

// iterate searches the root one ply deeper each time until a limit (iterative deepening: Slate and
// Atkin, 1977). Between iterations the main worker reports and decides whether another is worth its
// time. Helpers fill the table, and their answers count in vote.
func (w *worker) iterate() {
	s := w.search
	for depth := 1; depth <= s.maxDepth && !w.stopped; depth++ {
		w.rootDepth = depth
		w.exact.move, w.raised.move = board.NoMove, board.NoMove
		for i := range w.root {
			w.root[i].previous = w.root[i].score
		}
		lines := min(s.multiPV, len(w.root))
		for w.first = 0; w.first < lines && !w.stopped; w.first++ {
			w.aspirate(depth)
			if !w.stopped {
				w.sortRoot()
				w.sortLines(w.first + 1)
				w.settle()
			}
		}
		if w.stopped {
			if s.multiPV == 1 { // several lines must be of one iteration
				w.conclude()
			}
			break
		}
		w.line.take(&w.root[0], depth, tt.BoundExact)
		if w.id == 0 {
			s.reportLines(depth, lines)
			if s.iterationDone(depth) {
				break
			}
		}
	}
}

// settle makes time limits bind once the main worker has completed the first line of depth 1.
func (w *worker) settle() {
	if s := w.search; w.id == 0 && !s.settled.Load() {
		s.settled.Store(true)
		w.pollAt = w.nodes // nodes that stand for time are a limit from here on
		w.line.take(&w.root[0], w.rootDepth, tt.BoundExact)
	}
}

// sortLines orders the first n root moves, the best lines, by rank and score.
func (w *worker) sortLines(n int) {
	slices.SortStableFunc(w.root[:n], func(a, b rootMove) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.score, a.score))
	})
}

// aspirate searches line number w.first with a window around its last score (aspiration windows:
// Slate and Atkin, 1977). After a failure the window is widened on the side where the score fell
// out, and narrowed on the other. After failing high the next search is a ply less deep.
func (w *worker) aspirate(depth int) {
	params := w.params
	alpha, beta := -eval.Infinity, eval.Infinity
	center := w.root[w.first].previous
	delta := params.AspirationWindow
	if depth >= params.AspirationMinDepth && !eval.IsDecisive(center) {
		delta += center * center / params.AspirationDivisor
		alpha = max(center-delta, -eval.Infinity)
		beta = min(center+delta, eval.Infinity)
	}
	failedHigh := 0
	for {
		searched := max(depth-failedHigh, 1)
		score := w.searchRoot(searched, alpha, beta)
		if w.stopped {
			return
		}
		w.sortRoot()
		switch {
		case score <= alpha:
			if w.id == 0 {
				w.search.reportBound(score, tt.BoundUpper)
				w.search.failedLow(w.first, center, score)
			}
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -eval.Infinity)
			failedHigh = 0
		case score >= beta:
			if w.id == 0 {
				w.search.reportBound(score, tt.BoundLower)
			}
			alpha = max(alpha, beta-delta)
			beta = min(score+delta, eval.Infinity)
			if !eval.IsDecisive(score) {
				failedHigh = min(failedHigh+1, params.AspirationLess)
			}
		default:
			return
		}
		delta += delta * (params.AspirationGrowth - percent) / percent
		if delta > params.AspirationMax || eval.IsDecisive(score) {
			alpha, beta = -eval.Infinity, eval.Infinity
		}
	}
}

// ponderMove returns the reply that the answer expects: the second move of its line, or what the
// table knows about the position after the first; NoMove if there is none or the game is over.
func (w *worker) ponderMove(l *rootLine) board.Move {
	if l.move == board.NoMove {
		return board.NoMove
	}
	w.step(0, l.move)
	if w.isDraw(1, threefold) {
		return board.NoMove
	}
	next := &w.pos[1]
	if l.pv.n > 1 && next.IsLegal(l.pv.moves[1]) {
		return l.pv.moves[1]
	}
	if e, hit := w.table.Probe(next.Key()); hit && next.IsLegal(e.Move) {
		return e.Move
	}
	return board.NoMove
}
