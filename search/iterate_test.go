package search

import (
	"testing"

	"sente/internal/boardtest"
)

// TestSoftLimitsEndTheSearch: limits that are looked at between iterations end it long before the
// hard limit that stands behind them here, and long before the greatest depth.
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
		if r := small(t).Begin(Root{Pos: boardtest.Position(t, tc.fen)}, tc.limits).Run(nil); r.Nodes > hard/2 || r.Depth > 12 {
			t.Errorf("%s: searched %d nodes, to depth %d", tc.name, r.Nodes, r.Depth)
		}
	}
}
