package search

import (
	"sync"
	"sync/atomic"
	"time"

	"sente/board"
	"sente/eval"
	"sente/tt"
)

// Search is one search, from Engine.Begin to the return of Run.
type Search struct {
	engine     *Engine
	workers    []*worker
	limits     Limits
	clock      clock
	maxDepth   int    // plies
	limited    bool   // by the engine's Strength
	reach      uint64 // nodes that Strength allows, once depth 1 is complete; 0: no limit
	multiPV    int
	legalMoves int // at the root, before searchmoves
	rootMoves  []board.Move
	tableMen   int    // positions with at most so many men are looked up in the endgame tables
	tableKnows bool   // the endgame tables know the root
	tableScore int    // and this is its score
	tableHits  uint64 // probes at the root
	drawn      bool   // the tables or the rules say that the root is a draw
	root       Root
	report     Report
	pondering  atomic.Bool
	released   chan struct{} // closed when an infinite or pondering search may answer
	release    func()        // closes released, once

	info       Info
	pv         variation
	reported   board.Move // first move of the last exact line
	reportedAt int        // depth of the last exact line
	lastReport time.Time
}

// currMoveAfter is how long a search runs before it tells which root move it is at, and before it
// reports scores that are only bounds.
const currMoveAfter = 3 * time.Second

// quietLines: beyond this depth lines that follow the last one within quietTime are left out, for
// a forced line is searched to any depth in no time. The last one is always sent.
const (
	quietLines = 24
	quietTime  = 10 * time.Millisecond
)

// Begin prepares a search: it arms the stop flag and the clock. No other search of the engine may
// be running. The search begins with Run; a Stop in between counts.
func (e *Engine) Begin(root Root, limits Limits) *Search {
	e.budget.begin(&limits, root.Pos.SideToMove())
	s := &Search{
		engine: e, workers: e.workers, limits: limits, root: root, multiPV: e.multiPV,
		maxDepth: eval.MaxPly - 1, released: make(chan struct{}),
	}
	s.release = sync.OnceFunc(func() { close(s.released) })
	if limits.Depth > 0 {
		s.maxDepth = min(limits.Depth, s.maxDepth)
	}
	s.pondering.Store(limits.Ponder)
	s.clock = newClock(&e.params, &limits, root.Pos.SideToMove(), root.Pos.Ply(), e.overhead, e.budget.perMilli)
	var list board.MoveList
	root.Pos.Legal(&list)
	s.legalMoves = list.N
	for _, m := range list.Slice() {
		if root.Moves == nil || contains(root.Moves, m) {
			s.rootMoves = append(s.rootMoves, m)
		}
	}
	s.limitStrength()
	e.stop.Store(false)
	e.current.Store(s)
	return s
}

func contains(list []board.Move, m board.Move) bool {
	for _, x := range list {
		if x == m {
			return true
		}
	}
	return false
}

// Run searches and returns the answer. It blocks until a limit, Stop, or for an infinite or
// pondering search Stop or PonderHit. What it finds on the way it tells report, which may be nil.
func (s *Search) Run(report Report) Result {
	if report == nil {
		report = func(*Info) {}
	}
	s.report = report
	if len(s.rootMoves) == 0 {
		score := s.reportNoMoves()
		s.hold()
		return Result{Score: score, Time: s.clock.elapsed()}
	}
	if err := s.engine.ensureTable(); err != nil {
		return Result{Best: s.rootMoves[0], Fault: err.Error()}
	}
	s.engine.table.Age()
	s.rankRoot()
	s.drawn = s.tableKnows && !eval.IsDecisive(s.tableScore) || s.root.Pos.InsufficientMaterial()
	for _, w := range s.workers {
		w.begin(s, &s.root)
	}
	fault := s.runWorkers()
	if !s.pondering.Load() { // else it was not on our clock
		s.engine.budget.end(&s.limits, s.root.Pos.SideToMove(), s.nodes())
	}
	best := s.vote()
	line := &best.line
	if line.move == board.NoMove {
		line.move, line.depth = s.rootMoves[0], 1
		line.score = s.guess(best)
		line.pv.moves[0], line.pv.n = line.move, 1
	}
	if line.move != s.reported || best != s.workers[0] || line.depth > s.reportedAt {
		s.reportLine(s.workers[0], line)
	}
	return Result{
		Best: line.move, Ponder: s.workers[0].ponderMove(line), Score: s.shown(line.score), Depth: line.depth,
		Nodes: s.nodes(), Time: s.clock.elapsed(), Fault: fault,
	}
}

// guess is the score of an answer that was not searched: the static evaluation of the root.
func (s *Search) guess(w *worker) int {
	w.eval.Reset(&w.pos[0])
	if w.pos[0].InCheck() {
		return eval.Draw
	}
	return w.evaluate(0)
}

// hold waits while an infinite or pondering search must not answer yet.
func (s *Search) hold() {
	if s.limits.Infinite || s.pondering.Load() {
		<-s.released
	}
}

// nodes returns the nodes of all workers, as last published.
func (s *Search) nodes() uint64 {
	var n uint64
	for _, w := range s.workers {
		n += w.published.Load()
	}
	return n
}

