package train

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"sente/datagen"
)

// newTrainer returns a trainer or fails the test.
func newTrainer(t testing.TB, r Recipe, d *Dataset) *Trainer {
	t.Helper()
	tr, err := New(r, d)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// steps makes n steps, or all that are left if n < 0.
func steps(t testing.TB, tr *Trainer, n int) {
	t.Helper()
	for ; n != 0 && !tr.Done(); n-- {
		if _, _, err := tr.Step(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLearnsMaterial(t *testing.T) {
	all := randomPositions(7, 60_000)
	d := &Dataset{Train: all[:58_000], Valid: all[58_000:]}
	r := testRecipe()
	r.Batch, r.Positions, r.Superbatch, r.LR, r.LREnd = 256, 1_000_000, 1_000_000, 0.004, 0.0001
	tr := newTrainer(t, r, d)
	before := tr.Validate()
	steps(t, tr, -1)
	after := tr.History[0].Valid
	t.Logf("validation loss %.5f before, %.5f after", before, after)
	if after > 0.002 || before < 0.05 {
		t.Errorf("validation loss %.5f before and %.5f after, want more than 0.05 and less than 0.002", before, after)
	}
	// The output is in centipawns whatever the scale: a queen up is worth a queen.
	net, err := tr.Model.Quantise("material")
	if err != nil {
		t.Fatal(err)
	}
	var off, n float64
	for i := range d.Valid {
		k := &d.Valid[i]
		p, err := k.Position()
		if err != nil || math.Abs(float64(k.Score())) > 400 {
			continue // where the sigmoid is flat the net has no reason to be right
		}
		want := k.Score() * (1 - 2*int(p.SideToMove()))
		off += math.Abs(float64(net.Evaluate(&p) - want))
		n++
	}
	t.Logf("mean error %.1f centipawns on %.0f positions", off/n, n)
	if n < 200 || off/n > 40 {
		t.Errorf("mean error %.1f centipawns on %.0f positions, want at most 40 on 200 or more", off/n, n)
	}
}

func TestSameSeedSameBits(t *testing.T) {
	d := &Dataset{Train: randomPositions(1, 3000), Valid: randomPositions(2, 500)}
	r := testRecipe()
	a, b := newTrainer(t, r, d), newTrainer(t, r, d)
	steps(t, a, -1)
	steps(t, b, -1)
	if !slices.Equal(a.Model.Params, b.Model.Params) || !slices.Equal(a.History, b.History) {
		t.Error("two runs of the same recipe differ")
	}
	r.Seed++
	c := newTrainer(t, r, d)
	steps(t, c, -1)
	if slices.Equal(a.Model.Params, c.Model.Params) {
		t.Error("another seed gives the same network")
	}
}

func TestThreadsChangeRoundingOnly(t *testing.T) {
	d := &Dataset{Train: randomPositions(1, 3000)}
	r := testRecipe()
	r.Threads = 1
	a := newTrainer(t, r, d)
	r.Threads = 3
	b := newTrainer(t, r, d)
	for range 3 {
		one, _, err1 := a.Step()
		three, _, err3 := b.Step()
		if err1 != nil || err3 != nil {
			t.Fatal(err1, err3)
		}
		if math.Abs(one-three) > 1e-6 {
			t.Fatalf("loss %g with one thread, %g with three", one, three)
		}
	}
}

func TestResumeEqualsUninterrupted(t *testing.T) {
	d := &Dataset{Train: randomPositions(1, 3000), Valid: randomPositions(2, 500)}
	r := testRecipe()
	r.WDLStart, r.WDLEnd, r.WarmUp = 0.2, 0.6, 3
	whole := newTrainer(t, r, d)
	steps(t, whole, -1)
	for _, cut := range []int{1, 8, 11, 16} { // inside and at the end of a superbatch, and of the run
		path := filepath.Join(t.TempDir(), "checkpoint.f32")
		first := newTrainer(t, r, d)
		steps(t, first, cut)
		if err := first.WriteCheckpoint(path); err != nil {
			t.Fatal(err)
		}
		second, err := Resume(path, r, d)
		if err != nil {
			t.Fatal(err)
		}
		if second.Positions() != cut*r.Batch {
			t.Errorf("resumed at %d positions, want %d", second.Positions(), cut*r.Batch)
		}
		steps(t, second, -1)
		if !slices.Equal(whole.Model.Params, second.Model.Params) || !slices.Equal(whole.History, second.History) {
			t.Errorf("a run resumed after %d steps differs from one without a break", cut)
		}
	}
}

func TestStartFrom(t *testing.T) {
	d := &Dataset{Train: randomPositions(1, 3000)}
	r := testRecipe()
	a := newTrainer(t, r, d)
	steps(t, a, 2)
	path := filepath.Join(t.TempDir(), "net.f32")
	if err := a.WriteFloat(path); err != nil {
		t.Fatal(err)
	}
	m, err := ReadModel(path)
	if err != nil {
		t.Fatal(err)
	}
	b := newTrainer(t, r, d)
	if err := b.StartFrom(m); err != nil || !slices.Equal(a.Model.Params, b.Model.Params) {
		t.Errorf("StartFrom: %v, or other weights", err)
	}
	m = newModel(Shape{Hidden: 2 * r.Hidden, KingBuckets: r.KingBuckets, OutputBuckets: r.OutputBuckets}, 1)
	if err := newTrainer(t, r, d).StartFrom(m); err == nil {
		t.Error("weights of a wider network were accepted")
	}
}

// sameOutputs fails unless b's outputs are a's within tolerance, in units of nnue.Scale centipawns.
func sameOutputs(t *testing.T, a, b *Trainer, positions []datagen.Packed, tolerance float64) {
	t.Helper()
	output := func(tr *Trainer, k *datagen.Packed) float64 {
		var f features
		tr.table.extract(&f, k)
		return float64(tr.Model.output(&f, make([]float32, 2*tr.Model.Hidden)))
	}
	for i := range positions {
		if want, got := output(a, &positions[i]), output(b, &positions[i]); math.Abs(got-want) > tolerance {
			t.Fatalf("position %d: %v, want %v", i, got, want)
		}
	}
}

// TestStartFromNarrower: a wider model says the same at first, and every new neuron learns.
func TestStartFromNarrower(t *testing.T) {
	positions := randomPositions(1, 500)
	d := &Dataset{Train: positions}
	r := testRecipe()
	narrow := newTrainer(t, r, d)
	steps(t, narrow, 2)
	r.Hidden *= 2
	wide := newTrainer(t, r, d)
	if err := wide.StartFrom(narrow.Model); err != nil {
		t.Fatal(err)
	}
	sameOutputs(t, narrow, wide, positions, 1e-5)
	steps(t, wide, 2)
	for k := range r.OutputBuckets {
		out := wide.Model.outWeights(k)
		for _, side := range [...][]float32{out[r.Hidden/2 : r.Hidden], out[r.Hidden*3/2:]} {
			if !slices.ContainsFunc(side, func(w float32) bool { return w != 0 }) {
				t.Errorf("output bucket %d: the new neurons learnt nothing", k)
			}
		}
	}
}

// TestStartFromOneBucket: a model of several buckets that starts from one of one says the same at first.
func TestStartFromOneBucket(t *testing.T) {
	positions := randomPositions(1, 500)
	d := &Dataset{Train: positions}
	r := testRecipe()
	r.KingBuckets, r.OutputBuckets = 1, 1
	one := newTrainer(t, r, d)
	steps(t, one, 2)
	r.KingBuckets, r.OutputBuckets = 8, 8
	many := newTrainer(t, r, d)
	if err := many.StartFrom(one.Model); err != nil {
		t.Fatal(err)
	}
	sameOutputs(t, one, many, positions, 0)
	if err := one.StartFrom(many.Model); err == nil {
		t.Error("eight buckets were put into one")
	}
}

func TestDivergenceIsAnError(t *testing.T) {
	tr := newTrainer(t, testRecipe(), &Dataset{Train: randomPositions(1, 300)})
	tr.Model.OutBias[0] = float32(math.NaN())
	if _, _, err := tr.Step(); err == nil {
		t.Error("a loss that is no number went unnoticed")
	}
}

func TestRecipeCheck(t *testing.T) {
	if r := testRecipe(); r.Check() != nil {
		t.Fatal(r.Check())
	}
	tests := []struct {
		name  string
		spoil func(*Recipe)
	}{
		{"hidden 0", func(r *Recipe) { r.Hidden = 0 }},
		{"hidden 48", func(r *Recipe) { r.Hidden = 48 }},
		{"hidden 2048", func(r *Recipe) { r.Hidden = 2048 }},
		{"king buckets", func(r *Recipe) { r.KingBuckets = 3 }},
		{"output buckets", func(r *Recipe) { r.OutputBuckets = 9 }},
		{"batch", func(r *Recipe) { r.Batch = 0 }},
		{"positions", func(r *Recipe) { r.Positions = r.Batch - 1 }},
		{"superbatch", func(r *Recipe) { r.Superbatch = 1 }},
		{"lr", func(r *Recipe) { r.LR = math.NaN() }},
		{"lr-end", func(r *Recipe) { r.LREnd = r.LR * 2 }},
		{"warm-up", func(r *Recipe) { r.WarmUp = -1 }},
		{"wdl", func(r *Recipe) { r.WDLEnd = 1.5 }},
		{"scale", func(r *Recipe) { r.Scale = math.NaN() }},
		{"threads", func(r *Recipe) { r.Threads = 0 }},
		{"holdout", func(r *Recipe) { r.Holdout = 1 }},
		{"max-score", func(r *Recipe) { r.MaxScore = -1 }},
	}
	for _, tc := range tests {
		r := testRecipe()
		tc.spoil(&r)
		if _, err := New(r, &Dataset{Train: randomPositions(1, 1)}); err == nil {
			t.Errorf("%s: %+v was accepted", tc.name, r)
		}
	}
}

func TestSchedules(t *testing.T) {
	r := testRecipe()
	r.Batch, r.Positions, r.WarmUp, r.LR, r.LREnd, r.WDLStart, r.WDLEnd = 1, 1000, 100, 1, 0.1, 0.2, 0.4
	for i := 1; i < r.Steps(); i++ {
		if up := r.rate(i) > r.rate(i-1); up != (i <= 100) {
			t.Fatalf("learning rate goes from %g to %g at step %d", r.rate(i-1), r.rate(i), i)
		}
	}
	for _, tc := range []struct {
		name      string
		got, want float64
	}{
		{"rate after the warm-up", r.rate(100), 1},
		{"rate half way down", r.rate(100 + 899/2), 0.55},
		{"rate at the end", r.rate(999), 0.1},
		{"share at the start", r.wdl(0), 0.2},
		{"share at the end", r.wdl(999), 0.4},
	} {
		if math.Abs(tc.got-tc.want) > 0.001 {
			t.Errorf("%s: %g, want %g", tc.name, tc.got, tc.want)
		}
	}
}
