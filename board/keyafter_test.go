package board

import (
	"math/rand/v2"
	"testing"
)

func TestKeyAfter(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	moves, enPassant := 0, 0
	for range 300 {
		p := Start()
		for range 100 {
			var l MoveList
			p.Legal(&l)
			if l.N == 0 {
				break
			}
			var next Position
			for _, m := range l.Slice() {
				p.Make(m, &next)
				if m.IsCastle() || m.IsPromotion() || p.castling != next.castling ||
					next.ep != NoSquare {
					continue
				}
				if got := p.KeyAfter(m); got != next.Key() {
					t.Fatalf("%s: KeyAfter(%v) = %x, want %x", p.FEN(), m, got, next.Key())
				}
				moves++
				if m.IsEnPassant() {
					enPassant++
				}
			}
			m := l.Moves[rng.IntN(l.N)]
			p.Make(m, &next)
			p = next
		}
	}
	if moves < 100_000 || enPassant == 0 {
		t.Errorf("only %d moves were compared, %d of them en passant", moves, enPassant)
	}
}
