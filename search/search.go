package search

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"sente/board"
	"sente/eval"
	"sente/tt"
)

// Search is one search, from Engine.Begin to the return of Run.
type Search struct {
	engine     *Engine
	workers    []*worker
	limits     Limits
	params     *Params // the engine's, or what they become for mates
	clock      clock
	maxDepth   int    // plies
	limited    bool   // by the engine's Strength
	view       view   // how its player sees positions
	reach      uint64 // nodes that Strength allows, once depth 1 is complete; 0: no limit
	multiPV    int
	legalMoves int // at the root, before searchmoves
	rootMoves  []board.Move
	tbMen      int                    // positions with more men are not looked up in tables
	verdicts   map[board.Move]verdict // of the tables on root moves; nil: they don't know the root
	rootTBHits uint64                 // probes at the root
	root       Root

	settled   atomic.Bool // depth 1 is complete, for the first line at least: time limits bind
	pondering atomic.Bool
	enough    atomic.Bool   // while pondering: a search by the clock would have ended by now
	pondered  atomic.Uint64 // nodes searched before PonderHit
	released  chan struct{} // closed when an infinite or pondering search may answer
	release   func()        // closes released, once

	faultMu sync.Mutex
	fault   string // the first panic, with its stack; "" if there was none

	reporter
}

// Begin prepares a search: it arms the stop flag and the clock. No other search of the engine may
// be running. The search begins with Run; a Stop in between counts, one before Begin does not.
// After another Begin a search that was not run must not be run: Stop would not reach it.
func (e *Engine) Begin(root Root, limits Limits) *Search {
	us := root.Pos.SideToMove()
	root.Keys = slices.Clone(root.Keys) // the caller may Play before Run
	e.nodeClock.begin(&limits, us)
	s := &Search{
		engine: e, workers: e.workers, limits: limits, root: root, multiPV: e.multiPV,
		params: &e.params, maxDepth: eval.MaxPly - 1, released: make(chan struct{}),
	}
	s.release = sync.OnceFunc(func() { close(s.released) })
	if limits.Depth > 0 {
		s.maxDepth = min(limits.Depth, s.maxDepth)
	}
	s.pondering.Store(limits.Ponder)
	var list board.MoveList
	root.Pos.Legal(&list)
	s.legalMoves = list.N
	for _, m := range list.Slice() {
		if root.Moves == nil || slices.Contains(root.Moves, m) {
			s.rootMoves = append(s.rootMoves, m)
		}
	}
	s.limitStrength()
	s.useTextbook()
	overhead := e.keptBack(&limits, us, len(s.workers))
	s.clock = newClock(&e.params, &limits, us, overhead, e.nodeClock.perMilli)
	s.clock.before = e.answerBefore(&root.Pos)
	if limits.Mate > 0 {
		s.params = e.params.forMates()
		s.view.mates = true // what other searches left in the table may hide a mate
	}
	for _, w := range s.workers {
		w.line = rootLine{}
		w.published.Store(0)
		w.publishedHits.Store(0)
	}
	e.stop.Store(false)
	e.current.Store(s)
	if e.stop.Load() { // a Stop in between did not know s
		s.release()
	}
	return s
}

// Run searches and returns the answer. Call it once. It blocks until a limit or Stop; an infinite
// or pondering search ends only after Stop or PonderHit, even when a panic broke it off
// (Result.Fault). It calls report with its findings, unless that is nil. A panic of report counts
// as one of the search.
func (s *Search) Run(report Report) Result {
	defer s.engine.current.CompareAndSwap(s, nil) // frees the workers that s alone holds
	s.reporter.to = report
	if report == nil {
		s.reporter.to = func(*Info) {}
	}
	if len(s.rootMoves) == 0 {
		score := s.scoreWithoutMoves()
		s.guard(s.main(), func() { s.reportNoMoves(score) })
		s.hold()
		return Result{Score: score, Bound: tt.BoundExact, Time: s.clock.elapsed(), Fault: s.fault}
	}
	_ = s.engine.Ready() // whoever wants its error calls Ready first
	s.engine.table.SetView(s.view.salt())
	s.engine.table.Age()
	s.rankRoot()
	s.runWorkers()
	s.chargeNodeClock()
	best := s.vote()
	line := &best.line
	if line.depth == 0 {
		best.answerUnsearched()
	}
	s.rememberAnswer(line)
	if s.isNews(best) {
		s.guard(s.main(), func() { s.reportLine(line) })
	}
	score, bound := s.shown(line.move, line.score, line.bound)
	return Result{
		Best: line.move, Ponder: s.main().ponderMove(line), PV: s.answerLine(line),
		Score: score, Bound: bound,
		Depth: line.depth, Nodes: s.nodes(), Time: s.clock.elapsed(), Fault: s.fault,
	}
}

// Search begins a search and runs it. It ends as Run does, and as if by Stop when ctx is done. The
// error is that of ctx if that is done, or tells of a panic (Result.Fault). The result is valid
// nevertheless: it is what was known then.
func (e *Engine) Search(
	ctx context.Context, root Root, limits Limits, report Report,
) (Result, error) {
	s := e.Begin(root, limits)
	stopped := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		e.Stop()
		close(stopped)
	})
	result := s.Run(report)
	if !unwatch() {
		<-stopped // a late Stop would meet the engine's next search
	}
	if result.Fault != "" {
		return result, errors.New("the search failed: " + result.Fault)
	}
	return result, ctx.Err()
}

// hold waits while an infinite or pondering search must not answer yet.
func (s *Search) hold() {
	if s.limits.Infinite || s.pondering.Load() {
		<-s.released
	}
}

// main returns the main worker. It alone ends the search at limits in nodes and after an iteration,
// and it alone reports.
func (s *Search) main() *worker { return s.workers[0] }

// nodes returns the nodes of all workers, as last published.
func (s *Search) nodes() uint64 {
	var n uint64
	for _, w := range s.workers {
		n += w.published.Load()
	}
	return n
}

func (s *Search) tbHits() uint64 {
	n := s.rootTBHits
	for _, w := range s.workers {
		n += w.publishedHits.Load()
	}
	return n
}
