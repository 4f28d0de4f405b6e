package search

import (
	"fmt"
	"runtime/debug"
	"sync"

	"sente/board"
	"sente/eval"
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

// vote returns the worker whose answer is played: each votes for its move with a weight that grows
// with score and depth; the best of the winners speaks.
func (s *Search) vote() *worker {
	main := s.workers[0]
	if s.engine.params.Exact || s.multiPV > 1 || len(s.workers) == 1 || main.line.depth == 0 {
		return main
	}
	worst := eval.Infinity
	for _, w := range s.workers {
		if w.line.depth > 0 {
			worst = min(worst, w.line.score)
		}
	}
	weight := func(w *worker) int { return (w.line.score - worst + 10) * w.line.depth }
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
		if w.line.depth == 0 {
			continue
		}
		switch mine, theirs := votes(w.line.move), votes(best.line.move); {
		case eval.IsDecisive(best.line.score) || eval.IsDecisive(w.line.score):
			if w.line.score > best.line.score { // the shorter mate, the longer defence
				best = w
			}
		case mine > theirs, w.line.move == best.line.move && weight(w) > weight(best):
			best = w
		}
	}
	return best
}
