package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

// TestTapChoosesSiblingsByChance: the tap takes each child of a node independently of the others.
// The test counts the pairs of siblings that are both taken, in all of many nodes, and compares
// with what independent lots would give.
func TestTapChoosesSiblingsByChance(t *testing.T) {
	const parents, every = 4000, 10
	w := New().workers[0]
	taken := 0
	takes := func(p *board.Position) bool {
		before := taken
		w.pos[0] = *p
		w.show(0, 0)
		return taken > before
	}
	for seed := range uint64(3) {
		w.tap = &Tap{Every: every, Seed: seed, Take: func(*board.Position, int) { taken++ }}
		pairs, expected, variance := 0.0, 0.0, 0.0
		boardtest.Wander(rand.New(rand.NewPCG(7, 7)), parents, func(p *board.Position) {
			var l board.MoveList
			p.Legal(&l)
			k := 0.0
			for _, m := range l.Slice() {
				var child board.Position
				p.Make(m, &child)
				if takes(&child) {
					k++
				}
			}
			// Factorial moments of the binomial distribution.
			n := float64(l.N)
			moment2 := n * (n - 1) / (every * every)
			moment3 := moment2 * (n - 2) / every
			moment4 := moment3 * (n - 3) / every
			pairs += k * (k - 1) / 2
			expected += moment2 / 2
			variance += (moment4 + 4*moment3 + 2*moment2 - moment2*moment2) / 4
		})
		deviation := math.Sqrt(variance)
		t.Logf("seed %d: %.0f pairs of siblings, %.0f ± %.0f expected",
			seed, pairs, expected, deviation)
		if math.Abs(pairs-expected) > 4*deviation || expected < 1000 {
			t.Errorf("seed %d: %.0f pairs of siblings are taken, want %.0f ± %.0f",
				seed, pairs, expected, deviation)
		}
	}
}
