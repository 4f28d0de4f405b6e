package train

import (
	"math"
	"slices"
	"testing"
)

// TestAdamStep follows one weight through three steps. It compares our coefficients with AdamW as
// its authors write it (Loshchilov and Hutter, 2019).
func TestAdamStep(t *testing.T) {
	const rate, batch = 0.02, 4
	weight, m, v := 0.5, 0.0, 0.0
	want, first, second := 0.5, 0.0, 0.0
	for step, sum := range []float64{0.8, -0.2, 0.01} { // gradients, summed over the batch
		c := newAdamStep(step+1, rate, 0.01, batch)
		g := sum * float64(c.gradScale)
		m = float64(c.beta1)*m + float64(c.rest1)*g
		v = float64(c.beta2)*v + float64(c.rest2)*g*g
		weight = float64(c.keep)*weight -
			float64(c.rate)*m/(math.Sqrt(v)*float64(c.unbias2)+float64(c.epsilon))

		n := float64(step + 1)
		first = 0.9*first + 0.1*sum/batch
		second = 0.999*second + 0.001*(sum/batch)*(sum/batch)
		want -= rate * (first/(1-math.Pow(0.9, n))/(math.Sqrt(second/(1-math.Pow(0.999, n)))+1e-8) +
			0.01*want)
		if math.Abs(weight-want) > 1e-6 {
			t.Errorf("after %d steps %v, want %v", step+1, weight, want)
		}
	}
}

// TestStepsFollowTheSchedules: the last step has the learning rate that -lr-end gives, and its
// targets have the final share of the result.
func TestStepsFollowTheSchedules(t *testing.T) {
	r := testRecipe()
	r.Positions, r.WarmUp, r.LR, r.LREnd, r.WDLStart, r.WDLEnd = 20*r.Batch, 0, 0.001, 1e-9, 0, 0
	d := dataOf(t, randomPositions(1, 3000), nil)
	scores := newTrainer(t, r, d)
	r.WDLEnd = 1
	results := newTrainer(t, r, d)
	var loss [2]float64
	for step := range 20 {
		before := slices.Clone(scores.Model.Params)
		for i, tr := range []*Trainer{scores, results} {
			var err error
			if loss[i], _, err = tr.Step(); err != nil {
				t.Fatal(err)
			}
		}
		if step == 0 && loss[0] != loss[1] {
			t.Errorf("the results have a share in the first step: losses %v", loss)
		}
		moved := 0.0
		for i, x := range scores.Model.Params {
			moved = max(moved, math.Abs(float64(x-before[i])))
		}
		if step == 0 && moved < 0.0005 || step == 19 && moved > 0.0001 {
			t.Errorf("step %d moves a weight by %v", step, moved)
		}
	}
	if math.Abs(loss[0]-loss[1]) < 0.01 {
		t.Errorf("the results have no share in the last step: losses %v", loss)
	}
}

// TestDecay: each weight decay makes only its own part of the first layer smaller.
func TestDecay(t *testing.T) {
	d := dataOf(t, randomPositions(1, 3000), nil)
	norms := func(decay, own float64) (parts [3]float64) {
		r := allRecipe(3)
		r.LR, r.LREnd, r.EMA, r.Decay, r.DecayOwn = 0.01, 0.01, 0, decay, own
		tr := newTrainer(t, r, d)
		steps(t, tr, 12)
		m := &tr.Model
		for i := range m.tiles {
			tile := m.tile(m.Params, i)
			parts[0] += norm(tile[:m.ownRows*lanes])
			parts[1] += norm(tile[m.rows*lanes:])
		}
		parts[2] = norm(m.Params[m.headAt:])
		return parts
	}
	none, shared, own := norms(0, 0), norms(20, 0), norms(0, 20)
	for i, tc := range []struct {
		name        string
		shared, own bool // whether this decay makes it smaller
	}{{"own rows", false, true}, {"shared rows", true, false}, {"later layers", false, false}} {
		for _, got := range []struct {
			decay   string
			part    float64
			smaller bool
		}{{"Decay", shared[i] / none[i], tc.shared}, {"DecayOwn", own[i] / none[i], tc.own}} {
			if smaller := got.part < 0.75; smaller != got.smaller || got.part > 1.25 {
				t.Errorf("%s: %s makes it %.2f times as large", tc.name, got.decay, got.part)
			}
		}
	}
}

// norm is the sum of the weights' absolute values.
func norm(weights []float32) (sum float64) {
	for _, w := range weights {
		sum += math.Abs(float64(w))
	}
	return sum
}
