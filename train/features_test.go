package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sente/board"
	"sente/datagen"
	"sente/eval/nnue"
)

// playedPositions returns positions from random games.
func playedPositions(t testing.TB, seed uint64, n int) []datagen.Packed {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 2))
	var all []datagen.Packed
	p := board.Start()
	for len(all) < n {
		var l board.MoveList
		p.Legal(&l)
		if l.N == 0 || p.HalfmoveClock() > 60 {
			p = board.Start()
			continue
		}
		var next board.Position
		p.Make(l.Moves[rng.IntN(l.N)], &next)
		p = next
		all = append(all, datagen.Pack(&p, rng.IntN(2000)-1000, datagen.Result(rng.IntN(3)), 0))
	}
	return all
}

// position unpacks k or fails the test.
func position(t testing.TB, k *datagen.Packed) board.Position {
	t.Helper()
	p, err := k.Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// featureIndexes returns what package nnue says the features of side c are, sorted.
func featureIndexes(p *board.Position, s Shape, c board.Color) []int {
	kings := kingMaps[s.KingBuckets]
	var want []int
	for occupied := p.Occupied(); occupied != 0; {
		square := occupied.Pop()
		want = append(want, nnue.Feature(&kings, c, p.King(c), p.PieceOn(square), square))
	}
	slices.Sort(want)
	return want
}

func TestFeaturesAgreeWithInference(t *testing.T) {
	positions := playedPositions(t, 1, 2000)
	for buckets := range kingMaps {
		s := Shape{Hidden: 32, KingBuckets: buckets, OutputBuckets: 8}
		table, f := newFeatureTable(s), new(features)
		for i := range positions {
			p := position(t, &positions[i])
			table.extract(f, &positions[i])
			for side := range 2 {
				c := p.SideToMove()
				if side == 1 {
					c = c.Other()
				}
				rows := f.rows[side][:f.count]
				if got := int(rows[f.count-1]); got != s.biasRow()*s.Hidden {
					t.Fatalf("last row begins at %d, want the bias at %d", got, s.biasRow()*s.Hidden)
				}
				var got []int
				for _, r := range rows[:f.count-1] {
					got = append(got, int(r)/s.Hidden)
				}
				slices.Sort(got)
				if want := featureIndexes(&p, s, c); !slices.Equal(got, want) {
					t.Fatalf("%d king buckets, %s, side %d: features %v, want %v", buckets, p.FEN(), side, got, want)
				}
			}
			if want := nnue.OutputBucket(p.Occupied().Count(), 8); f.bucket != want {
				t.Fatalf("%s: output bucket %d, want %d", p.FEN(), f.bucket, want)
			}
		}
	}
}

func TestFeaturesStayInsideTheModelForAnyCheckedBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	table, f := newFeatureTable(Shape{Hidden: 32, KingBuckets: 8, OutputBuckets: 8}), new(features)
	checked := 0
	for _, k := range randomPositions(4, 20000) {
		for range 3 { // damage it
			k[rng.IntN(len(k))] = byte(rng.Uint32())
		}
		if k.Check() != nil {
			continue
		}
		checked++
		table.extract(f, &k)
		for side := range 2 {
			for _, r := range f.rows[side][:f.count] {
				if r < 0 || int(r)+32 > table.shape.rowsLen() {
					t.Fatalf("% x: row at %d of %d", k, r, table.shape.rowsLen())
				}
			}
		}
	}
	if checked < 100 {
		t.Fatalf("only %d damaged positions passed the check", checked)
	}
}

// reference is the network's output and the loss of one position in float64, from the board and
// from package nnue's features: an independent second way.
func reference(t testing.TB, s Shape, params []float64, k *datagen.Packed, wdl, scale float64) (output, loss float64) {
	p := position(t, k)
	at := s.rowsLen() + nnue.OutputBucket(p.Occupied().Count(), s.OutputBuckets)*2*s.Hidden
	output = params[s.rowsLen()+s.OutputBuckets*2*s.Hidden+nnue.OutputBucket(p.Occupied().Count(), s.OutputBuckets)]
	for side := range 2 {
		c := p.SideToMove()
		if side == 1 {
			c = c.Other()
		}
		indexes := append(featureIndexes(&p, s, c), s.biasRow())
		for i := range s.Hidden {
			var sum float64
			for _, f := range indexes {
				sum += params[f*s.Hidden+i]
			}
			x := min(max(sum, 0), 1)
			output += x * x * params[at+side*s.Hidden+i]
		}
	}
	score, result := float64(k.Score()), float64(k.Result())/2
	if p.SideToMove() == board.Black {
		score, result = -score, 1-result
	}
	want := wdl*result + (1-wdl)/(1+math.Exp(-score/scale))
	e := 1/(1+math.Exp(-400*output/scale)) - want
	return output, e * e
}

func TestGradientsEqualFiniteDifferences(t *testing.T) {
	const wdl = 0.3
	r := testRecipe()
	r.KingBuckets, r.OutputBuckets, r.Threads = 4, 8, 1
	positions := playedPositions(t, 3, 12)
	for i := range positions { // so that more than the last output bucket is seen
		if i%2 == 0 {
			positions[i] = randomPositions(uint64(i), 1)[0]
			for try := uint64(100); ; try++ {
				if _, err := positions[i].Position(); err == nil {
					break
				}
				positions[i] = randomPositions(uint64(i)+try, 1)[0]
			}
		}
	}
	tr, err := New(r, &Dataset{Train: positions})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	params := make([]float64, len(tr.Model.Params))
	for i := range params { // large enough that some activations are clipped at either end
		tr.Model.Params[i] = float32(rng.NormFloat64() * 0.15)
		params[i] = float64(tr.Model.Params[i])
	}
	w := tr.workers[0]
	total := func() (loss float64) {
		for i := range positions {
			_, l := reference(t, r.Shape, params, &positions[i], wdl, r.Scale)
			loss += l
		}
		return loss
	}
	var loss float64
	for i := range positions {
		loss += tr.learn(w, &positions[i], wdl)
	}
	if want := total(); math.Abs(loss-want) > 1e-4*want {
		t.Fatalf("loss %v, want %v", loss, want)
	}
	largest := 0.0
	for _, g := range w.grad.Params {
		largest = max(largest, math.Abs(float64(g)))
	}
	nonzero := 0
	check := func(i int) {
		const step = 1e-5
		x := params[i]
		params[i] = x + step
		up := total()
		params[i] = x - step
		down := total()
		params[i] = x
		got, want := float64(w.grad.Params[i]), (up-down)/(2*step)
		if math.Abs(got-want) > 1e-4*largest {
			t.Errorf("derivative by parameter %d is %g, want %g", i, got, want)
		}
		if want != 0 {
			nonzero++
		}
	}
	f := new(features)
	tr.table.extract(f, &positions[1])
	for range 150 {
		check(int(f.rows[rng.IntN(2)][rng.IntN(f.count)]) + rng.IntN(r.Hidden))
		check(r.rowsLen() + rng.IntN(r.OutputBuckets*2*r.Hidden))
	}
	for i := range r.OutputBuckets {
		check(r.paramsLen() - biasPadding + i)
	}
	if nonzero < 100 {
		t.Errorf("only %d derivatives are not zero", nonzero)
	}
}
