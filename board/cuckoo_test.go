package board

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCanReach compares CanReach with playing every legal quiet piece move: what it says of a
// position that such a move leads to, and of the keys of the game.
func TestCanReach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var game []uint64
		playRandom(t, 60, func(p *Position, legal *MoveList) {
			reach := map[uint64]bool{}
			for _, m := range legal.Slice() {
				var next Position
				p.Make(m, &next)
				if m.IsNoisy() || m.IsPromotion() || m.IsCastle() || p.pieces[m.From()].Kind() == Pawn {
					continue
				}
				// Rights and en passant in the key are not the move's alone.
				reversible := next.castling == p.castling && p.ep == NoSquare
				if reversible && !p.CanReach(next.Key()) {
					t.Fatalf("%s: %v is not found", p.FEN(), m)
				}
				reach[next.Key()] = true
			}
			for _, key := range game {
				// A move that leaves the king in check is found too: so only one direction.
				if reach[key] && !p.CanReach(key) && p.ep == NoSquare {
					t.Fatalf("%s: a position of the game is in reach", p.FEN())
				}
				if p.CanReach(key) && !reach[key] && p.checkers == 0 && p.pinned == 0 && !kingMoves(p, key) {
					t.Fatalf("%s: no legal move leads to the position found", p.FEN())
				}
			}
			game = append(game, p.Key())
		})
	})
}

// kingMoves tells whether the move found for key is the king's, which may be illegal without a pin.
func kingMoves(p *Position, earlier uint64) bool {
	key := p.keys.Full ^ earlier
	i := cuckooSlot1(key)
	if cuckooKeys[i] != key {
		i = cuckooSlot2(key)
	}
	return p.pieces[cuckooMoves[i].From()].Kind() == King || p.pieces[cuckooMoves[i].To()].Kind() == King
}
