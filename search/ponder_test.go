package search

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/tt"
)

// TestPonderHitAgainstTheClock completes an iteration of a pondering search at different times
// before, at and after its limits, and looks at what PonderHit does.
func TestPonderHitAgainstTheClock(t *testing.T) {
	const soft, hard = 20 * time.Second, 100 * time.Second
	const scaled = soft * 116 / 100 // three iterations with one best move and one score
	p := boardtest.Position(t, kiwipete)
	one := boardtest.Position(t, "7k/8/8/8/8/8/1q4PP/K6R w - - 0 1") // one legal move, no mate
	for _, tc := range []struct {
		name    string
		pos     board.Position
		elapsed time.Duration
		drop    int  // by how much the last iteration's score fell
		ends    bool // at PonderHit
		timeUp  bool // at the next look at the clock
	}{
		{"before the soft limit", p, soft / 2, 0, false, false},
		{"shortly before the soft limit as it is scaled", p,
			scaled - 2*time.Second, 0, false, false},
		{"at the soft limit as it is scaled", p, scaled, 0, true, true},
		{"after the soft limit", p, 3 * soft, 0, true, true},
		{"after it, the score is falling", p, 3 * soft, 90, false, false},
		{"at the hard limit", p, hard, 90, false, true},
		{"after the hard limit", p, 2 * hard, 0, true, true},
		{"one legal move", one, 0, 0, true, true},
		{"one legal move, the score is falling", one, 0, 90, true, true},
	} {
		e := small(t)
		s := e.Begin(Root{Pos: tc.pos}, Limits{Ponder: true, HasTime: [2]bool{true, true}})
		w := e.workers[0]
		s.to = func(*Info) {}
		w.begin(s, &s.root)
		s.settled.Store(true)
		s.clock.timed, s.clock.soft, s.clock.hard = true, soft, hard
		s.clock.start = time.Now().Add(-tc.elapsed)
		w.root[0].score = 100
		for depth := 1; depth <= 2; depth++ {
			if s.iterationDone(depth) {
				t.Errorf("%s: a pondering search ends", tc.name)
			}
			w.root[0].score -= tc.drop
		}
		s.iterationDone(3)
		s.checkTime()
		if e.stop.Load() {
			t.Errorf("%s: stopped while pondering", tc.name)
		}
		e.PonderHit()
		if got := e.stop.Load(); got != tc.ends {
			t.Errorf("%s: stopped at ponderhit: %v, want %v", tc.name, got, tc.ends)
		}
		s.checkTime()
		if got := e.stop.Load(); got != tc.timeUp {
			t.Errorf("%s: stopped by the clock after ponderhit: %v, want %v",
				tc.name, got, tc.timeUp)
		}
	}
}

// TestFallingScoreAfterPonderHit: once the clock runs, a search with a falling score ends after an
// iteration like any other. The fall has already raised the soft limit.
func TestFallingScoreAfterPonderHit(t *testing.T) {
	e := small(t)
	s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)},
		Limits{Ponder: true, HasTime: [2]bool{true, true}})
	w := e.workers[0]
	w.begin(s, &s.root)
	s.clock.timed, s.clock.soft, s.clock.hard = true, time.Second, time.Hour
	s.clock.start = time.Now().Add(-time.Minute)
	w.root[0].score = 100
	s.iterationDone(1)
	w.root[0].score -= 90
	if s.iterationDone(2); !s.clock.falling {
		t.Fatal("the score does not fall")
	}
	e.PonderHit()
	if e.stop.Load() {
		t.Fatal("ponderhit ends a search whose score is falling")
	}
	w.root[0].score -= 90
	if !s.iterationDone(3) {
		t.Error("the search goes on after ponderhit, its time long up")
	}
}

