package train

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// newTrainer returns a trainer or fails the test.
func newTrainer(t testing.TB, r Recipe, d *Data) *Trainer {
	t.Helper()
	tr, err := New(r, d, 2)
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
	d := dataOf(t, all[:58_000], all[58_000:])
	r := testRecipe()
	r.Batch, r.Positions, r.Superbatch, r.LR, r.LREnd = 256, 1_000_000, 1_000_000, 0.004, 0.0001
	tr := newTrainer(t, r, d)
	before := tr.Validate()[0]
	steps(t, tr, -1)
	after := tr.History[0].Valid[0]
	t.Logf("validation loss %.5f before, %.5f after", before, after)
	if after > 0.002 || before < 0.05 {
		t.Errorf(
			"validation loss %.5f before and %.5f after, want more than 0.05 and less than 0.002",
			before, after)
	}
	// The output is in centipawns whatever the scale is: a queen more is worth a queen.
	net, err := tr.Model.Quantise("material")
	if err != nil {
		t.Fatal(err)
	}
	var off, n float64
	for i := range d.Valid[0].Positions {
		k := &d.Valid[0].Positions[i]
		p, err := k.Position()
		if err != nil || math.Abs(float64(k.Score())) > 400 {
			continue // the sigmoid is flat there, so the net need not be right
		}
		want := k.Score() * (1 - 2*int(p.SideToMove()))
		off += math.Abs(float64(net.Evaluate(&p) - want))
		n++
	}
	t.Logf("mean error %.1f centipawns on %.0f positions", off/n, n)
	if n < 200 || off/n > 40 {
		t.Errorf("mean error %.1f centipawns on %.0f positions, want at most 40 on 200 or more",
			off/n, n)
	}
}

func TestSameSeedSameBits(t *testing.T) {
	d := dataOf(t, randomPositions(1, 3000), randomPositions(2, 500))
	r := testRecipe()
	a, b := newTrainer(t, r, d), newTrainer(t, r, d)
	steps(t, a, -1)
	steps(t, b, -1)
	if !slices.Equal(a.Model.Params, b.Model.Params) || !sameHistory(a, b) {
		t.Error("two runs of the same recipe differ")
	}
	r.Seed++
	c := newTrainer(t, r, d)
	steps(t, c, -1)
	if slices.Equal(a.Model.Params, c.Model.Params) {
		t.Error("another seed gives the same network")
	}
}

// TestThreadsDoNotMatter: any number of threads gives the same bits.
func TestThreadsDoNotMatter(t *testing.T) {
	d := dataOf(t, mixedPositions(t, 3000), randomPositions(2, 500))
	for _, layers := range []int{1, 3} {
		var first *Trainer
		for threads := range 4 {
			tr, err := New(allRecipe(layers), d, threads+1)
			if err != nil {
				t.Fatal(err)
			}
			steps(t, tr, -1)
			if first == nil {
				first = tr
			}
			if !slices.Equal(first.Result().Params, tr.Result().Params) || !sameHistory(first, tr) {
				t.Errorf("%d layers: %d threads give another network than one", layers, threads+1)
			}
		}
	}
}

func sameHistory(a, b *Trainer) bool {
	return slices.EqualFunc(a.History, b.History, func(x, y Point) bool {
		return x.Positions == y.Positions && x.Train == y.Train && slices.Equal(x.Valid, y.Valid)
	})
}

// allRecipe is a small recipe with everything switched on.
func allRecipe(layers int) Recipe {
	r := testRecipe()
	r.Layers, r.Hidden, r.KingMap, r.OutputBuckets = layers, 64, standardKingMaps[4], 8
	r.WDLStart, r.WDLEnd, r.WarmUp, r.EMA, r.LossExponent, r.Pool = 0.2, 0.6, 3, 0.9, 2.5, 1024
	r.Decay, r.DecayOwn = 0.02, 0.5
	if layers == 3 {
		r.Integer = 1500
	}
	return r
}

