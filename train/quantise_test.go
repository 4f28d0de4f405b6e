package train

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"sente/datagen"
	"sente/eval/nnue"
)

func TestQuantisedNetworkIsCloseToFloat(t *testing.T) {
	for _, layers := range []int{1, 3} {
		for _, integer := range []int{0, 2048} {
			if layers == 3 || integer == 0 {
				t.Run(fmt.Sprint(layers, integer), func(t *testing.T) {
					testQuantised(t, layers, integer)
				})
			}
		}
	}
}

func testQuantised(t *testing.T, layers, integer int) {
	r := testRecipe()
	r.Layers, r.Hidden, r.OutputBuckets, r.Integer = layers, 64, 8, integer
	r.KingMap = standardKingMaps[8]
	tr := newTrainer(t, r, dataOf(t, mixedPositions(t, 1000), nil))
	steps(t, tr, -1)
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
	for _, most := range []int{0, -1} { // still means at least one
		if _, err := tr.Quantise("test", most); err != nil {
			t.Error(err)
		}
		if e := tr.QuantisationError(net, most); e.Positions < 1 {
			t.Errorf("at most %d positions: %+v", most, e)
		}
	}
	e := tr.QuantisationError(net, 500)
	t.Logf("%+v", e)
	if e.Positions < 200 || e.Mean > 3 || e.Max > 25 || e.Mean == 0 {
		t.Errorf("%+v, want 200 positions or more, a mean of at most 3 and a maximum of at most 25",
			e)
	}
	if e.Float <= 0 || e.Quantised > 1.01*e.Float || e.Quantised < 0.9*e.Float {
		t.Errorf("%+v: want a loss of the quantised network at most 1%% worse", e)
	}
	params := make([]float64, len(tr.Model.Params))
	for i, x := range tr.Model.Params {
		params[i] = float64(x)
	}
	// Compare with the float64 reference too, and not only with our own forward pass.
	for _, k := range mixedPositions(t, 100) {
		output, _ := reference(t, &r, params, &k, 0, nil)
		p := position(t, &k)
		if d := math.Abs(400*output - float64(net.Evaluate(&p))); d > 25 {
			t.Errorf("%s: quantised and reference are %.1f centipawns apart", p.FEN(), d)
		}
	}
}

func TestBiasTakesBackTheShiftOfRounding(t *testing.T) {
	for _, layers := range []int{1, 3} {
		r := testRecipe()
		r.Layers, r.Hidden, r.OutputBuckets = layers, 256, 8
		tr := newTrainer(t, r, dataOf(t, playedPositions(t, 9, 2000), nil))
		for b := range r.OutputBuckets {
			w := tr.Model.head(tr.Model.Params, b)
			if layers == 1 {
				for i := range 2 * r.Hidden {
					w[i] = 0.49 / nnue.QB // rounds to 0
				}
				continue
			}
			h := newHead3(w, r.Hidden)
			clear(h.w2)
			for k := range h.b2 {
				h.b2[k], h.w3[k] = 3, 0.49/nnue.L3Unit // this also rounds to 0; its inputs are 1
			}
			h.b3[0] = 0.3
		}
		mean := func(net *nnue.Network, err error) (sum float64) {
			if err != nil {
				t.Fatal(err)
			}
			n := 0.0
			tr.compare(net, 2000, func(_ *datagen.Packed, output float32, evaluation int) {
				sum += float64(evaluation) - nnue.Scale*float64(output)
				n++
			})
			return sum / n
		}
		plain, fitted := mean(tr.Model.Quantise("")), mean(tr.Quantise("", 2000))
		t.Logf("mean difference in centipawns: rounded %.2f, with the bias fitted %.2f",
			plain, fitted)
		// Evaluations are whole centipawns, truncated towards 0.
		if plain > -5 || math.Abs(fitted) > 1 {
			t.Errorf("mean difference: rounded %.2f, want less than -5; "+
				"with the bias fitted %.2f, want at most 1 either way", plain, fitted)
		}
	}
}

func TestExtremeWeightsStayInsideTheProof(t *testing.T) {
	for _, hidden := range []int{64, 256, 1024} {
		for _, layers := range []int{1, 3} {
			r := testRecipe()
			r.Layers, r.Hidden, r.OutputBuckets, r.LR = layers, hidden, 8, 1
			r.KingMap = standardKingMaps[2]
			positions := mixedPositions(t, 300)
			tr := newTrainer(t, r, dataOf(t, positions, nil))
			rng := rand.New(rand.NewPCG(1, 1))
			for i := range tr.Model.Params {
				tr.Model.Params[i] = float32(rng.NormFloat64() * 100)
			}
			var b batch
			b.fill(&tr.Model.layout, positions, func(*datagen.Packed) float64 { return 0.5 })
			tr.net = newNetwork(&tr.Model.layout, tr.Model.Params, false)
			tr.pass.learn(tr.crew, tr.net, &b, newLoss(&r))
			tr.update(&b) // this clips
			for row := range tr.Model.rows {
				for i := range hidden {
					if w := tr.Model.effective(row, i); !(w >= -1.99 && w <= 1.99) {
						t.Fatalf("%d layers, hidden %d: row %d sees a weight of %v",
							layers, hidden, row, w)
					}
				}
			}
			if _, err := tr.Model.Quantise(""); err != nil {
				t.Errorf("%d layers, hidden %d: %v", layers, hidden, err)
			}
		}
	}
}

