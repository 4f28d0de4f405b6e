package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sente/board"
	"sente/datagen"
	"sente/eval/nnue"
	"sente/internal/boardtest"
)

// playedPositions returns positions from random games.
func playedPositions(t testing.TB, seed uint64, n int) []datagen.Packed {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 2))
	var all []datagen.Packed
	boardtest.Wander(rng, n, func(p *board.Position) {
		all = append(all, datagen.Pack(p, rng.IntN(2000)-1000, datagen.Result(rng.IntN(3))))
	})
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

// featureIndexes returns the features of side c according to package nnue, sorted.
func featureIndexes(p *board.Position, s Shape, c board.Color) []int {
	kings, buckets, err := ParseKingMap(s.KingMap)
	if err != nil {
		panic(err)
	}
	var want []int
	for occupied := p.Occupied(); occupied != 0; {
		square := occupied.Pop()
		f := nnue.Feature(&kings, c, p.King(c), p.PieceOn(square), square)
		want = append(want, f)
		if kind := boardtest.Threat(p, square); s.Threats && kind >= 0 {
			want = append(want, (buckets+kind)*nnue.FeaturesPerBucket+f%nnue.FeaturesPerBucket)
		}
	}
	slices.Sort(want)
	return want
}

func TestFeaturesAgreeWithInference(t *testing.T) {
	positions := playedPositions(t, 1, 2000)
	maps := []string{"0123/4567/89ab/cdef/ghij/klmn/opqr/stuv"}
	for _, m := range standardKingMaps {
		maps = append(maps, m)
	}
	for i, kings := range append(maps, maps...) {
		s := Shape{Layers: 1, Hidden: 32, KingMap: kings, OutputBuckets: 8}
		if i >= len(maps) {
			s.Layers, s.Hidden, s.Threats = 3, 64, true
		}
		l, f := newLayout(s), new(features)
		for i := range positions {
			p := position(t, &positions[i])
			l.extract(f, &positions[i])
			for side := range 2 {
				c := p.SideToMove()
				if side == 1 {
					c = c.Other()
				}
				var got []int
				for _, r := range f.rows[side][:f.active] {
					got = append(got, int(r))
				}
				slices.Sort(got)
				if want := featureIndexes(&p, s, c); !slices.Equal(got, want) {
					t.Fatalf("%s, %s, side %d: features %v, want %v",
						kings, p.FEN(), side, got, want)
				}
				if want := got[0] / nnue.FeaturesPerBucket; int(f.kingBucket[side]) != want {
					t.Fatalf("%s, %s, side %d: king bucket %d, want %d",
						kings, p.FEN(), side, f.kingBucket[side], want)
				}
			}
		}
	}
}

func TestFeaturesStayInsideTheModelForAnyCheckedBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	l, f := newLayout(Shape{Layers: 3, Hidden: 64, KingMap: standardKingMaps[8], Threats: true,
		OutputBuckets: 8}), new(features)
	checked := 0
	for _, k := range randomPositions(4, 20000) {
		for range 3 { // damage it
			k[rng.IntN(len(k))] = byte(rng.Uint32())
		}
		if k.Check() != nil {
			continue
		}
		checked++
		l.extract(f, &k)
		for side := range 2 {
			for _, r := range f.rows[side][:f.active] {
				if int(r) >= l.inputRows {
					t.Fatalf("% x: row %d of %d", k, r, l.inputRows)
				}
			}
		}
	}
	if checked < 100 {
		t.Fatalf("only %d damaged positions passed the check", checked)
	}
}

// TestKingShares compares with a count of the kings of both sides on the board. It also looks at a
// bucket that no view falls into.
func TestKingShares(t *testing.T) {
	positions := playedPositions(t, 4, 5000)
	d := dataOf(t, positions, nil)
	s := testRecipe().Shape
	s.KingMap = standardKingMaps[8]
	kings, n, err := ParseKingMap(s.KingMap)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]float64, n)
	for i := range positions {
		p := position(t, &positions[i])
		white, black := p.King(board.White), p.King(board.Black)
		want[kings[white]] += 0.5 / 5000
		want[kings[black^56]] += 0.5 / 5000
	}
	got := d.KingShares(s)
	for b, share := range want {
		if math.Abs(got[b]-share) > 1e-9 {
			t.Errorf("bucket %d: %.4f, want %.4f", b, got[b], share)
		}
	}
	s.KingMap = "0000/0000/0000/0000/0000/0000/0000/0001"
	if rare := d.KingShares(s)[1]; rare > 0.04 {
		t.Errorf("kings on d8 and e8 have a share of %.4f", rare)
	}
}