func TestResumeEqualsUninterrupted(t *testing.T) {
	d := dataOf(t, randomPositions(1, 3000), randomPositions(2, 500))
	for _, tc := range []struct {
		layers    int
		rate, ema float64
	}{ // at a rate of 1 all weights meet their clips, at 0.001 few
		{1, 0.001, 0.9}, {1, 1, 0.9}, {1, 1, 0},
		{3, 0.001, 0.9}, {3, 1, 0.9}, {3, 0.001, 0}, {3, 1, 0},
	} {
		r := allRecipe(tc.layers)
		r.LR, r.EMA = tc.rate, tc.ema
		whole := newTrainer(t, r, d)
		steps(t, whole, -1)
		// Cut inside a superbatch, at its end, and at the end of the run.
		for _, cut := range []int{1, 8, 11, 16} {
			path := filepath.Join(t.TempDir(), "checkpoint.f32")
			first := newTrainer(t, r, d)
			steps(t, first, cut)
			if err := first.WriteCheckpoint(path); err != nil {
				t.Fatal(err)
			}
			second, err := Resume(path, r, d, 3)
			if err != nil {
				t.Fatal(err)
			}
			if second.Positions() != cut*r.Batch {
				t.Errorf("resumed at %d positions, want %d", second.Positions(), cut*r.Batch)
			}
			steps(t, second, -1)
			if !slices.Equal(whole.Model.Params, second.Model.Params) ||
				!slices.Equal(whole.mean, second.mean) || !sameHistory(whole, second) {
				t.Errorf("%+v: a run resumed after %d steps differs from one without a break",
					tc, cut)
			}
		}
	}
}

// TestLookingChangesNothing: validating and writing the network do not change the running mean,
// even if the sums of its parts are clipped.
func TestLookingChangesNothing(t *testing.T) {
	tr := newTrainer(t, allRecipe(3), dataOf(t, randomPositions(1, 3000), randomPositions(2, 500)))
	steps(t, tr, 3)
	for i := range tr.mean {
		tr.mean[i] = 0.9 * weightClip // sums are twice as large
	}
	before := slices.Clone(tr.mean)
	tr.Validate()
	if !slices.Equal(before, tr.mean) {
		t.Error("the mean is another one")
	}
}

// TestRunningMean: each step keeps its share of the mean, and the mean is updated every eighth
// step. It begins with the first weights. It is what is validated and written.
func TestRunningMean(t *testing.T) {
	r := testRecipe()
	testRunningMean(t, r)
	r.Batch, r.OutputBuckets = 4, 8 // more buckets than a batch of four can fill
	testRunningMean(t, r)
}

func testRunningMean(t *testing.T, r Recipe) {
	r.EMA, r.Positions = 0.9, 24*r.Batch
	tr := newTrainer(t, r, dataOf(t, randomPositions(1, 3000), randomPositions(2, 500)))
	want := slices.Clone(tr.Model.Params)
	keep := math.Pow(0.9, 8)
	for step := 1; !tr.Done(); step++ {
		steps(t, tr, 1)
		if step%8 != 0 {
			continue
		}
		for i, x := range tr.Model.Params {
			want[i] = float32(keep*float64(want[i]) + (1-keep)*float64(x))
			if math.Abs(float64(tr.mean[i]-want[i])) > 1e-5 {
				t.Fatalf("step %d, weight %d: %v, want %v", step, i, tr.mean[i], want[i])
			}
		}
	}
	if got := tr.Result().Params; !slices.Equal(got, tr.mean) ||
		slices.Equal(got, tr.Model.Params) {
		t.Error("the result is not the running mean")
	}
	r.EMA = 0
	plain := newTrainer(t, r, tr.data)
	copy(plain.Model.Params, tr.mean)
	if got, want := tr.Validate()[0], plain.Validate()[0]; got != want {
		t.Errorf("validated with a loss of %v, the running mean has %v", got, want)
	}
}

// TestValidateByMen: group g has the positions with 4g+1 to 4g+4 men, and the groups of a set add
// up to its loss.
func TestValidateByMen(t *testing.T) {
	valid := randomPositions(2, 500)
	tr := newTrainer(t, testRecipe(), dataOf(t, randomPositions(1, 300), valid))
	var want [MenGroups]int
	for i := range valid {
		men := valid[i].Occupied().Count()
		group := 0
		for men > 4*group+4 {
			group++
		}
		want[group]++
	}
	var got [MenGroups]int
	sum := 0.0
	for group, l := range tr.ValidateByMen()[0] {
		got[group] = l.Positions
		sum += l.Sum
	}
	if got != want {
		t.Errorf("%v positions by men, want %v", got, want)
	}
	if loss := tr.Validate()[0]; math.Abs(sum/float64(len(valid))-loss) > 1e-9 {
		t.Errorf("the groups' mean loss is %v, the set's %v", sum/float64(len(valid)), loss)
	}
}

