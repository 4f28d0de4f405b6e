package search

import (
	"testing"

	"sente/internal/boardtest"
)

// TestFiftyDamping searches a position at two half-move clocks. In play the score falls as the draw
// comes nearer. With SetFiftyDamping(false), as for labels, it does not.
func TestFiftyDamping(t *testing.T) {
	scoreAt := func(damping bool, fen string) int {
		e := New()
		e.SetFiftyDamping(damping)
		return e.Begin(Root{Pos: boardtest.Position(t, fen)}, Limits{Depth: 4}).Run(nil).Score
	}
	const fresh = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/R3K3 w - - 0 40"
	const stale = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/R3K3 w - - 60 70"
	if new, old := scoreAt(false, fresh), scoreAt(false, stale); new != old || new < 100 {
		t.Errorf("without damping: %d at clock 0, %d at clock 60, want the same above 100",
			new, old)
	}
	if new, old := scoreAt(true, fresh), scoreAt(true, stale); old >= new*9/10 {
		t.Errorf("with damping: %d at clock 0, %d at clock 60, want much less", new, old)
	}
}
