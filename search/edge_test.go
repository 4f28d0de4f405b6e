package search

import (
	"flag"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/internal/memory"
	"sente/internal/splitmix"
)

var (
	tinyPositions = flag.Int("tiny", 100, "positions for TestTinyClocks")
	manyPositions = flag.Int("many", 20, "positions for TestManyThreadsAnswerInTime")
)

// small returns an engine with a table of 1 MiB, which NewGame clears in no time.
func small(t testing.TB) *Engine {
	t.Helper()
	e := New()
	if err := e.SetHash(1); err != nil {
		t.Fatal(err)
	}
	return e
}

// freeMemory returns a probe that finds the given number of bytes free.
func freeMemory(bytes uint64) memory.Probe {
	return func() memory.Free { return memory.Free{Memory: bytes, Addresses: memory.Unknown} }
}

// load keeps all processors busy until the test ends.
func load(t *testing.T) {
	var done atomic.Bool
	t.Cleanup(func() { done.Store(true) })
	for range runtime.NumCPU() {
		go func() {
			for x := uint64(1); !done.Load(); x = splitmix.At(x) {
			}
		}()
	}
}

// some returns n positions, evenly chosen from all that walk visits.
func some(t *testing.T, n int) []board.Position {
	var all []board.Position
	walk(t, func(p *board.Position) { all = append(all, *p) })
	if len(all) < n {
		t.Fatalf("%d positions, want %d", len(all), n)
	}
	list := make([]board.Position, n)
	for i := range list {
		list[i] = all[i*len(all)/n]
	}
	return list
}

// TestTinyClocks answers under clocks that leave no time, with all processors busy. Every answer
// must be searched to depth 1 at least, and must equal a fresh engine's after as many nodes.
func TestTinyClocks(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	const ms = time.Millisecond
	clocks := []struct {
		name   string
		limits Limits
	}{
		{"wtime 1", Limits{Time: [2]time.Duration{ms, ms}, HasTime: [2]bool{true, true}}},
		{"movetime 1", Limits{MoveTime: ms, HasMoveTime: true}},
		{"wtime 20",
			Limits{Time: [2]time.Duration{20 * ms, 20 * ms}, HasTime: [2]bool{true, true}}},
	}
	positions := some(t, *tinyPositions)
	e, fresh := small(t), small(t)
	load(t)
	for _, c := range clocks {
		var times []time.Duration
		for _, p := range positions {
			e.NewGame()
			r := e.Begin(Root{Pos: p}, c.limits).Run(nil)
			times = append(times, r.Time)
			if r.Depth < 1 || r.Nodes == 0 {
				t.Errorf("%s, %s: depth %d after %d nodes", c.name, p.FEN(), r.Depth, r.Nodes)
				continue
			}
			fresh.NewGame()
			want := fresh.Begin(Root{Pos: p}, Limits{Nodes: r.Nodes}).Run(nil)
			if r.Best != want.Best || r.Score != want.Score || r.Depth != want.Depth {
				t.Errorf("%s, %s: %v, score %d, depth %d; "+
					"a fresh engine answers %v, score %d, depth %d after %d nodes",
					c.name, p.FEN(), r.Best, r.Score, r.Depth,
					want.Best, want.Score, want.Depth, r.Nodes)
			}
			if r.Depth == 1 {
				fresh.NewGame()
				want := fresh.Begin(Root{Pos: p}, Limits{Depth: 1}).Run(nil)
				if r.Best != want.Best {
					t.Errorf("%s, %s: %v, depth 1 answers %v", c.name, p.FEN(), r.Best, want.Best)
				}
			}
		}
		slices.Sort(times)
		n := len(times)
		most := times[(n-1)*99/100]
		t.Logf("%s: median %v, 99 %% within %v, all within %v",
			c.name, times[n/2], most, times[n-1])
		if most > 2*time.Second { // longer than a busy system lets a process wait
			t.Errorf("%s: more than one answer in a hundred takes %v or longer", c.name, most)
		}
	}
}

