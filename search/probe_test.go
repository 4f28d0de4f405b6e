package search

import (
	"strconv"
	"testing"

	"sente/eval"
	"sente/internal/boardtest"
	"sente/tt"
)

func TestFromTable(t *testing.T) {
	for _, tc := range []struct {
		name              string
		score, ply, clock int
		want              int
		ok                bool
	}{
		{"no win", 123, 10, 99, 123, true},
		{"a mate", eval.MateIn(5), 10, 0, eval.MateIn(15), true},
		{"being mated", eval.MatedIn(6), 10, 0, eval.MatedIn(16), true},
		{"mate with the last half-move", eval.MateIn(11), 0, 89, eval.MateIn(11), true},
		{"mate a move too late", eval.MateIn(13), 0, 89, eval.MateIn(13), false},
		{"mated in time", eval.MatedIn(50), 3, 50, eval.MatedIn(53), true},
		{"mated too late", eval.MatedIn(52), 3, 50, eval.MatedIn(55), false},
		{"a table position in time", eval.TBWin - 20, 4, 80, eval.TBWin - 24, true},
		{"a table position too late", eval.TBWin - 21, 4, 80, eval.TBWin - 25, false},
		{"a lost table position too late", 21 - eval.TBWin, 4, 80, 25 - eval.TBWin, false},
		{"a score that cannot be", 32767, 3, 0, eval.Mate - 3, true},
		{"nor this one", -32768, 3, 0, 3 - eval.Mate, true},
	} {
		if got, ok := fromTable(tc.score, tc.ply, tc.clock); got != tc.want || ok != tc.ok {
			t.Errorf("%s: fromTable(%d, %d, %d) = %d, %v, want %d, %v",
				tc.name, tc.score, tc.ply, tc.clock, got, ok, tc.want, tc.ok)
		}
	}
	for ply := range 40 {
		for _, score := range []int{0, 500, -500, eval.MateIn(41), eval.MatedIn(42), eval.TBWin - 43, 44 - eval.TBWin} {
			if got, ok := fromTable(toTable(score, ply), ply, 0); got != score || !ok {
				t.Errorf("score %d at ply %d comes back as %d, %v", score, ply, got, ok)
			}
		}
	}
}

// TestUnreachableWinsDoNotCut leaves a deep entry for a position whose win comes too late on its
// clock, and asks at clocks from 50 to 89. Only where it comes in time may the node be cut.
func TestUnreachableWinsDoNotCut(t *testing.T) {
	const plies = 21
	e := small(t)
	for clock := 50; clock < hashFiftyLimit; clock++ {
		for _, score := range []int{eval.MateIn(plies), eval.TBWin - plies} {
			p := boardtest.Position(t, "8/8/8/4k3/8/8/8/3QK3 w - - "+strconv.Itoa(clock)+" 90")
			e.NewGame()
			s := e.Begin(Root{Pos: p}, Limits{})
			w := e.workers[0]
			w.begin(s, &s.root)
			m, err := p.ParseMove("d1d2")
			if err != nil {
				t.Fatal(err)
			}
			w.play(0, m)
			q := &w.pos[1]
			w.table.Store(q.Key(), tt.Entry{Score: score, Eval: tt.NoEval, Depth: 50, Bound: tt.BoundExact})
			got := w.pvs(1, 3, 400, 401, nodeCut)
			if in := q.HalfmoveClock()+plies <= 100; (got >= eval.TBWin-eval.MaxPly) != in {
				t.Errorf("clock %d, a win in %d plies scores %d", q.HalfmoveClock(), plies, got)
			}
		}
	}
}
