package search

import (
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/tt"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// TestBenchSignature holds the search to the node count that was committed with it.
func TestBenchSignature(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	data, err := os.ReadFile("testdata/bench.txt")
	if err != nil {
		t.Fatal(err)
	}
	want, err := strconv.ParseUint(strings.TrimSpace(string(data)), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := Bench(New(), DefaultBenchDepth, nil); got != want || err != nil {
		t.Errorf("bench searched %d nodes, %v, testdata/bench.txt says %d", got, err, want)
	}
}

// TestBenchEnds: depth 0 counts as 1, and if the default table does not fit there is no signature.
func TestBenchEnds(t *testing.T) {
	e := New()
	want, _, _ := Bench(e, 1, nil)
	if got, _, err := Bench(e, 0, nil); got != want || err != nil {
		t.Errorf("depth 0: %d nodes, %v, at depth 1 %d", got, err, want)
	}
	e.SetMemory(freeMemory(3 << 20))
	if got, _, err := Bench(e, 1, nil); got != 0 || !errors.Is(err, tt.ErrNotEnough) {
		t.Errorf("with 3 MiB: %d nodes, %v", got, err)
	}
}

// TestBenchTellsFaults: where a search panics there is no signature.
func TestBenchTellsFaults(t *testing.T) {
	e := New()
	e.params.LMRHistory = 0 // something is divided by it
	if nodes, _, err := Bench(e, 5, nil); nodes != 0 || err == nil {
		t.Errorf("%d nodes, error %v", nodes, err)
	}
}

func TestNodeLimitIsExactAndRepeats(t *testing.T) {
	e := New()
	for _, n := range []uint64{1, 2, 100, 1023, 1024, 1025, 30000} {
		var best board.Move
		for range 2 {
			e.NewGame()
			r := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Nodes: n}).Run(nil)
			if r.Nodes != n {
				t.Errorf("nodes %d: searched %d", n, r.Nodes)
			}
			if best != board.NoMove && r.Best != best {
				t.Errorf("nodes %d: %v, then %v", n, best, r.Best)
			}
			best = r.Best
		}
	}
}

// TestSearchDoesNotAllocate compares the allocations of a short and of a long search. A search may
// allocate a fixed amount, but nothing per node.
func TestSearchDoesNotAllocate(t *testing.T) {
	e := New()
	run := func(nodes uint64) float64 {
		return testing.AllocsPerRun(3, func() {
			e.NewGame()
			e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Nodes: nodes}).Run(nil)
		})
	}
	if short, long := run(2000), run(60000); long > short {
		t.Errorf("2,000 nodes allocate %v times, 60,000 nodes %v times", short, long)
	}
}

