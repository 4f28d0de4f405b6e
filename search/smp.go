package search

import (
	"fmt"
	"runtime/debug"
	"sync"

	"sente/board"
	"sente/eval"
	"sente/tt"
)

// runWorkers lets all workers search and returns when all have stopped. Lazy SMP: every thread
// searches the same root, and only the table is shared. A panic in a worker ends the search and is
// returned as text with its stack.
func (s *Search) runWorkers() (fault string) {
	var mu sync.Mutex
	guarded := func(w *worker) {
		defer func() {
			if r := recover(); r != nil {
				mu.Lock()
				fault = fmt.Sprintf("panic in search worker %d: %v\n%s", w.id, r, debug.Stack())
				mu.Unlock()
				s.engine.stop.Store(true)
			}
		}()
		w.begin(s, &s.root)
		w.iterate()
		w.published.Store(w.nodes)
		w.publishedHits.Store(w.tbHits)
	}
	var helpers sync.WaitGroup
	for _, w := range s.workers[1:] {
		helpers.Go(func() { guarded(w) })
	}
	guarded(s.workers[0])
	s.hold()
	s.engine.stop.Store(true)
	helpers.Wait()
	return fault
}

// vote returns the worker whose answer is played. Each votes for its move with a weight that grows
// with score and depth, and of the winners the one who looked farthest speaks. A proven win is
// played before anything else, the shortest first. Where somebody proved a loss nobody votes: the
// one of all who looked farthest speaks.
func (s *Search) vote() *worker {
	main := s.workers[0]
	if s.engine.params.exact || s.multiPV > 1 || len(s.workers) == 1 {
		return main
	}
	worst := eval.Infinity
	for _, w := range s.workers {
		if w.line.depth > 0 {
			worst = min(worst, w.line.score)
		}
	}
	weight := func(w *worker) int { return (w.line.score - worst + votePlus) * w.line.depth }
	votes := func(m board.Move) (sum int) {
		for _, w := range s.workers {
			if w.line.depth > 0 && w.line.move == m {
				sum += weight(w)
			}
		}
		return sum
	}
	best := main
	for _, w := range s.workers[1:] {
		if w.line.depth > 0 && (best.line.depth == 0 || outvotes(w, best, votes)) {
			best = w
		}
	}
	return best
}

// votePlus is added to the centipawns by which a score is above the worst one, so that the worst
// has weight too.
const votePlus = 10

// outvotes reports whether a's answer is to be played rather than b's.
func outvotes(a, b *worker, votes func(board.Move) int) bool {
	l, m := &a.line, &b.line
	switch {
	case isWin(l.score) || isWin(m.score):
		return l.score > m.score
	case l.move != m.move && !l.lost() && !m.lost():
		return votes(l.move) > votes(m.move)
	}
	return l.depth > m.depth || l.depth == m.depth && l.score > m.score
}

// lost reports whether l is a proven loss. A move that raised a lost score and was not searched to
// the end, a lower bound, may yet hold.
func (l *rootLine) lost() bool { return l.bound == tt.BoundExact && isLoss(l.score) }

// isWin reports whether score is a proven win for the side to move.
func isWin(score int) bool { return score > 0 && eval.IsDecisive(score) }

// isLoss reports whether score is a proven loss for the side to move.
func isLoss(score int) bool { return score < 0 && eval.IsDecisive(score) }
