package train

import (
	"bytes"
	"slices"
	"testing"

	"sente/datagen"
	"sente/eval/nnue"
	"sente/internal/boardtest"
)

// TestOrderOfPairs: the order of products must not change any evaluation, and must leave fewer
// fours with an active product.
func TestOrderOfPairs(t *testing.T) {
	r := testRecipe()
	r.Layers, r.Hidden, r.OutputBuckets, r.KingMap = 3, 64, 8, standardKingMaps[4]
	positions := mixedPositions(t, 300)
	tr := newTrainer(t, r, dataOf(t, positions, nil))
	steps(t, tr, -1)
	before, err := tr.Model.Quantise("test")
	if err != nil {
		t.Fatal(err)
	}
	// A small network uses all of its products. Make some of them rare.
	raw := before.Raw()
	for i := 0; i < raw.H/2; i += 3 {
		raw.FTBias[i] -= 200
	}
	if before, err = nnue.FromRaw(raw); err != nil {
		t.Fatal(err)
	}
	orderPairs(&tr.Model.layout, &raw, positions)
	after, err := nnue.FromRaw(raw)
	if err != nil {
		t.Fatal(err)
	}
	for i := range positions {
		p := position(t, &positions[i])
		if a, b := before.Evaluate(&p), after.Evaluate(&p); a != b {
			t.Fatalf("%s: %d in the old order, %d in the new one", p.FEN(), a, b)
		}
	}
	old := before.Raw()
	if slices.Equal(old.FTBias, raw.FTBias) {
		t.Fatal("nothing was put elsewhere")
	}
	a := foursInUse(&tr.Model.layout, &old, positions)
	if b := foursInUse(&tr.Model.layout, &raw, positions); b >= a {
		t.Errorf("%d fours in use before, %d after", a, b)
	}
}

// foursInUse counts, over all positions, the neighbouring fours of products that are not all 0.
func foursInUse(l *layout, r *nnue.Raw, positions []datagen.Packed) int {
	active := activePairs(l, r, positions)
	n := 0
	for at := 0; at < len(active); at += 4 {
		all := slices.Clone(active[at])
		for _, u := range active[at+1 : at+4] {
			for w, x := range u {
				all[w] |= x
			}
		}
		n += all.count()
	}
	return n
}

// TestActivePairsSeeThreats has a product that only threats make active.
func TestActivePairsSeeThreats(t *testing.T) {
	const product, half = 5, 32
	m := newZeroModel(Shape{3, 2 * half, standardKingMaps[1], true, 1})
	net, err := m.Quantise("test")
	if err != nil {
		t.Fatal(err)
	}
	r := net.Raw()
	for row := m.ownRows; row < m.inputRows; row++ {
		r.FTWeights[row*r.H+product] = 100
	}
	for i := range half {
		r.FTBias[half+i] = 200
	}
	var positions []datagen.Packed
	for _, fen := range []string{"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
		"4k3/8/8/3q4/4P3/8/8/4K3 b - - 0 1"} {
		p := boardtest.Position(t, fen)
		positions = append(positions, datagen.Pack(&p, 0, datagen.Draw))
	}
	for i, u := range activePairs(&m.layout, &r, positions) {
		want := uint64(0)
		if i == product {
			want = 0b1100 // both sides of the second position
		}
		if u[0] != want {
			t.Errorf("product %d is active in %b, want %b", i, u[0], want)
		}
	}
}

func TestGroupedByUse(t *testing.T) {
	// 0, 2, 4, 6 are active in the first four accumulators, the others in the fifth.
	active := make([]use, 8)
	for i := range active {
		active[i] = use{0b1111}
		if i%2 == 1 {
			active[i] = use{0b10000}
		}
	}
	if got, want := groupedByUse(active), []int{0, 2, 4, 6, 1, 3, 5, 7}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestMultiplied(t *testing.T) {
	r := testRecipe()
	r.Layers, r.Hidden = 3, 64
	positions := mixedPositions(t, 100)
	tr := newTrainer(t, r, dataOf(t, positions, nil))
	steps(t, tr, -1)
	net, err := tr.Quantise("test", 100)
	if err != nil {
		t.Fatal(err)
	}
	large, err := Multiplied(net, 1.25)
	if err != nil {
		t.Fatal(err)
	}
	for i := range positions {
		p := position(t, &positions[i])
		a, b := float64(net.Evaluate(&p)), float64(large.Evaluate(&p))
		if b < 1.25*a-2 || b > 1.25*a+2 {
			t.Errorf("%s: %g became %g", p.FEN(), a, b)
		}
	}
	// Training can start from it as from the network before.
	m, err := FromNetwork(large)
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.Quantise("test")
	if err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	if net.Write(&a); again.Write(&b) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the network did not come back")
	}
	for _, by := range []float64{0, -1, 1e9} {
		if _, err := Multiplied(net, by); err == nil {
			t.Errorf("multiplied by %g", by)
		}
	}
	r.Layers = 1
	tr = newTrainer(t, r, dataOf(t, positions, nil))
	if net, err = tr.Quantise("test", 100); err != nil {
		t.Fatal(err)
	}
	if _, err := Multiplied(net, 1.25); err == nil {
		t.Error("a network of one layer has no multiplier")
	}
}