// TestMateIsGivenWithoutTime: with mate in one on the board the smallest clock is enough.
func TestMateIsGivenWithoutTime(t *testing.T) {
	e := New() // without Ready: the table is allocated on the clock
	limits := Limits{Time: [2]time.Duration{time.Millisecond, time.Millisecond},
		HasTime: [2]bool{true, true}}
	root := Root{Pos: boardtest.Position(t, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")}
	if r := e.Begin(root, limits).Run(nil); r.Score != eval.MateIn(1) {
		t.Errorf("%v, score %d after %d nodes", r.Best, r.Score, r.Nodes)
	}
}

// TestStopBeforeDepthOne stops searches at their first node. The answer is the table's move, or a
// move that loses nothing at once.
func TestStopBeforeDepthOne(t *testing.T) {
	for _, fen := range []string{
		"4k3/8/8/3q4/8/8/8/K2Q4 w - - 0 1", // the queens face each other
		"rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 1 3",
		"4k3/8/8/8/3r4/8/4p3/3QK3 w - - 0 1",
	} {
		p := boardtest.Position(t, fen)
		e := small(t)
		r := e.Begin(Root{Pos: p}, Limits{Nodes: 1}).Run(nil)
		if !p.IsLegal(r.Best) || r.Nodes != 1 {
			t.Errorf("%s: %v after %d nodes", fen, r.Best, r.Nodes)
		}
		if losesMan(&p, r.Best) {
			t.Errorf("%s: %v loses a man", fen, r.Best)
		}
	}
	for _, p := range some(t, 100) {
		e := small(t)
		r := e.Begin(Root{Pos: p}, Limits{Nodes: 1}).Run(nil)
		var list board.MoveList
		p.Legal(&list)
		if losesMan(&p, r.Best) &&
			slices.ContainsFunc(list.Slice(), func(m board.Move) bool { return !losesMan(&p, m) }) {
			t.Errorf("%s: %v loses a man, and not every move does", p.FEN(), r.Best)
		}
		known := e.Begin(Root{Pos: p}, Limits{Depth: 6}).Run(nil)
		if r := e.Begin(Root{Pos: p}, Limits{Nodes: 1}).Run(nil); r.Best != known.Best {
			t.Errorf("%s: %v, the table knows %v", p.FEN(), r.Best, known.Best)
		}
	}
}

func TestLosesMan(t *testing.T) {
	for _, tc := range []struct {
		fen, move string
		want      bool
	}{
		{"4k3/8/8/3q4/8/8/8/K2Q4 w - - 0 1", "d1d5", false},
		{"4k3/8/4p3/3q4/8/8/8/K2Q4 w - - 0 1", "d1d5", false}, // queen for queen
		{"4k3/8/4p3/3p4/8/8/8/K2Q4 w - - 0 1", "d1d5", true},
		{"4k3/8/8/3q4/8/8/8/K2Q4 w - - 0 1", "a1b1", true}, // the queen hangs
		{"4k3/8/8/8/8/8/8/K2Q4 w - - 0 1", "d1d8", true},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", false},
		{"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", true},
		{"1r5k/P7/8/8/8/8/8/R3K3 w - - 0 1", "a7a8q", false},  // a rook for a pawn in the end
		{"3rk3/8/8/3r4/8/8/8/K2R4 w - - 0 1", "d1d5", false},  // rook for rook
		{"4k3/8/4p3/3p4/4P3/8/8/K7 w - - 0 1", "e4d5", false}, // pawn for pawn
		{"3rk3/8/8/8/8/8/8/K2R3R w - - 0 1", "a1b1", false},   // rooks may be traded on d1
		{board.StartFEN, "e2e4", false},
	} {
		p := boardtest.Position(t, tc.fen)
		m := boardtest.Move(t, &p, tc.move)
		if got := losesMan(&p, m); got != tc.want {
			t.Errorf("%s %s: %v, want %v", tc.fen, tc.move, got, tc.want)
		}
	}
}

// TestReadyFallsBack gives an engine little memory. It must say so once, search with what there is,
// and hold the answer of an infinite search.
func TestReadyFallsBack(t *testing.T) {
	e := New()
	e.free = freeMemory(3 << 20)
	if err := e.Ready(); err == nil || e.hash != 2 || e.table.Size() != 2<<20 {
		t.Errorf("3 MiB free: %d MiB, error %v", e.hash, err)
	}
	if err := e.Ready(); err != nil {
		t.Errorf("it is said again: %v", err)
	}
	e = New()
	e.free = freeMemory(0)
	s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Infinite: true, Depth: 5})
	done := make(chan Result)
	deep := make(chan bool)
	go func() {
		done <- s.Run(func(i *Info) {
			if i.Depth == 5 {
				close(deep)
			}
		})
	}()
	<-deep
	select {
	case r := <-done:
		t.Errorf("answered before stop: %+v", r)
	case <-time.After(50 * time.Millisecond):
		e.Stop()
		if r := <-done; r.Depth != 5 {
			t.Errorf("%+v", r)
		}
	}
	// As a number of bytes in 64 bits, the last two would be 0.
	for _, mib := range []int{1 << 12, MaxHash + 1, math.MaxInt>>19 + 1, math.MinInt} {
		if err := e.SetHash(mib); err == nil {
			t.Errorf("%d MiB fit into nothing", mib)
		}
	}
}

