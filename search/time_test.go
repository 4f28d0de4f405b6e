package search

import (
	"math"
	"os"
	"os/exec"
	"testing"
	"time"

	"sente/board"
	"sente/internal/boardtest"
	"sente/internal/processors"
)

func TestClock(t *testing.T) {
	const ms = time.Millisecond
	params := DefaultParams()
	for _, tc := range []struct {
		name           string
		limits         Limits
		leastHard      time.Duration
		mostHard       time.Duration
		mostSoft       time.Duration
		noSoft, noTime bool
	}{
		{name: "no limit", limits: Limits{}, noTime: true, noSoft: true},
		{name: "only the opponent's clock",
			limits: Limits{Time: [2]time.Duration{0, 1000 * ms}, HasTime: [2]bool{false, true}},
			noTime: true, noSoft: true},
		{name: "zero", limits: Limits{HasTime: [2]bool{true, true}},
			leastHard: ms, mostHard: ms, mostSoft: ms},
		{name: "negative", limits: Limits{Time: [2]time.Duration{-5 * ms}, HasTime: [2]bool{true}},
			leastHard: ms, mostHard: ms, mostSoft: ms},
		{name: "below the overhead",
			limits:    Limits{Time: [2]time.Duration{20 * ms}, HasTime: [2]bool{true}},
			leastHard: ms, mostHard: ms, mostSoft: ms},
		{name: "below the overhead with increment",
			limits: Limits{Time: [2]time.Duration{20 * ms}, Inc: [2]time.Duration{1000 * ms},
				HasTime: [2]bool{true}},
			leastHard: ms, mostHard: ms, mostSoft: ms},
		{name: "one minute",
			limits:    Limits{Time: [2]time.Duration{60000 * ms}, HasTime: [2]bool{true}},
			leastHard: 5000 * ms, mostHard: 30000 * ms, mostSoft: 3000 * ms},
		{name: "last move before the control",
			limits: Limits{Time: [2]time.Duration{1000 * ms}, MovesToGo: 1,
				HasTime: [2]bool{true}},
			leastHard: 873 * ms, mostHard: 873 * ms, mostSoft: 873 * ms},
		{name: "two moves before the control",
			limits: Limits{Time: [2]time.Duration{1030 * ms}, MovesToGo: 2,
				HasTime: [2]bool{true}},
			leastHard: 600 * ms, mostHard: 900 * ms, mostSoft: 500 * ms},
		{name: "movetime", limits: Limits{MoveTime: 500 * ms, HasMoveTime: true},
			leastHard: 470 * ms, mostHard: 470 * ms, noSoft: true},
		{name: "movetime 1", limits: Limits{MoveTime: ms, HasMoveTime: true},
			leastHard: ms, mostHard: ms, noSoft: true},
		{name: "movetime shorter than the clock allows",
			limits: Limits{MoveTime: 100 * ms, HasMoveTime: true,
				Time: [2]time.Duration{60000 * ms}, HasTime: [2]bool{true}},
			leastHard: 70 * ms, mostHard: 70 * ms, mostSoft: 3000 * ms},
	} {
		c := newClock(&params, &tc.limits, board.White, 30*ms, 0)
		if c.timed == tc.noTime || c.hard < tc.leastHard || c.hard > tc.mostHard ||
			c.soft > tc.mostSoft || (c.soft == 0) != tc.noSoft {
			t.Errorf("%s: timed %v, soft %v, hard %v", tc.name, c.timed, c.soft, c.hard)
		}
	}
}

// TestClockIsNeverOverdrawn plays out sudden death and increment games in which every move takes
// its hard limit and the overhead, and expects time to be left.
func TestClockIsNeverOverdrawn(t *testing.T) {
	const overhead = 30 * time.Millisecond
	params := DefaultParams()
	for _, start := range []time.Duration{100, 1000, 60000} {
		for _, inc := range []time.Duration{0, 10, 100} {
			left := start * time.Millisecond
			for move := range 200 {
				l := Limits{Time: [2]time.Duration{left},
					Inc: [2]time.Duration{inc * time.Millisecond}, HasTime: [2]bool{true}}
				c := newClock(&params, &l, board.White, overhead, 0)
				if left <= overhead+2*leastTime {
					break // nothing can be promised any more
				}
				if left -= c.hard + overhead; left <= 0 {
					t.Fatalf("%v + %v: out of time at move %d", start, inc, move+1)
				}
				left += inc * time.Millisecond
			}
		}
	}
}