// TestScoreFallsInsideAnIteration: if the time is up but the running iteration has failed low by
// much, ponderhit does not end the search. A forced reply is given nevertheless.
func TestScoreFallsInsideAnIteration(t *testing.T) {
	const depth = 6
	p := boardtest.Position(t, kiwipete)
	one := boardtest.Position(t, "7k/8/8/8/8/8/1q4PP/K6R w - - 0 1") // one legal move, no mate
	for _, tc := range []struct {
		name string
		pos  board.Position
		line int
		drop int
		ends bool // at PonderHit
	}{
		{"as before", p, 0, 0, true},
		{"far below", p, 0, 200, false},
		{"far below, the second line", p, 1, 200, true},
		{"far below, one legal move", one, 0, 200, true},
	} {
		e := small(t)
		s := e.Begin(Root{Pos: tc.pos}, Limits{Ponder: true, HasTime: [2]bool{true, true}})
		w := e.workers[0]
		s.to = func(*Info) {}
		w.begin(s, &s.root)
		w.rootDepth = depth
		score := w.searchRoot(depth, -eval.Infinity, eval.Infinity)
		w.sortRoot()
		for i := range w.root {
			w.root[i].previous = score + tc.drop
		}
		s.enough.Store(true)
		w.first = tc.line
		w.aspirate(depth)
		e.PonderHit()
		if got := e.stop.Load(); got != tc.ends {
			t.Errorf("%s: stopped at ponderhit: %v, want %v", tc.name, got, tc.ends)
		}
	}
}

// TestPonderHitWhileTheIterationEnds lets ponderhit and the end of an iteration meet. Sometimes one
// is a little earlier, sometimes the other. One of the two must see what the other wrote.
func TestPonderHitWhileTheIterationEnds(t *testing.T) {
	e := small(t)
	s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)},
		Limits{Ponder: true, HasTime: [2]bool{true, true}})
	w := e.workers[0]
	w.begin(s, &s.root)
	s.clock.timed, s.clock.soft, s.clock.hard = true, 1, time.Hour
	var meet, hit atomic.Int64 // the tries that have begun; those whose ponderhit is done
	const tries, delays = 100_000, 2000
	go func() {
		for i := range int64(tries) {
			for meet.Load() <= i {
				runtime.Gosched()
			}
			for range i * 7 % delays {
				meet.Load()
			}
			e.PonderHit()
			hit.Store(i + 1)
		}
	}()
	for i := range int64(tries) {
		s.pondering.Store(true)
		s.enough.Store(false)
		e.stop.Store(false)
		meet.Store(i + 1)
		for range i % (delays / 10) {
			meet.Load()
		}
		ended := s.iterationDone(1)
		for hit.Load() <= i {
			runtime.Gosched()
		}
		if !ended && !e.stop.Load() {
			t.Fatalf("try %d: both missed it", i)
		}
	}
}

// TestNodesTimeDoesNotChargePondering: nodes before ponderhit were searched on the opponent's
// clock.
func TestNodesTimeDoesNotChargePondering(t *testing.T) {
	const start = 10 * time.Second
	e := small(t)
	e.SetNodesTime(100)
	limits := clockOf(start, 0, 0)
	limits.Ponder, limits.Depth = true, 12
	var before uint64
	r := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, limits).Run(func(i *Info) {
		if i.Depth == 7 && before == 0 {
			before = i.Nodes
			e.PonderHit()
		}
	})
	if before == 0 || r.Nodes <= before {
		t.Fatalf("%d nodes before ponderhit, %d in all", before, r.Nodes)
	}
	got, want := e.nodeClock.left[board.White], start-nodeTime(r.Nodes-before, 100)
	if got != want {
		t.Errorf("%v left after %d nodes, %d of them before ponderhit; want %v",
			got, r.Nodes, before, want)
	}
}

// TestPonderHitAfterTheAnswer: a late PonderHit is harmless, also when the search's workers are
// gone.
func TestPonderHitAfterTheAnswer(t *testing.T) {
	e := New()
	if err := e.SetThreads(2); err != nil {
		t.Fatal(err)
	}
	s := e.Begin(Root{Pos: board.Start()}, Limits{Ponder: true, Depth: 4})
	e.Stop()
	s.Run(nil)
	if err := e.SetThreads(1); err != nil {
		t.Fatal(err)
	}
	e.PonderHit()
	if r := e.Begin(Root{Pos: board.Start()}, Limits{Depth: 2}).Run(nil); r.Depth != 2 {
		t.Errorf("the next search: %+v", r)
	}
}