func TestMeanAbsEvalFollowsTheNetwork(t *testing.T) {
	m := newZeroModel(testRecipe().Shape)
	m.head(m.Params, 0)[2*m.Hidden] = 0.5 // 200 centipawns whatever the position
	net, err := m.Quantise("")
	if err != nil {
		t.Fatal(err)
	}
	if got := MeanAbsEval(net); math.Abs(got-200) > 1 {
		t.Errorf("mean |evaluation| %g, want 200", got)
	}
}

func TestPlotLoss(t *testing.T) {
	history := []Point{{1e6, 0.03, []float64{0.031, 0.04}}, {2e6, 0.02, []float64{0.022, 0.03}},
		{3e6, 0.019, []float64{0.021, 0.025}}}
	names := []string{"tree", "games"}
	for format, begins := range map[string]string{"svg": "<?xml", "png": "\x89PNG"} {
		var b bytes.Buffer
		if err := PlotLoss(&b, history, names, format); err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(b.Bytes(), []byte(begins)) || b.Len() < 2000 {
			t.Errorf("%s: %d bytes that begin with %q", format, b.Len(), b.Bytes()[:8])
		}
	}
	if err := PlotLoss(&bytes.Buffer{}, nil, names, "svg"); err == nil {
		t.Error("a plot of nothing was drawn")
	}
	if err := PlotLoss(&limitedWriter{100}, history, names, "png"); err == nil {
		t.Error("a full disk went unnoticed")
	}
}

// TestFromNetwork: the shipped network, read as a model and quantised again, is the same bit for
// bit. Training can start from its file.
func TestFromNetwork(t *testing.T) {
	m, _, err := ReadModel("../eval/nnue/net/default.nnue")
	if err != nil {
		t.Fatal(err)
	}
	testThereAndBack(t, nnue.Default(), m)
	r := testRecipe()
	r.Shape = m.Shape
	tr := newTrainer(t, r, dataOf(t, playedPositions(t, 9, 1000), nil))
	if err := tr.StartFrom(m); err != nil {
		t.Fatal(err)
	}
	steps(t, tr, 1)
}

// TestIntegerStageHasTheEnginesWeights: the last stage of training does not change the shipped
// network's later weights, because they are whole units of the engine's already.
func TestIntegerStageHasTheEnginesWeights(t *testing.T) {
	m, err := FromNetwork(nnue.Default())
	if err != nil {
		t.Fatal(err)
	}
	for b := range m.OutputBuckets {
		var loaded head3Net
		params := m.head(m.Params, b)
		loaded.load(params, m.Hidden, true)
		engine := newHead3(params, m.Hidden)
		check := func(layer string, got, want []float32, unit func(i int) float64) {
			for i, w := range got {
				units := float64(w) * unit(i)
				d := math.Abs(units - math.Round(units))
				if d > 0.01 || math.Abs(float64(w-want[i])) > 1e-6 {
					t.Fatalf("bucket %d, layer %s: weight %d is %v, %.3f units; the engine has %v",
						b, layer, i, w, units, want[i])
				}
			}
		}
		check("1", loaded.w1, engine.w1, func(int) float64 { return nnue.L1Unit })
		check("2", loaded.w2, engine.w2, func(i int) float64 { return unit2(i / nnue.L2Out) })
		check("3", loaded.w3, engine.w3, func(int) float64 { return unit3 })
	}
}

// TestIntegerStageSaturatesAsTheEngine: the floor is subtracted before a sum is clamped, as in the
// engine. So a clamped sum loses nothing.
func TestIntegerStageSaturatesAsTheEngine(t *testing.T) {
	const hidden = 64
	params := make([]float32, head3Len(hidden))
	h := newHead3(params, hidden)
	h.b1[0], h.b1[1] = 3, -3
	var n head3Net
	n.load(params, hidden, true)
	var acc accumulators
	acc.resize(hidden/lanes, 2)
	k := newBlock(hidden)
	k.forward(&n, &acc, [][2]int32{{0, 1}}, make([]float32, 1))
	for i, want := range map[int]float32{
		0: 1, nnue.L1Out: 1 - squareFloor, 1: 0, nnue.L1Out + 1: 1 - squareFloor,
	} {
		if got := k.h[i]; math.Abs(float64(got-want)) > 1e-6 {
			t.Errorf("input %d of the second layer is %v, want %v", i, got, want)
		}
	}
}

