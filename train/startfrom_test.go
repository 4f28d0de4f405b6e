package train

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"sente/datagen"
	"sente/eval/nnue"
)

func TestStartFrom(t *testing.T) {
	d := dataOf(t, randomPositions(1, 3000), nil)
	r := testRecipe()
	a := newTrainer(t, r, d)
	steps(t, a, 2)
	path := filepath.Join(t.TempDir(), "net.f32")
	if err := a.WriteFloat(path); err != nil {
		t.Fatal(err)
	}
	m, _, err := ReadModel(path)
	if err != nil {
		t.Fatal(err)
	}
	b := newTrainer(t, r, d)
	if err := b.StartFrom(m); err != nil || !slices.Equal(a.Model.Params, b.Model.Params) {
		t.Errorf("StartFrom: %v, or other weights", err)
	}
	wide := r.Shape
	wide.Hidden *= 2
	if err := newTrainer(t, r, d).StartFrom(newModel(wide, 1)); err == nil {
		t.Error("weights of a wider network were accepted")
	}
}

// outputsOf returns the outputs for positions, in units of nnue.Scale centipawns.
func outputsOf(tr *Trainer, positions []datagen.Packed) []float64 {
	all := make([]float64, len(positions))
	tr.outputs(positions, func(i int, output float32) { all[i] = float64(output) })
	return all
}

// sameOutputs fails unless the outputs of b equal those of a within tolerance, in units of
// nnue.Scale centipawns.
func sameOutputs(t *testing.T, a, b *Trainer, positions []datagen.Packed, tolerance float64) {
	t.Helper()
	want, got := outputsOf(a, positions), outputsOf(b, positions)
	for i := range want {
		if math.Abs(got[i]-want[i]) > tolerance {
			t.Fatalf("position %d: %v, want %v", i, got[i], want[i])
		}
	}
}

// TestStartFromNarrower: a wider model gives the same outputs at first, even with more king and
// output buckets. Then every new neuron learns.
func TestStartFromNarrower(t *testing.T) {
	positions := mixedPositions(t, 500)
	d := dataOf(t, positions, nil)
	for _, layers := range []int{1, 3} {
		for _, kings := range [][2]int{{1, 1}, {1, 8}, {2, 2}, {2, 8}} {
			r := testRecipe()
			r.Layers, r.Hidden, r.OutputBuckets = layers, 64, 1
			r.KingMap = standardKingMaps[kings[0]]
			narrow := newTrainer(t, r, d)
			steps(t, narrow, 2)
			r.Hidden, r.KingMap, r.OutputBuckets = 192, standardKingMaps[kings[1]], 8
			wide := newTrainer(t, r, d)
			if err := wide.StartFrom(narrow.Model); err != nil {
				t.Fatal(err)
			}
			sameOutputs(t, narrow, wide, positions, 1e-5)
			steps(t, wide, 2)
			for k := range r.OutputBuckets {
				w := wide.Model.head(wide.Model.Params, k)
				learnt, inputs := 0, r.Hidden
				if layers == 1 {
					inputs = 2 * r.Hidden
				}
				for x := range inputs {
					from := w[x : x+1]
					if layers == 3 {
						from = w[x*nnue.L1Out:][:nnue.L1Out]
					}
					if slices.ContainsFunc(from, func(w float32) bool { return w != 0 }) {
						learnt++
					}
				}
				if learnt < inputs*3/4 { // a third of the inputs are old and count from the start
					t.Errorf("%d layers, output bucket %d: only %d inputs of %d have a say",
						layers, k, learnt, inputs)
				}
			}
		}
	}
}

// TestStartFromWithoutThreats: threat inputs have no influence at first, but they learn.
func TestStartFromWithoutThreats(t *testing.T) {
	positions := playedPositions(t, 5, 2000)
	r := testRecipe()
	r.Layers, r.Hidden, r.KingMap = 3, 64, standardKingMaps[4]
	a := newTrainer(t, r, dataOf(t, positions, nil))
	steps(t, a, 2)
	r.Threats, r.Hidden = true, 128
	b := newTrainer(t, r, dataOf(t, positions, nil))
	if err := b.StartFrom(a.Model); err != nil {
		t.Fatal(err)
	}
	sameOutputs(t, a, b, positions, 1e-5)
	steps(t, b, 2)
	learnt := 0
	tile := b.Model.tile(b.Model.Params, 0)
	for _, w := range tile[b.Model.ownRows*lanes : b.Model.inputRows*lanes] {
		if w != 0 {
			learnt++
		}
	}
	if learnt < 1000 {
		t.Errorf("only %d weights of threats have learnt", learnt)
	}
	c := newTrainer(t, r, dataOf(t, positions, nil))
	if err := c.StartFrom(b.Model); err != nil {
		t.Fatal(err)
	}
	sameOutputs(t, b, c, positions, 0)
	if err := a.StartFrom(b.Model); err == nil {
		t.Error("a network without threat inputs began from one with them")
	}
}

func TestStartFromOtherKingBuckets(t *testing.T) {
	d := dataOf(t, randomPositions(1, 300), nil)
	r := testRecipe()
	with := func(kings string) *Trainer {
		r.KingMap = kings
		return newTrainer(t, r, d)
	}
	for _, tc := range []struct {
		from, to string
		fine     bool
	}{
		{standardKingMaps[8], standardKingMaps[8], true},
		{standardKingMaps[8], standardKingMaps[1], false},
		{standardKingMaps[2], "0011/2233/2244/4444/4444/4444/4444/4444", false},
		{standardKingMaps[2], "0011/0011/2222/2222/2222/2222/2222/3333", true},
	} {
		if err := with(tc.to).StartFrom(with(tc.from).Model); (err == nil) != tc.fine {
			t.Errorf("%s from %s: %v", tc.to, tc.from, err)
		}
	}
}

// TestStartFromOneLayer: a network of three layers can take over the first layer of a network of
// one.
func TestStartFromOneLayer(t *testing.T) {
	d := dataOf(t, randomPositions(1, 300), nil)
	r := testRecipe()
	r.Hidden = 64
	one := newTrainer(t, r, d)
	r.Layers, r.KingMap = 3, standardKingMaps[8]
	three := newTrainer(t, r, d)
	head := slices.Clone(three.Model.head(three.Model.Params, 0))
	if err := three.StartFrom(one.Model); err != nil {
		t.Fatal(err)
	}
	for row := range three.Model.ownRows {
		for i := range r.Hidden {
			got, want := three.Model.effective(row, i), one.Model.effective(row%768, i)
			if got != want {
				t.Fatalf("row %d, neuron %d: %v, want %v", row, i, got, want)
			}
		}
	}
	if !slices.Equal(head, three.Model.head(three.Model.Params, 0)) {
		t.Error("the later layers are not fresh")
	}
}
