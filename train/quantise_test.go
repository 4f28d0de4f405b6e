package train

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"sente/eval/nnue"
)

func TestQuantisedNetworkIsCloseToFloat(t *testing.T) {
	r := testRecipe()
	r.KingBuckets, r.OutputBuckets = 8, 8
	tr := newTrainer(t, r, &Dataset{Train: playedPositions(t, 9, 1000)})
	steps(t, tr, 3)
	net, err := tr.Quantise("test", 500)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := net.Write(&file); err != nil {
		t.Fatal(err)
	}
	if net, err = nnue.Read(&file); err != nil {
		t.Fatal(err)
	}
	e := tr.QuantisationError(net, 500)
	t.Logf("%+v", e)
	// Each of the 64 terms is off by a few thousandths of 400 centipawns.
	if e.Positions != 500 || e.Mean > 5 || e.Max > 25 || e.Mean == 0 {
		t.Errorf("%+v, want 500 positions, a mean of at most 5 and a maximum of at most 25", e)
	}
	params := make([]float64, len(tr.Model.Params))
	for i, x := range tr.Model.Params {
		params[i] = float64(x)
	}
	for i := range tr.data.Train[:100] { // against the float64 reference too, not only our own forward pass
		k := &tr.data.Train[i]
		output, _ := reference(t, r.Shape, params, k, 0, 400)
		p := position(t, k)
		if d := math.Abs(400*output - float64(net.Evaluate(&p))); d > 25 {
			t.Errorf("%s: quantised and reference are %.1f centipawns apart", p.FEN(), d)
		}
	}
}

func TestBiasTakesBackTheShiftOfRounding(t *testing.T) {
	r := testRecipe()
	r.Hidden, r.OutputBuckets = 256, 8
	tr := newTrainer(t, r, &Dataset{Train: playedPositions(t, 9, 2000)})
	for i := range tr.Model.Out {
		tr.Model.Out[i] = 0.49 / nnue.QB // rounds to nothing
	}
	mean := func(net *nnue.Network, err error) (sum float64) {
		if err != nil {
			t.Fatal(err)
		}
		n := 0.0
		tr.compare(net, 2000, func(_ int, difference float64) { sum += difference; n++ })
		return sum / n
	}
	plain, fitted := mean(tr.Model.Quantise("")), mean(tr.Quantise("", 2000))
	t.Logf("mean difference in centipawns: rounded %.2f, with the bias fitted %.2f", plain, fitted)
	if plain > -5 || math.Abs(fitted) > 1 { // evaluations are whole centipawns, truncated towards 0
		t.Errorf("mean difference: rounded %.2f, want less than -5; with the bias fitted %.2f, want at most 1 either way", plain, fitted)
	}
}

func TestExtremeWeightsStayInsideTheProof(t *testing.T) {
	for _, hidden := range []int{32, 256, 1024} {
		r := testRecipe()
		r.Hidden, r.OutputBuckets, r.LR = hidden, 8, 1
		tr := newTrainer(t, r, &Dataset{Train: randomPositions(1, 300)})
		rng := rand.New(rand.NewPCG(1, 1))
		for i := range tr.Model.Params {
			tr.Model.Params[i] = float32(rng.NormFloat64() * 100)
		}
		tr.update() // clips
		if _, err := tr.Model.Quantise(""); err != nil {
			t.Errorf("hidden %d: %v", hidden, err)
		}
	}
}

func TestMeanAbsEvalFollowsTheNetwork(t *testing.T) {
	m := newModel(Shape{Hidden: 32, KingBuckets: 1, OutputBuckets: 1}, 1)
	clear(m.Params)
	m.OutBias[0] = 0.5 // 200 centipawns whatever the position
	net, err := m.Quantise("")
	if err != nil {
		t.Fatal(err)
	}
	if got := MeanAbsEval(net); math.Abs(got-200) > 1 {
		t.Errorf("mean |evaluation| %g, want 200", got)
	}
}

func TestPlotLoss(t *testing.T) {
	history := []Point{{1e6, 0.03, 0.031}, {2e6, 0.02, 0.022}, {3e6, 0.019, 0.021}}
	for format, begins := range map[string]string{"svg": "<?xml", "png": "\x89PNG"} {
		var b bytes.Buffer
		if err := PlotLoss(&b, history, format); err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(b.Bytes(), []byte(begins)) || b.Len() < 2000 {
			t.Errorf("%s: %d bytes that begin with %q", format, b.Len(), b.Bytes()[:8])
		}
	}
	if err := PlotLoss(&bytes.Buffer{}, nil, "svg"); err == nil {
		t.Error("a plot of nothing was drawn")
	}
	if err := PlotLoss(&limitedWriter{100}, history, "png"); err == nil {
		t.Error("a full disk went unnoticed")
	}
}

// TestFromNetwork: the shipped network, taken for a model and quantised again, is the same bit for
// bit, and training goes on from its file.
func TestFromNetwork(t *testing.T) {
	path := "../eval/nnue/net/default.nnue"
	m, err := ReadModel(path)
	if err != nil {
		t.Fatal(err)
	}
	want := nnue.Default().Raw()
	net, err := m.Quantise(want.Description)
	if err != nil {
		t.Fatal(err)
	}
	if got := net.Raw(); !reflect.DeepEqual(got, want) {
		t.Error("the shipped network differs after there and back")
	}
	r := testRecipe()
	r.Shape = m.Shape
	tr := newTrainer(t, r, &Dataset{Train: playedPositions(t, 9, 1000)})
	if err := tr.StartFrom(m); err != nil {
		t.Fatal(err)
	}
	steps(t, tr, 1)
}

func TestFromNetworkWithOtherKingBuckets(t *testing.T) {
	r := nnue.Raw{H: 32, KingBuckets: 3, OutputBuckets: 1, FTWeights: make([]int16, 3*768*32), FTBias: make([]int16, 32),
		OutBias: make([]int32, 1), OutWeights: make([]int16, 64)}
	for _, c := range []struct{ buckets, square, bucket int }{{3, 0, 2}, {2, 63, 1}, {2, 0, 1}} {
		r.KingBuckets, r.KingMap = c.buckets, [64]uint8{}
		r.KingMap[c.square] = uint8(c.bucket)
		r.FTWeights = make([]int16, c.buckets*768*32)
		net, err := nnue.FromRaw(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := FromNetwork(net); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}