// TestSessionIsNeverOverdrawn does the same for time controls of some moves. The last of these
// moves may use up all of the time, because then the time of the next control is added.
func TestSessionIsNeverOverdrawn(t *testing.T) {
	const overhead = 30 * time.Millisecond
	params := DefaultParams()
	for _, moves := range []int{1, 2, 5, 40} {
		for _, start := range []time.Duration{time.Second, 2 * time.Minute} {
			for _, inc := range []time.Duration{0, 100 * time.Millisecond} {
				left := start
				for move := range 3 * moves {
					togo := moves - move%moves
					l := Limits{Time: [2]time.Duration{left}, Inc: [2]time.Duration{inc},
						MovesToGo: togo, HasTime: [2]bool{true}}
					c := newClock(&params, &l, board.White, overhead, 0)
					if left <= overhead+2*leastTime {
						break
					}
					if least := (left - overhead) / 4 / time.Duration(togo); c.soft < least {
						t.Errorf("%d moves in %v + %v, %d to go: soft limit %v of %v",
							moves, start, inc, togo, c.soft, left)
					}
					if left -= c.hard + overhead; left <= 0 {
						t.Fatalf("%d moves in %v + %v: out of time at move %d",
							moves, start, inc, move+1)
					}
					if left += inc; togo == 1 {
						left += start
					}
				}
			}
		}
	}
}

// TestSessionIncrement: a part of the increment is spent before a control, too.
func TestSessionIncrement(t *testing.T) {
	params := DefaultParams()
	soft := func(inc time.Duration) time.Duration {
		l := Limits{Time: [2]time.Duration{time.Minute}, Inc: [2]time.Duration{inc}, MovesToGo: 20,
			HasTime: [2]bool{true}}
		c := newClock(&params, &l, board.White, 0, 0)
		return c.soft
	}
	if more := soft(time.Second) - soft(0); more < time.Second/2 || more > time.Second {
		t.Errorf("with a second more for each move the soft limit is %v more", more)
	}
}

// TestEndlessClock: with months or years on the clock a few plies are not enough.
func TestEndlessClock(t *testing.T) {
	params := DefaultParams()
	for _, days := range []time.Duration{115, 1000} {
		left := [2]time.Duration{days * 24 * time.Hour, days * 24 * time.Hour}
		l := Limits{Time: left, Inc: left, HasTime: [2]bool{true, true}}
		c := newClock(&params, &l, board.White, 0, 0)
		for depth := 1; depth <= 10; depth++ {
			if c.enough(board.NewMove(12, 28, board.DoublePush), 20, 500, depth, 1000) {
				t.Errorf("%d days: enough after %d plies, soft limit %v", days, depth, c.soft)
			}
		}
	}
}

// TestExtremeClock: no time that a Duration can hold overflows.
func TestExtremeClock(t *testing.T) {
	params := DefaultParams()
	for _, extreme := range []time.Duration{math.MinInt64, math.MaxInt64} {
		times := [2]time.Duration{extreme, extreme}
		for _, l := range []Limits{
			{Time: times, HasTime: [2]bool{true, true}},
			{Time: times, Inc: times, HasTime: [2]bool{true, true}},
			{Time: times, Inc: times, HasTime: [2]bool{true, true}, MovesToGo: 1},
			{Time: times, Inc: times, HasTime: [2]bool{true, true}, MovesToGo: 30},
			{MoveTime: extreme, HasMoveTime: true},
		} {
			c := newClock(&params, &l, board.White, DefaultOverhead, 0)
			low, high := 24*time.Hour, time.Duration(math.MaxInt64)
			if extreme < 0 {
				low, high = leastTime, leastTime
			}
			if c.hard < low || c.hard > high || c.soft < 0 || c.soft > c.hard {
				t.Errorf("%+v: soft limit %v, hard limit %v, want %v to %v",
					l, c.soft, c.hard, low, high)
			}
		}
	}
}

// TestDefaultOverhead: an engine that nobody has told an overhead keeps back the one that the
// option Move Overhead is declared with.
func TestDefaultOverhead(t *testing.T) {
	limits := Limits{MoveTime: time.Second, HasMoveTime: true}
	got := New().Begin(Root{Pos: board.Start()}, limits).clock.hard
	if want := 970 * time.Millisecond; got != want {
		t.Errorf("a second for a move: hard limit %v, want %v", got, want)
	}
}

