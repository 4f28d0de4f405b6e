package search

import (
	"math"
	"slices"
	"testing"
	"time"

	"sente/board"
	"sente/internal/boardtest"
	"sente/internal/processors"
)

func clockOf(left, inc time.Duration, movesToGo int) Limits {
	return Limits{Time: [2]time.Duration{left, left}, Inc: [2]time.Duration{inc, inc},
		HasTime: [2]bool{true, true}, MovesToGo: movesToGo}
}

// TestNodesTimeRepeats searches by the clock where 10 nodes are a millisecond. The hard limit is
// five times a 28th of the time left, 1785 nodes. The test allows a few more.
func TestNodesTimeRepeats(t *testing.T) {
	e := New()
	e.SetNodesTime(10)
	var first Result
	for i := range 4 {
		e.NewGame()
		root := Root{Pos: boardtest.Position(t, kiwipete)}
		r := e.Begin(root, clockOf(time.Second, 0, 0)).Run(nil)
		if i == 0 {
			first = r
		}
		if r.Nodes != first.Nodes || r.Best != first.Best || r.Ponder != first.Ponder ||
			r.Score != first.Score || r.Depth != first.Depth {
			t.Errorf("first %+v, then %+v", first, r)
		}
	}
	if first.Nodes < 100 || first.Nodes > 2083 {
		t.Errorf("a second at 10 nodes a millisecond: searched %d nodes, want 100 to 2083",
			first.Nodes)
	}
}

// TestNodesTimeLimitsAreExact stops searches at their hard limit. A limit that is shorter than
// depth 1 is stretched to it.
func TestNodesTimeLimitsAreExact(t *testing.T) {
	one := New().Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Depth: 1}).Run(nil)
	for _, tc := range []struct {
		perMilli int
		limits   Limits
		want     uint64
	}{
		{10, Limits{MoveTime: 100 * time.Millisecond, HasMoveTime: true}, 1000},
		{600, Limits{MoveTime: 20 * time.Millisecond, HasMoveTime: true}, 12000},
		{600, Limits{MoveTime: 20 * time.Millisecond, HasMoveTime: true, Nodes: 500}, 500},
		{1, Limits{MoveTime: -5, HasMoveTime: true}, one.Nodes},
		{1, clockOf(0, 0, 0), one.Nodes},
		{1, clockOf(-time.Hour, time.Second, 0), one.Nodes},
		{1, Limits{MoveTime: -5, HasMoveTime: true, Nodes: 2}, 2},
	} {
		e := New()
		e.SetNodesTime(tc.perMilli)
		r := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, tc.limits).Run(nil)
		if r.Nodes != tc.want {
			t.Errorf("%d nodes a millisecond, %+v: searched %d nodes, want %d",
				tc.perMilli, tc.limits, r.Nodes, tc.want)
		}
	}
}

// TestNodesTimeKeepsItsOwnClock plays games of the engine against itself in which the GUI's clock
// runs differently each time. The engine must not notice that, and never use more than it has.
func TestNodesTimeKeepsItsOwnClock(t *testing.T) {
	const perMilli, start, inc = 5, 2 * time.Second, 20 * time.Millisecond
	var first []uint64
	for lag := range 3 {
		e := New()
		e.SetNodesTime(perMilli)
		e.NewGame()
		pos := board.Start()
		var spent []uint64
		var used [2]uint64
		for ply := range 30 {
			told := start
			if ply > 1 {
				told = start - time.Duration(ply*lag)*50*time.Millisecond
			}
			r := e.Begin(Root{Pos: pos}, clockOf(told, inc, 0)).Run(nil)
			spent = append(spent, r.Nodes)
			used[ply%2] += r.Nodes
			if most := timeNodes(start+time.Duration(ply/2)*inc, perMilli); used[ply%2] > most {
				t.Fatalf("ply %d: %d nodes used of %d", ply, used[ply%2], most)
			}
			before := pos
			before.Make(r.Best, &pos)
		}
		if first == nil {
			first = spent
		}
		if !slices.Equal(spent, first) {
			t.Errorf("nodes %v, then %v", first, spent)
		}
	}
}

// TestNodesTimeBelieves checks when the engine trusts the GUI's clock again: in a new game and
// after a time control.
func TestNodesTimeBelieves(t *testing.T) {
	e := New()
	e.SetNodesTime(10)
	left := func(l Limits) time.Duration {
		s := e.Begin(Root{Pos: board.Start()}, l)
		s.Run(nil)
		return s.limits.Time[board.White]
	}
	left(clockOf(time.Second, 0, 2))
	if got := left(clockOf(time.Hour, 0, 1)); got >= time.Second {
		t.Errorf("in the middle of a control: %v", got)
	}
	if got := left(clockOf(3*time.Second, 0, 2)); got != 3*time.Second {
		t.Errorf("after a control: %v", got)
	}
	e.NewGame()
	left(clockOf(time.Second, 0, 2))
	guess := clockOf(time.Second, 0, 1)
	guess.Ponder = true
	s := e.Begin(Root{Pos: board.Start()}, guess)
	e.Stop()
	s.Run(nil)
	if got := left(clockOf(time.Hour, 0, 1)); got >= time.Second {
		t.Errorf("after pondering in vain: %v", got)
	}
	e.NewGame()
	for range 2 { // every move is a control
		if got := left(clockOf(5*time.Second, 0, 1)); got != 5*time.Second {
			t.Errorf("in a new game: %v", got)
		}
	}
	if got := left(clockOf(8*time.Second, 0, 0)); got != 8*time.Second {
		t.Errorf("for the rest of the game: %v", got)
	}
	if got := left(clockOf(time.Hour, 0, 0)); got >= 8*time.Second {
		t.Errorf("later in the rest of the game: %v", got)
	}
}

// TestNodesTimeAgain: setting the same number again leaves the clocks of the game as they are.
func TestNodesTimeAgain(t *testing.T) {
	e := New()
	e.SetNodesTime(10)
	e.Begin(Root{Pos: board.Start()}, clockOf(time.Second, 0, 0)).Run(nil)
	before := e.nodeClock
	e.SetNodesTime(10)
	if e.nodeClock != before || !before.running[board.White] {
		t.Errorf("the clocks were %+v and are %+v", before, e.nodeClock)
	}
	if e.SetNodesTime(20); e.nodeClock != (nodeClock{perMilli: 20}) {
		t.Errorf("with another number the clocks are %+v", e.nodeClock)
	}
}

// TestNodesTimeOfExtremes: no time, increment or number of nodes a millisecond overflows.
func TestNodesTimeOfExtremes(t *testing.T) {
	const most = time.Duration(math.MaxInt64)
	e := New()
	e.SetNodesTime(math.MaxInt)
	e.SetMoveOverhead(most)
	for range 3 {
		l := clockOf(most, most, 0)
		l.Depth = 2
		s := e.Begin(Root{Pos: board.Start()}, l)
		if s.clock.hard <= time.Hour || timeNodes(most, maxNodesTime) < 1<<53 {
			t.Errorf("a hard limit of %v; %+v", s.clock.hard, e.nodeClock)
		}
		s.Run(nil)
	}
	threads := processors.Count() + 1
	if kept := e.keptBack(&Limits{HasTime: [2]bool{true, true}}, board.White, threads); kept < 0 {
		t.Errorf("%v are kept back", kept)
	}
}