// TestMateLimitWantsMate: with a mate limit beyond all mates, a mate ends the search but a mere
// evaluation does not.
func TestMateLimitWantsMate(t *testing.T) {
	mates := boardtest.Position(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
	for _, n := range []int{20_000, math.MaxInt} {
		r := small(t).Begin(Root{Pos: board.Start()}, Limits{Mate: n, Depth: 4}).Run(nil)
		if r.Depth != 4 {
			t.Errorf("mate %d: ended at depth %d with score %d", n, r.Depth, r.Score)
		}
		if r := small(t).Begin(Root{Pos: mates}, Limits{Mate: n, Depth: 9}).Run(nil); r.Depth > 2 {
			t.Errorf("mate %d: ended at depth %d with score %d", n, r.Depth, r.Score)
		}
	}
}

// TestMateByZugzwang: a search for a mate sees one that a null move would hide, at the depth of its
// moves.
func TestMateByZugzwang(t *testing.T) {
	p := boardtest.Position(t, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
	e := small(t)
	e.Begin(Root{Pos: p}, Limits{Depth: 6}).Run(nil) // what it leaves in the table does no harm
	r := e.Begin(Root{Pos: p}, Limits{Mate: 2, Depth: 6}).Run(nil)
	if r.Score != eval.MateIn(3) {
		t.Errorf("score %d at depth %d, want %d", r.Score, r.Depth, eval.MateIn(3))
	}
}

// TestLimitedGoClearsNothing: the first limited search of a game does not clear the table, because
// clearing a large one takes long. Begin does not clear what the worker has learned. Run does that,
// on the worker's own goroutine.
func TestLimitedGoClearsNothing(t *testing.T) {
	e := small(t)
	p := boardtest.Position(t, kiwipete)
	e.Begin(Root{Pos: p}, Limits{Depth: 5}).Run(nil)
	known, hit := e.table.Probe(p.Key())
	e.SetStrength(StrengthOf(1500))
	s := e.Begin(Root{Pos: p}, Limits{Nodes: 10})
	if !e.workers[0].learned {
		t.Error("Begin forgets")
	}
	s.Run(nil)
	e.table.SetView(0)
	if again, still := e.table.Probe(p.Key()); !hit || !still || again != known {
		t.Errorf("%+v, %v, then %+v, %v", known, hit, again, still)
	}
}

// TestMateLimit: a search for a mate in n moves ends when it knows that the side to move mates or
// is mated in n moves.
func TestMateLimit(t *testing.T) {
	e := small(t)
	for _, tc := range []struct {
		score int
		ends  bool
	}{
		{eval.MateIn(3), true}, {eval.MateIn(5), false}, {eval.MatedIn(4), true},
		{eval.MatedIn(6), false}, {eval.TBWin, false}, {-eval.TBWin, false}, {eval.Draw, false},
	} {
		s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Mate: 2})
		e.workers[0].begin(s, &s.root)
		e.workers[0].root[0].score = tc.score
		if got := s.iterationDone(9); got != tc.ends {
			t.Errorf("mate 2, score %d: ends %v, want %v", tc.score, got, tc.ends)
		}
	}
}

// TestSoftNodesCountAllThreads: SoftNodes and Nodes count the same.
func TestSoftNodesCountAllThreads(t *testing.T) {
	e := small(t)
	if err := e.SetThreads(2); err != nil {
		t.Fatal(err)
	}
	s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{SoftNodes: 1000})
	w := e.workers[0]
	w.begin(s, &s.root)
	w.nodes = 600
	if s.iterationDone(5) {
		t.Error("600 of 1000 nodes end the search")
	}
	e.workers[1].published.Store(400)
	if !s.iterationDone(6) {
		t.Error("600 and 400 nodes do not end the search at 1000")
	}
}

// TestEveryWorkerReadsTheClock: a helper ends the search when the main worker gets no processor.
func TestEveryWorkerReadsTheClock(t *testing.T) {
	e := small(t)
	if err := e.SetThreads(2); err != nil {
		t.Fatal(err)
	}
	limits := Limits{MoveTime: time.Second, HasMoveTime: true, Start: time.Now().Add(-time.Hour)}
	s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, limits)
	helper := e.workers[1]
	helper.begin(s, &s.root)
	if helper.poll(); helper.stopped {
		t.Error("the time limit binds before depth 1 is complete")
	}
	s.settled.Store(true)
	if helper.poll(); !helper.stopped || !e.stop.Load() {
		t.Error("a helper does not see that the time is up")
	}
}

// TestManyThreadsAnswerInTime searches with more threads than there are processors, all of them
// busy. How late the answers are is logged; most must not be late by more than a busy system lets a
// process wait.
func TestManyThreadsAnswerInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	const limit = 50 * time.Millisecond
	positions := some(t, *manyPositions)
	// The system shares out its processors, as in protocol.
	before := runtime.GOMAXPROCS(2 * (8 + 1))
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	load(t)
	for _, threads := range []int{4, 8} {
		e := small(t)
		e.SetMoveOverhead(0)
		if err := e.SetThreads(threads); err != nil {
			t.Fatal(err)
		}
		if err := e.Ready(); err != nil {
			t.Fatal(err)
		}
		var late []time.Duration
		for _, p := range positions {
			r := e.Begin(Root{Pos: p}, Limits{MoveTime: limit, HasMoveTime: true}).Run(nil)
			late = append(late, r.Time-limit)
		}
		slices.Sort(late)
		n := len(late)
		most := late[(n-1)*9/10]
		t.Logf("%d threads on %d processors: late by %v in the median, "+
			"at most %v in 9 of 10, %v at most",
			threads, runtime.NumCPU(), late[n/2], most, late[n-1])
		if most > 2*time.Second {
			t.Errorf("%d threads: more than one answer in ten is %v late or later", threads, most)
		}
	}
}