// TestCrowdedClock: with more threads than processors, 60 ms more than the overhead are subtracted
// from a clock. That also holds for a clock with a move time, but not for a move time alone.
func TestCrowdedClock(t *testing.T) {
	const ms = time.Millisecond
	root := Root{Pos: board.Start()}
	ticking := Limits{Time: [2]time.Duration{200 * ms}, MovesToGo: 1, HasTime: [2]bool{true}}
	moveTime := Limits{MoveTime: 200 * ms, HasMoveTime: true}
	hard := func(threads int, overhead time.Duration, l Limits) time.Duration {
		e := small(t)
		e.SetMoveOverhead(overhead)
		if err := e.SetThreads(threads); err != nil {
			t.Fatal(err)
		}
		return e.Begin(root, l).clock.hard
	}
	crowd := processors.Count() + 1
	if got, want := hard(crowd, 100*ms, ticking), hard(1, 160*ms, ticking); got != want {
		t.Errorf("a clock, %d threads: hard limit %v, want %v", crowd, got, want)
	}
	both := ticking
	both.MoveTime, both.HasMoveTime = time.Minute, true
	if got, want := hard(crowd, 100*ms, both), hard(1, 160*ms, ticking); got != want {
		t.Errorf("a clock and a move time, %d threads: hard limit %v, want %v", crowd, got, want)
	}
	limited := small(t) // searches with one thread, however many there are
	if err := limited.SetThreads(crowd); err != nil {
		t.Fatal(err)
	}
	limited.SetMoveOverhead(100 * ms)
	limited.SetStrength(StrengthOf(1500))
	if got, want := limited.Begin(root, ticking).clock.hard, hard(1, 100*ms, ticking); got != want {
		t.Errorf("a clock, limited strength: hard limit %v, want %v", got, want)
	}
	if got, want := hard(crowd, 30*ms, moveTime), 170*ms; got != want {
		t.Errorf("a move time, %d threads: hard limit %v, want %v", crowd, got, want)
	}
}

