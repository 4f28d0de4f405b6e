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

// randomPositions returns positions of random pieces on random squares, few to many, with a score of
// the material on the board and the result that goes with it.
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
	d := &Dataset{Train: randomPositions(1, 1_000_000)}
	for _, hidden := range []int{32, 64, 128, 256, 512} {
		b.Run(fmt.Sprint("H", hidden), func(b *testing.B) {
			r := testRecipe()
			r.Hidden, r.Batch, r.Positions, r.Superbatch, r.Threads = hidden, 16384, 1<<30, 1<<30, runtime.GOMAXPROCS(0)
			t, err := New(r, d)
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
		Shape: Shape{Hidden: 32, KingBuckets: 1, OutputBuckets: 1},
		Batch: 256, Positions: 4096, Superbatch: 2048,
		LR: 0.001, LREnd: 0.0001, Scale: 200, Threads: 2, Seed: 1,
	}
}