// TestNoStepAfterTheLast: one step too many is an error and changes nothing.
func TestNoStepAfterTheLast(t *testing.T) {
	r, d := testRecipe(), dataOf(t, randomPositions(1, 3000), nil)
	tr := newTrainer(t, r, d)
	steps(t, tr, -1)
	params := slices.Clone(tr.Model.Params)
	if _, _, err := tr.Step(); err == nil || !strings.Contains(err.Error(), "steps are done") {
		t.Errorf("a step too many: %v", err)
	}
	path := filepath.Join(t.TempDir(), "checkpoint.f32")
	if err := tr.WriteCheckpoint(path); err != nil {
		t.Fatal(err)
	}
	again, err := Resume(path, r, d, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !again.Done() || !slices.Equal(again.Model.Params, params) {
		t.Errorf("resumed after %d positions of %d, or with other weights",
			again.Positions(), r.Positions)
	}
}

func TestDivergenceIsAnError(t *testing.T) {
	tr := newTrainer(t, testRecipe(), dataOf(t, randomPositions(1, 300), nil))
	tr.Model.Params[len(tr.Model.Params)-lanes] = float32(math.NaN())
	if _, _, err := tr.Step(); !errors.Is(err, ErrDiverged) {
		t.Errorf("a loss that is no number: error %v", err)
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
		{"layers", func(r *Recipe) { r.Layers = 2 }},
		{"three layers of 96", func(r *Recipe) { r.Layers, r.Hidden = 3, 96 }},
		{"threats before one layer", func(r *Recipe) { r.Threats = true }},
		{"no king map", func(r *Recipe) { r.KingMap = "" }},
		{"king map of seven ranks", func(r *Recipe) { r.KingMap = standardKingMaps[1][:34] }},
		{"king map with a gap", func(r *Recipe) { r.KingMap = "0002" + standardKingMaps[1][4:] }},
		{"king map of letters", func(r *Recipe) { r.KingMap = "000z" + standardKingMaps[1][4:] }},
		{"output buckets", func(r *Recipe) { r.OutputBuckets = 9 }},
		{"batch", func(r *Recipe) { r.Batch = 0 }},
		{"positions", func(r *Recipe) { r.Positions = r.Batch - 1 }},
		{"superbatch", func(r *Recipe) { r.Superbatch = 1 }},
		{"superbatches", func(r *Recipe) { r.Batch, r.Superbatch, r.Positions = 1, 1, 1<<20 }},
		{"lr", func(r *Recipe) { r.LR = math.NaN() }},
		{"lr-end", func(r *Recipe) { r.LREnd = r.LR * 2 }},
		{"warm-up", func(r *Recipe) { r.WarmUp = -1 }},
		{"wdl", func(r *Recipe) { r.WDLEnd = 1.5 }},
		{"scale", func(r *Recipe) { r.Scale = math.NaN() }},
		{"decay", func(r *Recipe) { r.Decay = -1 }},
		{"decay-own", func(r *Recipe) { r.DecayOwn = 1 / r.LR }},
		{"exponent", func(r *Recipe) { r.LossExponent = math.NaN() }},
		{"ema", func(r *Recipe) { r.EMA = 1 }},
		{"integer", func(r *Recipe) { r.Integer = 1 }},
		{"pool", func(r *Recipe) { r.Pool = 0 }},
		{"holdout", func(r *Recipe) { r.Holdout = 1 }},
		{"max-score -1", func(r *Recipe) { r.MaxScore = -1 }},
		{"min-ply -2", func(r *Recipe) { r.MinPly = -2 }},
		{"min-men -3", func(r *Recipe) { r.MinMen = -3 }},
		{"max-men -4", func(r *Recipe) { r.MaxMen = -4 }},
		{"max-men 9 is below min-men 10", func(r *Recipe) { r.MinMen, r.MaxMen = 10, 9 }},
	}
	d := dataOf(t, randomPositions(1, 1), nil)
	for _, tc := range tests {
		r := testRecipe()
		tc.spoil(&r)
		_, err := New(r, d, 2)
		if err == nil {
			t.Errorf("%s: %+v was accepted", tc.name, r)
		} else if named := r.Filter != testRecipe().Filter; named &&
			!strings.Contains(err.Error(), tc.name) {
			t.Errorf("%v, want %q in it", err, tc.name)
		}
	}
}

func TestSchedules(t *testing.T) {
	r := testRecipe()
	r.Batch, r.Positions, r.WarmUp = 1, 1000, 100
	r.LR, r.LREnd, r.WDLStart, r.WDLEnd = 1, 0.1, 0.2, 0.4
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
