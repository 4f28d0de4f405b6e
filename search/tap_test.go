package search

import (
	"math/rand/v2"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
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

// TestTapSeeds: two seeds show independent choices of positions.
func TestTapSeeds(t *testing.T) {
	w := New().workers[0]
	var taken, both int
	boardtest.Wander(rand.New(rand.NewPCG(7, 7)), 4000, func(p *board.Position) {
		w.pos[0] = *p
		by := 0
		for seed := range uint64(2) {
			w.tap = &Tap{Every: 4, Seed: seed, Take: func(*board.Position, int) { by++ }}
			w.show(0, 0)
		}
		taken += by
		both += by / 2
	})
	// Of 4,000 positions each seed takes 1,000, both by chance 250.
	if taken < 1800 || taken > 2200 || both < 180 || both > 320 {
		t.Errorf("%d positions are taken, %d of them by both seeds; want about 2000 and 250",
			taken, both)
	}
}
