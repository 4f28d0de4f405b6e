package search

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"sente/board"
	"sente/tt"
)

// runWorkers lets all workers search and returns when all have stopped. Lazy SMP: every thread
// searches the same root, and only the table is shared.
func (s *Search) runWorkers() {
	work := func(w *worker) {
		s.guard(w, func() {
			w.begin(s, &s.root)
			w.iterate()
			w.published.Store(w.nodes)
			w.publishedHits.Store(w.tbHits)
		})
	}
	var helpers sync.WaitGroup
	for _, w := range s.workers[1:] {
		helpers.Go(func() { work(w) })
	}
	work(s.main())
	s.hold()
	s.engine.stop.Store(true)
	helpers.Wait()
}

// guard calls f for worker w. A panic ends the search, and the first of a search is its fault.
func (s *Search) guard(w *worker, f func()) {
	defer func() {
		if r := recover(); r != nil {
			s.faultMu.Lock()
			if s.fault == "" {
				s.fault = fmt.Sprintf("panic in search worker %d: %v\n%s", w.id, r, debug.Stack())
			}
			s.faultMu.Unlock()
			s.engine.stop.Store(true)
		}
	}()
	f()
}

// vote returns the worker whose answer is played. A proven win goes first, the shortest of several.
// If a worker has proven a loss, the worker with the deepest line answers. Otherwise each worker
// votes for its move; a higher score and a greater depth weigh more. Of the workers that voted for
// the winning move, the one with the deepest line answers.
func (s *Search) vote() *worker {
	main := s.main()
	if s.multiPV > 1 || s.engine.params.noVote {
		return main
	}
	searched := slices.DeleteFunc(slices.Clone(s.workers),
		func(w *worker) bool { return w.line.depth == 0 })
	if len(searched) == 0 {
		return main
	}
	byScore := func(a, b *worker) int { return cmp.Compare(a.line.score, b.line.score) }
	byDepth := func(a, b *worker) int {
		return cmp.Or(cmp.Compare(a.line.depth, b.line.depth), byScore(a, b))
	}
	best := slices.MaxFunc(searched, byScore)
	worst := slices.MinFunc(searched, byScore).line.score
	switch {
	case isWin(best.line.score):
		return best
	case slices.ContainsFunc(searched, func(w *worker) bool { return w.line.lost() }):
		return slices.MaxFunc(searched, byDepth)
	}
	votes := make(map[board.Move]int)
	for _, w := range searched {
		votes[w.line.move] += (w.line.score - worst + votePlus) * w.line.depth
	}
	return slices.MaxFunc(searched, func(a, b *worker) int {
		return cmp.Or(cmp.Compare(votes[a.line.move], votes[b.line.move]), byDepth(a, b))
	})
}

// votePlus is added to the centipawns by which a score is above the worst one, so that the worst
// has weight too.
const votePlus = 10

// lost reports whether l is a proven loss. A lower bound is none: the move beat a lost score, was
// not searched to the end, and may yet hold.
func (l *rootLine) lost() bool { return l.bound == tt.BoundExact && isLoss(l.score) }
