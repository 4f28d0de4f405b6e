package datagen

import (
	"context"
	"testing"

	"sente/eval/nnue"
	"sente/internal/boardtest"
)

// TestLabelByEvaluation: the labels are the evaluations of the given network, and not of another
// one.
func TestLabelByEvaluation(t *testing.T) {
	positions := treePositions(40)
	for _, n := range []*nnue.Network{nnue.Default(), flatNetwork(t, 5000)} {
		if n == nil {
			continue // no network is built in
		}
		got, err := EvalLabeller(n)(context.Background(), positions)
		if err != nil || len(got) != len(positions) {
			t.Fatalf("%s: %d labels of %d: %v", n, len(got), len(positions), err)
		}
		for i := range got {
			p, _ := got[i].Position()
			if want := whiteScore(&p, n.Evaluate(&p)); got[i].Score() != want {
				t.Errorf("%s, %s: %d, want %d", n, p.FEN(), got[i].Score(), want)
			}
		}
	}
}

// TestLabelBySearch: the label of a position does not depend on what was searched before.
func TestLabelBySearch(t *testing.T) {
	positions := treePositions(40)
	search := SearchLabeller(nil, 200)
	all, err := search(context.Background(), positions)
	if err != nil {
		t.Fatal(err)
	}
	black := boardtest.Position(t, "r4rk1/5ppp/8/8/8/7P/5PP1/3R2K1 b - - 0 1") // a rook ahead
	check := boardtest.Position(t, "4k3/8/8/8/8/8/P3r3/R3K3 w - - 0 1")
	ahead, err := search(context.Background(),
		[]Packed{Pack(&black, 0, Draw), Pack(&check, 0, Draw)})
	if err != nil || len(ahead) != 1 || ahead[0].Score() > -100 {
		t.Errorf("Black is ahead, then a check: %v, %v", ahead, err)
	}
	last, err := search(context.Background(), []Packed{all[len(all)-1]})
	if err != nil || len(last) != 1 || last[0] != all[len(all)-1] {
		t.Errorf("alone %v, among others %v: %v", last, all[len(all)-1], err)
	}
}

// TestLabelBySearchWithANetwork: if a network evaluates everything as even, so do searches with it.
func TestLabelBySearchWithANetwork(t *testing.T) {
	even, err := SearchLabeller(flatNetwork(t, 0), 200)(context.Background(), treePositions(20))
	if err != nil || len(even) < 10 {
		t.Fatalf("%d labels of 20: %v", len(even), err)
	}
	for i := range even {
		if even[i].Score() != 0 {
			t.Errorf("position %d: %d, want 0", i, even[i].Score())
		}
	}
}
