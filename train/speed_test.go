package train

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"sente/board"
	"sente/datagen"
)

// randomPositions returns positions of random pieces on random squares, from few to many. The score
// is the material on the board, and the result goes with it.
func randomPositions(seed uint64, n int) []datagen.Packed {
	rng := rand.New(rand.NewPCG(seed, 1))
	values := [6]int{100, 300, 320, 500, 900, 0}
	all := make([]datagen.Packed, n)
	for i := range all {
		k := &all[i]
		pieces := 4 + rng.IntN(29)
		var on [64]board.Piece
		var occupied board.Bitboard
		score := 0
		for p := range pieces {
			pc := board.NewPiece(board.Color(p&1), board.King)
			if p > 1 {
				kind := board.Pawn
				if rng.IntN(2) == 0 {
					kind = board.Kind(rng.IntN(5))
				}
				pc = board.NewPiece(board.Color(rng.IntN(2)), kind)
			}
			s := board.Square(rng.IntN(64))
			for occupied.Has(s) || pc.Kind() == board.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
				s = board.Square(rng.IntN(64))
			}
			occupied |= s.Bit()
			on[s] = pc
			score += values[pc.Kind()] * (1 - 2*int(pc.Color()))
		}
		binary.LittleEndian.PutUint64(k[0:], uint64(occupied))
		for j := 0; occupied != 0; j++ {
			k[8+j/2] |= byte(on[occupied.Pop()]) << (j % 2 * 4)
		}
		binary.LittleEndian.PutUint16(k[24:], uint16(int16(score)))
		switch {
		case score > 150:
			k[26] = 2
		case score > -150:
			k[26] = 1
		}
		k[27] = byte(rng.IntN(2))
		binary.LittleEndian.PutUint16(k[28:], uint16(rng.IntN(200)))
	}
	return all
}

// BenchmarkStep reports training speed in positions a second with one goroutine a processor.
func BenchmarkStep(b *testing.B) {
	d := dataOf(b, playedPositions(b, 1, 200_000), nil)
	for _, shape := range []Shape{
		{1, 64, standardKingMaps[1], false, 1}, {1, 256, standardKingMaps[1], false, 8},
		{1, 768, standardKingMaps[8], false, 8}, {3, 512, standardKingMaps[8], false, 8},
		{3, 768, standardKingMaps[8], false, 8}, {3, 1024, standardKingMaps[8], false, 8},
		{3, 1024, standardKingMaps[8], true, 8},
	} {
		name := fmt.Sprintf("L%dH%dK%c",
			shape.Layers, shape.Hidden, shape.KingMap[len(shape.KingMap)-1])
		if shape.Threats {
			name += "T"
		}
		b.Run(name, func(b *testing.B) {
			r := testRecipe()
			r.Shape, r.Batch, r.Positions, r.Superbatch = shape, 16384, 1<<30, 1<<30
			t, err := New(r, d, runtime.GOMAXPROCS(0))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, _, err := t.Step(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*r.Batch)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

// testRecipe is a valid recipe for small runs.
func testRecipe() Recipe {
	return Recipe{
		Shape: Shape{Layers: 1, Hidden: 32, KingMap: standardKingMaps[1], OutputBuckets: 1},
		Batch: 256, Positions: 4096, Superbatch: 2048,
		LR: 0.001, LREnd: 0.0001, LossExponent: 2, Scale: 200, Seed: 1, Pool: 4_000_000,
	}
}

// dataOf returns data of the given positions, valid as one set if there are any.
func dataOf(t testing.TB, train, valid []datagen.Packed) *Data {
	t.Helper()
	var sets []NamedFile
	if valid != nil {
		sets = append(sets, NamedFile{"valid", writePacked(t, valid)})
	}
	d, err := OpenData([]string{writePacked(t, train)}, sets, 0, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}