// TestInfiniteWaitsForStop: neither the clock nor a PonderHit ends an infinite search.
func TestInfiniteWaitsForStop(t *testing.T) {
	e := small(t)
	limits := Limits{Infinite: true, Ponder: true, Time: [2]time.Duration{1, 1},
		HasTime: [2]bool{true, true}}
	s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, limits)
	w := e.workers[0]
	w.begin(s, &s.root)
	s.enough.Store(true)
	e.PonderHit()
	select {
	case <-s.released:
		t.Error("released by PonderHit")
	default:
	}
	if s.iterationDone(9) || e.stop.Load() {
		t.Error("ended")
	}
}

// TestPonderMoveFromTheTable: if the line has only one move, the table may know the reply. The
// reply must be legal.
func TestPonderMoveFromTheTable(t *testing.T) {
	w := played(t, board.StartFEN, "e2e4")
	m, _ := w.pos[1].ParseMove("c7c5")
	l := rootLine{move: w.at(0).move}
	for _, tc := range []struct{ stored, want board.Move }{
		{board.NoMove, board.NoMove}, {l.move, board.NoMove}, {m, m},
	} {
		w.table.Clear(1)
		w.table.Store(w.pos[1].Key(), tt.Entry{Move: tc.stored, Depth: 3, Bound: tt.BoundLower})
		l.pv.n, l.pv.moves[0], l.pv.moves[1] = 1, l.move,
			board.NewMove(board.H1, board.H1, board.Quiet)
		if got := w.ponderMove(&l); got != tc.want {
			t.Errorf("the table has %v, the answer expects %v", tc.stored, got)
		}
	}
	l.pv.n, l.pv.moves[1] = 2, m
	w.table.Clear(1)
	if got := w.ponderMove(&l); got != m {
		t.Errorf("the line goes on with %v, the answer expects %v", m, got)
	}
}

// TestNoPonderMoveAfterTheEnd: nobody replies to a move that ends the game.
func TestNoPonderMoveAfterTheEnd(t *testing.T) {
	for clock, expects := range map[string]bool{"98": true, "99": false} {
		w := played(t, "8/8/8/3k4/8/3K4/8/7R w - - "+clock+" 80", "h1h2")
		reply, _ := w.pos[1].ParseMove("d5e5")
		l := rootLine{move: w.at(0).move}
		l.pv.n = copy(l.pv.moves[:], []board.Move{l.move, reply})
		if got := w.ponderMove(&l); (got == reply) != expects || !expects && got != board.NoMove {
			t.Errorf("half-move clock %s: the answer expects %v", clock, got)
		}
	}
}

// TestNodesTimeWaitsForPonderHit: nodes that stand for time are no limit while the search ponders.
func TestNodesTimeWaitsForPonderHit(t *testing.T) {
	e := small(t)
	e.SetNodesTime(1)
	s := e.Begin(Root{Pos: board.Start()},
		Limits{Ponder: true, MoveTime: 100 * time.Millisecond, HasMoveTime: true})
	s.settled.Store(true)
	if n := s.nodeLimit(); n != 0 {
		t.Errorf("while pondering: %d nodes", n)
	}
	e.PonderHit()
	if n := s.nodeLimit(); n != 100 {
		t.Errorf("after PonderHit: %d nodes, want 100", n)
	}
}

// TestPonderHitTwice: a second ponderhit changes nothing, so the nodes since the first are charged.
func TestPonderHitTwice(t *testing.T) {
	e := small(t)
	s := e.Begin(Root{Pos: board.Start()}, Limits{Ponder: true, Depth: 5})
	e.PonderHit()
	e.workers[0].published.Store(500)
	e.PonderHit()
	if n := s.pondered.Load(); n != 0 {
		t.Errorf("%d nodes count as pondered", n)
	}
}
