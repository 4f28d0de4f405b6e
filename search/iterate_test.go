package search

import (
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
)

// TestSoftLimitsEndTheSearch: limits that are checked between iterations end the search long before
// the node limit that is also set here, and long before the greatest depth.
func TestSoftLimitsEndTheSearch(t *testing.T) {
	const hard = 100_000
	for _, tc := range []struct {
		name, fen string
		limits    Limits
	}{
		{"soft nodes", kiwipete, Limits{SoftNodes: 1000}},
		{"a mate is found", "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", Limits{Mate: 1}},
		{"a mate is suffered", "6k1/8/8/8/8/8/r6q/5K2 w - - 0 1", Limits{Mate: 1}},
	} {
		tc.limits.Nodes = hard
		r := small(t).Begin(Root{Pos: boardtest.Position(t, tc.fen)}, tc.limits).Run(nil)
		if r.Nodes > hard/2 || r.Depth > 12 {
			t.Errorf("%s: searched %d nodes, to depth %d", tc.name, r.Nodes, r.Depth)
		}
	}
}

// TestAspirationFindsTheScore: wherever the first window lies, the search ends with the score of a
// full window. Nothing else may change the score here, neither pruning nor the table.
func TestAspirationFindsTheScore(t *testing.T) {
	const depth = 2
	for _, fen := range []string{board.StartFEN, kiwipete, "8/8/4k3/8/3Kp3/8/1R6/8 w - - 0 1"} {
		score := func(from, window int) int {
			w := played(t, fen)
			params := ExactParams(false)
			params.AspirationMinDepth, params.AspirationWindow = depth, window
			params.AspirationLess = 0 // a shallower search would have another score
			w.params = &params
			w.search.to = func(*Info) {} // on a slow machine bounds are reported
			for i := range w.root {
				w.root[i].previous = from
			}
			w.aspirate(depth)
			return w.root[0].score
		}
		want := score(eval.Infinity, 1) // decisive: the window is full
		for _, off := range []int{-900, -2, 2, 900} {
			for _, window := range []int{1, 100} {
				if got := score(want+off, window); got != want {
					t.Errorf("%s: from %d with %d to either side: score %d, want %d",
						fen, want+off, window, got, want)
				}
			}
		}
	}
}
