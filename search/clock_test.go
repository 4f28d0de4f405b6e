package search

import (
	"testing"
	"time"

	"sente/board"
	"sente/eval"
)

// TestSessionHardLimit: with many moves to the time control a move takes at most four times its
// share, however much time there is.
func TestSessionHardLimit(t *testing.T) {
	params := DefaultParams()
	l := Limits{MovesToGo: 20}
	l.HasTime[0], l.Time[0] = true, 100*time.Second
	c := newClock(&params, &l, board.White, 0, 0)
	if c.soft != 5*time.Second || c.hard != sessionFactor*c.soft {
		t.Errorf("limits of %v and %v", c.soft, c.hard)
	}
}

// TestAnotherMoveIsNotStable: the iterations for which a best move has stood are counted anew when
// another one takes its place.
func TestAnotherMoveIsNotStable(t *testing.T) {
	var c clock
	for depth, tc := range []struct {
		move   board.Move
		stable int
	}{
		{7, 0}, {7, 1}, {7, 2}, {8, 0}, {8, 1}, {7, 0},
	} {
		c.note(tc.move, 10, depth+1)
		if c.stable != tc.stable {
			t.Errorf("after iteration %d: stable for %d, want %d", depth+1, c.stable, tc.stable)
		}
	}
}

// TestShallowAnswerKeepsTheScore: after a move that was hardly searched, the score before it stays
// remembered.
func TestShallowAnswerKeepsTheScore(t *testing.T) {
	e := small(t)
	for depth, want := range map[int]int{effortDepth - 1: 111, effortDepth: 222} {
		s := e.Begin(Root{Pos: board.Start()}, Limits{Depth: 1})
		s.clock.before = answer{known: true, score: 111}
		s.rememberAnswer(&rootLine{depth: depth, score: 222})
		if got := e.answered; !got.known || got.score != want {
			t.Errorf("depth %d leaves %+v, want the score %d", depth, got, want)
		}
	}
}

// lasts returns after how many milliseconds a search by clock c ends, with a soft limit of a
// second. The iteration of the given depth gave score, and effort permille of the nodes went into
// the best move.
func lasts(c clock, depth, score, effort int) (ms uint64) {
	c.timed, c.soft, c.perMilli, c.lastBest = true, time.Second, 1, 1
	for again := c; !again.enough(1, score, effort, depth, ms); again = c {
		ms++
	}
	return ms
}

// TestLongStableMove: a move that has been the best one for very long saves no more time than one
// that has been for TimeStableMost iterations.
func TestLongStableMove(t *testing.T) {
	params := DefaultParams()
	used := func(stable int) uint64 {
		return lasts(clock{params: &params, stable: stable}, 8, 0, 500)
	}
	if a, b := used(params.TimeStableMost), used(3*params.TimeStableMost); a != b || b == 0 {
		t.Errorf("%d and %d ms", a, b)
	}
	if a, b := used(0), used(params.TimeStableMost); a <= b {
		t.Errorf("%d ms for a new move, %d for one that has stood", a, b)
	}
}

// TestWinIsNotRemembered: the score of a proven win or loss, also by tables, is not remembered.
// Otherwise a later score would count as a fall and take time.
func TestWinIsNotRemembered(t *testing.T) {
	for _, score := range []int{eval.MateIn(5), eval.TBWin - 5, 5 - eval.TBWin} {
		e := small(t)
		s := e.Begin(Root{Pos: board.Start()}, Limits{Depth: 1})
		s.rememberAnswer(&rootLine{depth: effortDepth, score: score})
		if e.answered.known {
			t.Errorf("the score %d is remembered", score)
		}
	}
}

// TestLeastFall: the score is falling from a fall of fallingDrop on.
func TestLeastFall(t *testing.T) {
	for drop, want := range map[int]bool{fallingDrop - 1: false, fallingDrop: true} {
		c := clock{lastScore: 100}
		if c.note(board.NoMove, 100-drop, 2); c.falling != want {
			t.Errorf("a fall of %d: falling %t", drop, c.falling)
		}
	}
}