func TestMates(t *testing.T) {
	for _, tc := range []struct {
		name, fen string
		moves     int
	}{
		{"back rank", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1},
		{"rook and king", "8/8/8/8/8/1k6/7r/K7 b - - 0 1", 1},
		{"two moves", "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2},
		{"fifty moves don't save from mate", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 99 80", 1},
		{"being mated", "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", -1},
	} {
		e := New()
		var last Info
		root := Root{Pos: boardtest.Position(t, tc.fen)}
		limits := Limits{Nodes: 200000, Mate: max(tc.moves, -tc.moves)}
		r := e.Begin(root, limits).Run(func(i *Info) {
			if i.CurrMove == board.NoMove {
				last = *i
				last.PV = append([]board.Move(nil), i.PV...)
			}
		})
		want, plies := eval.MateIn(2*tc.moves-1), 2*tc.moves-1
		if tc.moves < 0 {
			want, plies = eval.MatedIn(-2*tc.moves), -2*tc.moves
		}
		if r.Score != want || last.Score != want || len(last.PV) != plies {
			t.Errorf("%s: score %d, reported %d, line %v; want %d and %d plies",
				tc.name, r.Score, last.Score, last.PV, want, plies)
		}
		p := boardtest.Position(t, tc.fen)
		for _, m := range last.PV {
			var next board.Position
			if !p.IsLegal(m) {
				t.Fatalf("%s: illegal %v in the line", tc.name, m)
			}
			p.Make(m, &next)
			p = next
		}
		if p.HasLegalMove() || !p.InCheck() {
			t.Errorf("%s: the line %v doesn't end in mate", tc.name, last.PV)
		}
	}
}

// TestPerpetualCheckIsSeen gives the side that is a rook behind a perpetual check.
func TestPerpetualCheckIsSeen(t *testing.T) {
	p := boardtest.Position(t, "5k2/5p1p/8/6Q1/8/8/1rr5/6K1 w - - 0 1")
	if r := New().Begin(Root{Pos: p}, Limits{Depth: 10}).Run(nil); r.Score != eval.Draw {
		t.Errorf("score %d, want a draw by perpetual check", r.Score)
	}
}

func TestGameHistoryMakesDraws(t *testing.T) {
	e := New()
	// The position after Qb2 stood twice before the root, then once before it.
	p := boardtest.Position(t, "7k/8/8/8/8/8/8/KQ6 w - - 30 90")
	s := e.Begin(Root{Pos: p}, Limits{Depth: 1})
	w := e.workers[0]
	if err := e.Ready(); err != nil {
		t.Fatal(err)
	}
	s.to = func(*Info) {}
	var next board.Position
	m := boardtest.Move(t, &p, "b1b2")
	p.Make(m, &next)
	seen := next.Key()
	keys := []uint64{seen, 1, 2, 3, seen, 4, 5} // two occurrences before the root, four plies apart
	w.begin(s, &Root{Pos: p, Keys: keys})
	w.play(0, m)
	if !w.isRepetition(1, 1) {
		t.Error("a third occurrence is not seen as a repetition")
	}
	w.begin(s, &Root{Pos: p, Keys: append([]uint64{9, 9, 9, 9}, keys[4:]...)})
	w.play(0, m)
	if w.isRepetition(1, 1) {
		t.Error("a second occurrence before the root counts as a draw")
	}
}

func TestRootWithoutMoves(t *testing.T) {
	for _, tc := range []struct {
		fen   string
		score int
	}{
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", eval.MatedIn(0)},
		{"7k/8/6QK/8/8/8/8/8 b - - 0 1", eval.Draw},
	} {
		var got []Info
		root := Root{Pos: boardtest.Position(t, tc.fen)}
		r := New().Begin(root, Limits{Depth: 3}).Run(func(i *Info) { got = append(got, *i) })
		if r.Best != board.NoMove || len(got) != 1 ||
			got[0].Score != tc.score || got[0].Depth != 0 {
			t.Errorf("%s: best %v, reports %+v", tc.fen, r.Best, got)
		}
		if r.Score != tc.score || r.Bound != tt.BoundExact {
			t.Errorf("%s: %+v, want the exact score %d", tc.fen, r, tc.score)
		}
	}
}

func TestSearchMoves(t *testing.T) {
	p := boardtest.Position(t, board.StartFEN)
	m, _ := p.ParseMove("a2a3")
	e := New()
	if r := e.Begin(Root{Pos: p, Moves: []board.Move{m}}, Limits{Depth: 4}).Run(nil); r.Best != m {
		t.Errorf("searchmoves a2a3 answers %v", r.Best)
	}
	none := Root{Pos: p, Moves: []board.Move{}}
	if r := e.Begin(none, Limits{Depth: 4}).Run(nil); r.Best != board.NoMove {
		t.Errorf("empty searchmoves answers %v", r.Best)
	}
}

func TestMultiPVLinesAreSorted(t *testing.T) {
	e := New()
	e.SetMultiPV(5)
	lines := map[int][]Info{}
	e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Depth: 6}).Run(func(i *Info) {
		if i.Bound == tt.BoundExact && i.CurrMove == board.NoMove {
			c := *i
			c.PV = append([]board.Move(nil), i.PV...)
			lines[i.Depth] = append(lines[i.Depth], c)
		}
	})
	for depth := 1; depth <= 6; depth++ {
		if len(lines[depth]) != 5 {
			t.Fatalf("depth %d: %d lines", depth, len(lines[depth]))
		}
		seen := map[board.Move]bool{}
		for k, l := range lines[depth] {
			if l.MultiPV != k+1 || seen[l.PV[0]] || k > 0 && l.Score > lines[depth][k-1].Score {
				t.Errorf("depth %d line %d: %+v", depth, k+1, l)
			}
			seen[l.PV[0]] = true
		}
	}
}

// TestThreads runs several workers. Under -race it finds data races. It checks that a stop ends all
// workers and that the answer is legal.
func TestThreads(t *testing.T) {
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), 4))
	e := New()
	if err := e.SetThreads(3); err != nil {
		t.Fatal(err)
	}
	p := boardtest.Position(t, kiwipete)
	for range 5 {
		s := e.Begin(Root{Pos: p}, Limits{Infinite: true})
		time.AfterFunc(30*time.Millisecond, e.Stop)
		if r := s.Run(nil); !p.IsLegal(r.Best) || r.Fault != "" {
			t.Fatalf("%+v", r)
		}
	}
	if r := e.Begin(Root{Pos: p}, Limits{Depth: 8}).Run(nil); r.Depth > 8 || !p.IsLegal(r.Best) {
		t.Errorf("%+v", r)
	}
}