func (s *Search) tbHits() uint64 {
	n := s.tableHits
	for _, w := range s.workers {
		n += w.publishedHits.Load()
	}
	return n
}

// nodesSeen returns the nodes of all workers as the main worker, whose own are exact, sees them.
func (s *Search) nodesSeen(w *worker) uint64 {
	n := w.nodes
	for _, h := range s.workers[1:] {
		n += h.published.Load()
	}
	return n
}

// nodeLimit returns the nodes after which the search is stopped; 0: none.
func (s *Search) nodeLimit() uint64 {
	limit := s.limits.Nodes
	if s.clock.timed && s.clock.perMilli > 0 && !s.pondering.Load() {
		if n := timeNodes(s.clock.hard, s.clock.perMilli); limit == 0 || n < limit {
			limit = n
		}
	}
	return limit
}

// checkLimits is the main worker's look at node and time limits; it stops all workers.
func (s *Search) checkLimits(w *worker) {
	if limit := s.nodeLimit(); limit > 0 {
		n := s.nodesSeen(w)
		if n >= limit {
			s.engine.stop.Store(true)
			return
		}
		w.pollAt = min(w.pollAt, w.nodes+limit-n)
	}
	if s.reach > 0 && s.reached(w) {
		s.engine.stop.Store(true)
		return
	}
	if s.clock.timed && s.clock.perMilli == 0 && !s.pondering.Load() && s.clock.elapsed() >= s.clock.hard {
		s.engine.stop.Store(true)
	}
}

// iterationDone reports, after the main worker completed an iteration, whether it was the last.
func (s *Search) iterationDone(w *worker, depth int) bool {
	best := &w.root[0]
	effort := 0
	if w.nodes > 0 {
		effort = int(best.nodes * 1000 / w.nodes)
	}
	enough := s.clock.enough(best.move, best.score, effort, depth, s.nodesSeen(w))
	if s.limits.SoftNodes > 0 && w.nodes >= s.limits.SoftNodes {
		return true
	}
	if n := s.limits.Mate; n > 0 && best.score >= eval.MateIn(2*n-1) {
		return true
	}
	if s.limits.Infinite || s.pondering.Load() {
		return false
	}
	return enough || s.clock.timed && s.clock.soft > 0 && len(s.rootMoves) == 1
}

// reportNoMoves tells that the root is mate, stalemate, or has no move among searchmoves, and
// returns its score.
func (s *Search) reportNoMoves() int {
	score := eval.Draw
	if s.legalMoves == 0 && s.root.Pos.InCheck() {
		score = eval.MatedIn(0)
	}
	s.report(&Info{MultiPV: 1, Score: score, Bound: tt.BoundExact, Drawn: s.legalMoves == 0 && score == eval.Draw, Time: s.clock.elapsed()})
	return score
}

// reportLines reports the best lines after an iteration.
func (s *Search) reportLines(w *worker, depth, lines int) {
	now := time.Now()
	if depth > quietLines && now.Sub(s.lastReport) < quietTime && w.root[0].move == s.reported {
		return
	}
	s.lastReport = now
	for i := range lines {
		r := &w.root[i]
		s.send(w, depth, r.selDepth, i+1, r.score, tt.BoundExact, r.pv.line())
	}
	s.reported, s.reportedAt = w.root[0].move, depth
}

// reportLine reports the final answer when it is not what was reported last.
func (s *Search) reportLine(w *worker, l *rootLine) {
	s.send(w, l.depth, l.selDepth, 1, l.score, tt.BoundExact, l.pv.line())
}

// reportBound reports a score that fell out of the aspiration window, late in a long search.
func (s *Search) reportBound(w *worker, depth, first, score int, b tt.Bound) {
	if s.multiPV > 1 || s.clock.elapsed() < currMoveAfter {
		return
	}
	r := &w.root[first]
	line := r.pv.line()
	if len(line) == 0 {
		line = []board.Move{r.move}
	}
	s.send(w, depth, r.selDepth, 1, score, b, line)
}

// reportMove reports that the main worker begins with a root move, late in a long search.
func (s *Search) reportMove(w *worker, m board.Move, number int) {
	if s.clock.elapsed() < currMoveAfter {
		return
	}
	s.report(&Info{Depth: w.rootDepth, CurrMove: m, CurrMoveNumber: number})
}

// send reports a line, cut where the game would be over.
func (s *Search) send(w *worker, depth, selDepth, multiPV, score int, b tt.Bound, line []board.Move) {
	s.pv.n = copy(s.pv.moves[:], line)
	s.pv.n = w.drawnAfter(s.pv.line())
	w.published.Store(w.nodes)
	w.publishedHits.Store(w.tbHits)
	s.info = Info{
		Depth: depth, SelDepth: max(selDepth, 1), MultiPV: multiPV, Score: s.shown(score), Bound: b,
		Drawn: s.drawn && !eval.IsMate(score),
		Nodes: s.nodes(), TBHits: s.tbHits(), Time: s.clock.elapsed(), Hashfull: s.engine.table.Hashfull(),
		PV: s.pv.line(),
	}
	s.report(&s.info)
}