// TestCrowdedClockOfOneProcessor runs TestCrowdedClock where the runtime may use only one of the
// machine's processors, as in a container with a quota.
func TestCrowdedClockOfOneProcessor(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	again := exec.Command(self, "-test.run=^TestCrowdedClock$")
	again.Env = append(os.Environ(), "GOMAXPROCS=1")
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestEachSideHasItsIncrement: the soft limit grows by a part of the increment of the side to move.
// The other side's increment does not count.
func TestEachSideHasItsIncrement(t *testing.T) {
	params := DefaultParams()
	for _, us := range []board.Color{board.White, board.Black} {
		soft := func(ours, theirs time.Duration) time.Duration {
			l := Limits{Time: [2]time.Duration{time.Minute, time.Minute},
				HasTime: [2]bool{true, true}}
			l.Inc[us], l.Inc[1-us] = ours, theirs
			c := newClock(&params, &l, us, 0, 0)
			return c.soft
		}
		want := soft(0, 0) + time.Second*time.Duration(params.TimeIncrement)/percent
		if got := soft(time.Second, 3*time.Second); got != want {
			t.Errorf("side %d: soft limit %v, want %v", us, got, want)
		}
	}
}

// TestScoreAndEffortScaleTheTime: a search takes longer when its score falls or its best move took
// few of the nodes. In the first iterations the effort does not count, and in the very first there
// is no score to fall from.
func TestScoreAndEffortScaleTheTime(t *testing.T) {
	params := DefaultParams()
	used := func(depth, score, effort int) uint64 {
		return lasts(clock{params: &params, lastScore: 50}, depth, score, effort)
	}
	usual := used(8, 50, 500)
	if falls, rises := used(8, 10, 500), used(8, 90, 500); falls <= usual || rises >= usual {
		t.Errorf("%d ms, %d when the score falls, %d when it rises", usual, falls, rises)
	}
	if little, much := used(8, 50, 100), used(8, 50, 900); little <= usual || much >= usual {
		t.Errorf("%d ms, %d with little effort, %d with much", usual, little, much)
	}
	if a, b := used(effortDepth-1, 50, 100), used(effortDepth-1, 50, 900); a != b {
		t.Errorf("depth %d: %d and %d ms", effortDepth-1, a, b)
	}
	if a, b := used(1, -500, 500), used(1, 50, 500); a != b {
		t.Errorf("depth 1: %d and %d ms", a, b)
	}
}

// TestLastMovesScoreScalesTheTime: a search takes longer when its score is below that of the game's
// last move, and less long when it is above.
func TestLastMovesScoreScalesTheTime(t *testing.T) {
	params := DefaultParams()
	used := func(before answer) uint64 {
		return lasts(clock{params: &params, before: before}, 8, 0, 500)
	}
	usual := used(answer{score: 90})
	falls, rises := used(answer{true, 10, 30}), used(answer{true, 10, -30})
	if falls <= usual || rises >= usual {
		t.Errorf("%d ms, %d when the score fell, %d when it rose", usual, falls, rises)
	}
	if a, b := used(answer{true, 10, 100}), used(answer{true, 10, 1000}); a != b {
		t.Errorf("%d ms after a fall of 100, %d after one of 1000", a, b)
	}
}

// TestAnswerBefore: a search knows the score of the side's last move, or of the one before if the
// last one was hardly searched. It knows no score after NewGame, at another place in a game, or
// after a mate. A move that was pondered on and not played leaves no score.
func TestAnswerBefore(t *testing.T) {
	const last, next, later = "4k3/8/8/8/8/8/8/4K2R w - - 0 5", "4k3/8/8/8/8/8/8/4K2R w - - 2 6",
		"4k3/8/8/8/8/8/8/4K2R w - - 4 7"
	const reply, mate = "4k3/8/8/8/8/8/8/4K2R b - - 1 5", "k7/8/1K6/8/8/8/8/7R w - - 0 5"
	search := func(e *Engine, fen string, depth int, ponder bool) *Search {
		s := e.Begin(Root{Pos: boardtest.Position(t, fen)}, Limits{Depth: depth, Ponder: ponder})
		if ponder {
			e.Stop()
		}
		s.Run(nil)
		return s
	}
	for _, tc := range []struct {
		name    string
		between func(e *Engine)
		fen     string // searched then
		known   bool
	}{
		{"the side's next move", func(*Engine) {}, next, true},
		{"the opponent's move", func(*Engine) {}, reply, false},
		{"the same move again", func(*Engine) {}, last, false},
		{"a new game", func(e *Engine) { e.NewGame() }, next, false},
		{"a pondered move was not played",
			func(e *Engine) { search(e, next, effortDepth, true) }, next, true},
		{"the move after it", func(e *Engine) { search(e, next, effortDepth, true) }, later, false},
		{"a move that was hardly searched",
			func(e *Engine) { search(e, next, 1, false) }, later, true},
		{"a mate", func(e *Engine) { search(e, mate, effortDepth, false) }, next, false},
	} {
		e := small(t)
		search(e, last, effortDepth, false)
		tc.between(e)
		if got := search(e, tc.fen, 1, false).clock.before; got.known != tc.known {
			t.Errorf("%s: known %v, want %v", tc.name, got.known, tc.known)
		}
	}
}

// TestOnlyMoveIsGivenAtOnce: by a clock, and by nothing else, an only move is given after depth 1.
func TestOnlyMoveIsGivenAtOnce(t *testing.T) {
	const one, two = "k7/8/1K6/8/8/8/8/7R b - - 0 1", "k7/8/2K5/8/8/8/8/7R b - - 0 1"
	hour := Limits{Time: [2]time.Duration{time.Hour, time.Hour}, HasTime: [2]bool{true, true}}
	infinite, ponder := hour, hour
	infinite.Infinite, ponder.Ponder = true, true
	for _, tc := range []struct {
		name, fen string
		limits    Limits
		ends      bool
	}{
		{"a clock", one, hour, true},
		{"two moves", two, hour, false},
		{"a move time", one, Limits{MoveTime: time.Hour, HasMoveTime: true}, false},
		{"infinite", one, infinite, false},
		{"pondering", one, ponder, false},
	} {
		e := small(t)
		s := e.Begin(Root{Pos: boardtest.Position(t, tc.fen)}, tc.limits)
		w := e.workers[0]
		w.begin(s, &s.root)
		if got := s.iterationDone(1); got != tc.ends {
			t.Errorf("%s: ends: %t", tc.name, got)
		}
	}
}
