package search

import (
	"testing"

	"sente/board"
)

// TestTapChangesNothing searches with and without a tap, and counts what the tap gets.
func TestTapChangesNothing(t *testing.T) {
	root := Root{Pos: board.Start()}
	limits := Limits{Nodes: 20000}
	plain := New().Begin(root, limits).Run(nil)
	counts := map[uint64]int{}
	for _, every := range []uint64{1, 10} {
		e := New()
		e.SetTap(&Tap{Every: every, Seed: 3, Take: func(p *board.Position, staticEval int) {
			counts[every]++
			if p.InCheck() {
				t.Errorf("%s is in check", p.FEN())
			}
		}})
		tapped := e.Begin(root, limits).Run(nil)
		if tapped.Best != plain.Best || tapped.Score != plain.Score || tapped.Nodes != plain.Nodes {
			t.Errorf("with a tap of one in %d: %v, without: %v", every, tapped, plain)
		}
	}
	all, tenth := counts[1], counts[10]
	if all < 5000 || tenth*10 < all*8/10 || tenth*10 > all*12/10 {
		t.Errorf("%d positions, one in ten of them %d", all, tenth)
	}
}
