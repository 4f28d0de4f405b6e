package search

import (
	"time"

	"sente/board"
	"sente/eval"
)

// Root is the task of a search: a position, the game before it, and the moves to choose from.
type Root struct {
	Pos   board.Position // from board.Start or ParseFEN, or after moves; not the zero Position
	Keys  []uint64       // of positions since the last irreversible move, oldest first, without Pos
	Moves []board.Move   // nil: all legal moves; else these, illegal ones ignored; see Result.Best
}

// Play makes move m of the game. m is legal, or it is NullMove and the side to move is not in
// check. Afterwards Keys are those of the positions that may come again. Only one of a Root and its
// copies may go on with Play, because they share the memory of Keys.
func (r *Root) Play(m board.Move) {
	r.Keys = append(r.Keys, r.Pos.Key())
	r.Pos = r.Pos.After(m)
	if r.Pos.HalfmoveClock() == 0 || m == board.NullMove {
		r.Keys = r.Keys[:0]
	}
}

// Limits says when a search ends: at the first limit that is reached, or at Stop. The zero Limits
// search until Stop or the greatest depth. No limit in time, real or counted in nodes, ends a
// search before depth 1 is complete, for the first line at least; Nodes and Stop do.
//
// Move Overhead is taken off MoveTime as well. Where no opponent's clock runs, SetMoveOverhead(0)
// gives the search the whole time.
type Limits struct {
	Depth       int           // plies; 0: none
	Nodes       uint64        // exact with one thread; 0: none
	SoftNodes   uint64        // no new iteration begins once this many nodes were searched; 0: none
	Mate        int           // ends when a mate in at most this many moves is found; 0: none
	MoveTime    time.Duration // with HasMoveTime; zero or negative: move at once
	HasMoveTime bool
	Time, Inc   [2]time.Duration // clock and increment by board.Color; 0 or less: move at once
	HasTime     [2]bool          // whether Time is given
	MovesToGo   int              // moves to the next time control; 0: one clock for the whole game
	Infinite    bool             // the answer waits for Stop
	Ponder      bool             // the answer, and the clock's limits, wait for PonderHit or Stop
	Start       time.Time        // when the clock began to run, not in the future; zero: at Begin
}

// nodesSeen returns the nodes of all workers as the main worker sees them: its own count is exact.
func (s *Search) nodesSeen() uint64 {
	n := s.main().nodes
	for _, h := range s.workers[1:] {
		n += h.published.Load()
	}
	return n
}

// nodeLimit returns the nodes after which the search is stopped; 0: none.
func (s *Search) nodeLimit() uint64 {
	limit := s.limits.Nodes
	if s.clock.timed && s.clock.perMilli > 0 && s.settled.Load() && !s.pondering.Load() {
		if n := timeNodes(s.clock.hard, s.clock.perMilli); limit == 0 || n < limit {
			limit = n
		}
	}
	return limit
}

// checkNodes checks the node limits. The main worker calls it; it stops all workers at a limit.
func (s *Search) checkNodes() {
	w := s.main()
	if limit := s.nodeLimit(); limit > 0 {
		n := s.nodesSeen()
		if n >= limit {
			s.engine.stop.Store(true)
			return
		}
		w.pollAt = min(w.pollAt, w.nodes+limit-n)
	}
	if s.reach > 0 && s.reached() {
		s.engine.stop.Store(true)
	}
}

// checkTime checks the clock. Every worker calls it, because any of them may have to wait for a
// processor. It stops all workers, but never before depth 1 is complete: an answer that is a little
// late is better than one that nobody searched.
func (s *Search) checkTime() {
	c := &s.clock
	if c.timed && c.perMilli == 0 && s.settled.Load() && !s.pondering.Load() &&
		c.elapsed() >= c.hard {
		s.engine.stop.Store(true)
	}
}

// iterationDone reports, after the main worker completed an iteration, whether it was the last.
func (s *Search) iterationDone(depth int) bool {
	w := s.main()
	best := &w.root[0]
	effort := 0
	if w.nodes > 0 {
		effort = int(best.nodes * permille / w.nodes)
	}
	enough := s.clock.enough(best.move, best.score, effort, depth, s.nodesSeen())
	forced := s.clock.timed && s.clock.soft > 0 && len(s.rootMoves) == 1
	if n := s.limits.SoftNodes; n > 0 && s.nodesSeen() >= n {
		return true
	}
	if n := s.limits.Mate; n > 0 {
		plies := 2 * min(n, eval.MaxPly/2) // with a larger n an evaluation would pass for a mate
		if best.score >= eval.MateIn(plies-1) || best.score <= eval.MatedIn(plies) {
			return true
		}
	}
	switch {
	case s.limits.Infinite:
		return false
	case s.limits.Ponder:
		// This sets enough and then reads pondering; PonderHit clears pondering and then reads
		// enough. So at least one of them sees what the other has written, and ends the search.
		s.enough.Store(forced || enough && !s.clock.falling)
	}
	return (forced || enough) && !s.pondering.Load()
}

// failedLow notes that a line of the running iteration failed low: its score fell from before to at
// most now. After a great fall of line 0, PonderHit does not end the search, because the last
// answer is out of date.
func (s *Search) failedLow(line, before, now int) {
	if line == 0 && before-now >= fallingDrop && len(s.rootMoves) > 1 {
		s.enough.Store(false)
	}
}

// ponderHit makes the clock bind. If the last iteration would have ended the search, the search
// ends now. Up to pollInterval nodes that each worker searched before count as searched afterwards.
func (s *Search) ponderHit() {
	s.pondered.Store(s.nodes())
	s.pondering.Store(false)
	if s.limits.Infinite {
		return
	}
	if s.enough.Load() {
		s.engine.stop.Store(true)
	}
	s.release()
}

// chargeNodeClock takes the nodes of the search off the clock that counts nodes. Nodes that were
// searched while pondering don't count, because the opponent's clock was running.
func (s *Search) chargeNodeClock() {
	if !s.pondering.Load() {
		s.engine.nodeClock.end(&s.limits, s.root.Pos.SideToMove(), s.nodes()-s.pondered.Load())
	}
}