func TestStopBeforeRun(t *testing.T) {
	e := New()
	s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Infinite: true})
	e.Stop()
	if r := s.Run(nil); r.Best == board.NoMove {
		t.Error("no move")
	}
}

func TestPonderHitReleases(t *testing.T) {
	e := New()
	s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Ponder: true, Depth: 2})
	e.PonderHit()
	if r := s.Run(nil); r.Best == board.NoMove || r.Ponder == board.NoMove {
		t.Errorf("%+v", r)
	}
}

// TestPanicStillAnswers breaks a worker from inside and expects a legal move and the stack.
func TestPanicStillAnswers(t *testing.T) {
	e := New()
	mated := boardtest.Position(t, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
	for name, tc := range map[string]struct {
		pos    board.Position
		limits Limits
		report Report
	}{
		"once": {boardtest.Position(t, kiwipete), Limits{Depth: 4}, panicOnce()},
		"every line": {boardtest.Position(t, kiwipete), Limits{Depth: 4},
			func(*Info) { panic("test") }},
		"the only line": {boardtest.Position(t, kiwipete), Limits{Nodes: 1},
			func(*Info) { panic("test") }},
		"no move": {mated, Limits{Depth: 4}, func(*Info) { panic("test") }},
	} {
		r := e.Begin(Root{Pos: tc.pos}, tc.limits).Run(tc.report)
		if tc.pos.IsLegal(r.Best) != tc.pos.HasLegalMove() || !strings.Contains(r.Fault, "panic") {
			t.Errorf("%s: best %v, fault %q", name, r.Best, r.Fault)
		}
	}
	if r := e.Begin(Root{Pos: mated}, Limits{}).Run(nil); r.Fault != "" {
		t.Errorf("the next search has a fault: %s", r.Fault)
	}
}

// panicOnce returns a report that panics at depth 3, the first time.
func panicOnce() Report {
	first := true
	return func(i *Info) {
		if i.Depth == 3 && first {
			first = false
			panic("test")
		}
	}
}

func TestReportedLinesAreLegal(t *testing.T) {
	e := New()
	for _, fen := range benchPositions[:20] {
		p := boardtest.Position(t, fen)
		var last board.Move
		r := e.Begin(Root{Pos: p}, Limits{Nodes: 20000}).Run(func(i *Info) {
			if i.CurrMove != board.NoMove {
				return
			}
			q := p
			for _, m := range i.PV {
				if !q.IsLegal(m) {
					t.Fatalf("%s: %v in %v", fen, m, i.PV)
				}
				var next board.Position
				q.Make(m, &next)
				q = next
			}
			last = i.PV[0]
		})
		if r.Best != last {
			t.Errorf("%s: answers %v, last line begins with %v", fen, r.Best, last)
		}
	}
}

// TestEveryWorkerForgets: after NewGame, and with another network, neither the table nor any worker
// knows anything.
func TestEveryWorkerForgets(t *testing.T) {
	e := small(t)
	if err := e.SetThreads(3); err != nil {
		t.Fatal(err)
	}
	p := board.Start()
	for name, forget := range map[string]func(){
		"NewGame": e.NewGame, "SetNetwork": func() { e.SetNetwork(nil) },
	} {
		e.Begin(Root{Pos: p}, Limits{Depth: 3}).Run(nil)
		for _, w := range e.workers {
			*w.correction.pawn.at(board.White, 0) = 1
		}
		forget()
		for _, w := range e.workers {
			if *w.correction.pawn.at(board.White, 0) != 0 {
				t.Errorf("%s: worker %d remembers", name, w.id)
			}
		}
		if _, hit := e.table.Probe(p.Key()); hit {
			t.Errorf("%s: the table remembers", name)
		}
	}
}

// TestNodesOfAllThreads: the answer counts what every thread has searched, to the node.
func TestNodesOfAllThreads(t *testing.T) {
	e := small(t)
	if err := e.SetThreads(3); err != nil {
		t.Fatal(err)
	}
	r := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Depth: 6}).Run(nil)
	sum := uint64(0)
	for _, w := range e.workers {
		sum += w.nodes
	}
	if r.Nodes != sum {
		t.Errorf("%d nodes, the threads have searched %d", r.Nodes, sum)
	}
}

// TestStopIsSeenAtOnce: after a stop no worker enters another node.
func TestStopIsSeenAtOnce(t *testing.T) {
	e := small(t)
	s := e.Begin(Root{Pos: board.Start()}, Limits{})
	if err := e.Ready(); err != nil {
		t.Fatal(err)
	}
	w := e.workers[0]
	w.begin(s, &s.root)
	if !w.enter(0) {
		t.Fatal("the search does not begin")
	}
	if e.Stop(); w.enter(1) {
		t.Error("the search goes on")
	}
}