// TestIntegerStageClipsAsTheEngine: a weight at the clip has the same size in the last stage of
// training as in the engine's network.
func TestIntegerStageClipsAsTheEngine(t *testing.T) {
	m := newModel(Shape{3, 64, standardKingMaps[1], true, 1}, 1)
	for i := range m.Params[:m.inputRows*lanes] {
		m.Params[i] = weightClip
	}
	net, err := m.Quantise("")
	if err != nil {
		t.Fatal(err)
	}
	trained := newNetwork(&m.layout, m.Params, true).rowsOf(0)[0]
	const finer = accUnit / nnue.QA // units of training in one unit of the network
	if got, want := trained/finer, net.Raw().FTWeights[0]; got != want || want != maxInput {
		t.Errorf("a weight of %v is %d in training, %d in the network", weightClip, got, want)
	}
}

// testThereAndBack fails unless m, which was made from n, gives n again when it is quantised.
func testThereAndBack(t *testing.T, n *nnue.Network, m Model) {
	t.Helper()
	want := n.Raw()
	net, err := m.Quantise(want.Description)
	if err != nil {
		t.Fatal(err)
	}
	if got := net.Raw(); !reflect.DeepEqual(got, want) {
		t.Error("the network differs after there and back")
	}
}

// TestFromNetworkOfThreeLayers: the same with a factoriser, and with king buckets and layers of our
// own.
func TestFromNetworkOfThreeLayers(t *testing.T) {
	for _, threats := range []bool{false, true} {
		testFromNetwork(t, Shape{3, 128, "0011/2233/4444/4444/4444/4444/4444/4444", threats, 8})
	}
}

func testFromNetwork(t *testing.T, s Shape) {
	m := newModel(s, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range m.Params {
		m.Params[i] = float32(rng.NormFloat64() * 0.5)
	}
	newNetwork(&m.layout, m.Params, false) // this clips
	n, err := m.Quantise("three layers")
	if err != nil {
		t.Fatal(err)
	}
	back, err := FromNetwork(n)
	if err != nil {
		t.Fatal(err)
	}
	if back.Shape != s {
		t.Errorf("shape %+v, want %+v", back.Shape, s)
	}
	testThereAndBack(t, n, back)
}

// TestFromNetworkRefusesWhatTrainingClips: a weight that the trainer would clip is an error.
func TestFromNetworkRefusesWhatTrainingClips(t *testing.T) {
	m := newModel(Shape{3, 64, standardKingMaps[2], true, 2}, 1)
	for _, tc := range []struct {
		set  func(r *nnue.Raw)
		want string // "": accepted
	}{
		{func(r *nnue.Raw) { r.FTWeights[5] = -504 }, ""},
		{func(r *nnue.Raw) { r.FTWeights[5] = -505 },
			"accumulator weight is ±505; training holds at most 504"},
		{func(r *nnue.Raw) { r.FTBias[5] = 600 },
			"accumulator bias is ±600; training holds at most 504"},
		{func(r *nnue.Raw) { r.L1Weights[5] = -127 }, ""},
		{func(r *nnue.Raw) { r.L1Bias[5] = 130049 },
			"first layer bias is ±130049; training holds at most 130048"},
		{func(r *nnue.Raw) { r.L2Weights[5] = 4055 }, ""},
		{func(r *nnue.Raw) { r.L2Weights[5] = 4056 },
			"second layer weight is ±4056; training holds at most 4055"},
		{func(r *nnue.Raw) { r.L2Weights[nnue.L1Out] = 4087 }, ""},
		{func(r *nnue.Raw) { r.L2Weights[nnue.L1Out] = -4088 },
			"second layer weight is ±4088; training holds at most 4087"},
		{func(r *nnue.Raw) { r.L3Weights[nnue.L2Out] = 16384 },
			"third layer weight is ±16384; training holds at most 16383"},
	} {
		n, err := m.Quantise("")
		if err != nil {
			t.Fatal(err)
		}
		r := n.Raw()
		tc.set(&r)
		if n, err = nnue.FromRaw(r); err != nil {
			t.Fatal(err)
		}
		got := ""
		if _, err := FromNetwork(n); err != nil {
			got = strings.TrimPrefix(err.Error(), "the largest ")
		}
		if got != tc.want {
			t.Errorf("error %q, want %q", got, tc.want)
		}
	}
}

func TestFromNetworkWithOtherKingBuckets(t *testing.T) {
	r := nnue.Raw{H: 32, Version: nnue.SingleLayer, OutputBuckets: 1, FTBias: make([]int16, 32),
		OutBias: make([]int32, 1), OutWeights: make([]int16, 64)}
	for _, c := range []struct {
		buckets int
		squares []int // in bucket 1
		fine    bool
	}{
		{3, []int{0, 7}, false}, // bucket 2 has no square
		{2, []int{63}, false},   // not mirrored
		{2, []int{56, 63}, true},
	} {
		r.KingBuckets, r.KingMap = c.buckets, [64]uint8{}
		for _, s := range c.squares {
			r.KingMap[s] = 1
		}
		r.FTWeights = make([]int16, c.buckets*768*32)
		net, err := nnue.FromRaw(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := FromNetwork(net); (err == nil) != c.fine {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
