package board

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCanReach plays every legal quiet piece move and compares. canReach must find the position
// after each of them. Of the game's earlier positions it must find exactly those in reach.
func TestCanReach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var game []uint64
		playRandom(t, 60, func(p *Position, legal *MoveList) {
			reach := map[uint64]bool{}
			for _, m := range legal.Slice() {
				next := p.After(m)
				if m.IsNoisy() || m.IsPromotion() || m.IsCastle() ||
					p.pieces[m.From()].Kind() == Pawn {
					continue
				}
				// The key changes by more than the move if castling rights or en passant change.
				reversible := next.castling == p.castling && p.ep == NoSquare
				if reversible && !p.canReach(next.Key()) {
					t.Fatalf("%s: %v is not found", p.FEN(), m)
				}
				reach[next.Key()] = true
			}
			for _, key := range game {
				if reach[key] && !p.canReach(key) && p.ep == NoSquare {
					t.Fatalf("%s: a position of the game is in reach", p.FEN())
				}
				if p.canReach(key) && !reach[key] {
					t.Fatalf("%s: no legal move leads to the position found", p.FEN())
				}
			}
			game = append(game, p.Key())
		})
	})
}

// TestCanRepeat compares CanRepeat with a call of canReach for every earlier position. With only
// kings and a rook, positions often come back.
func TestCanRepeat(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		p, err := ParseFEN("k7/8/8/8/8/8/8/K6R w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		var keys []uint64
		for range 40 {
			keys = append(keys, p.Key())
			want := false
			for i := len(keys) - 4; i >= 0; i -= 2 {
				want = want || p.canReach(keys[i])
			}
			if want {
				found++
			}
			if got := p.CanRepeat(keys); got != want {
				t.Fatalf("%s after %d plies: CanRepeat %v, want %v",
					p.FEN(), len(keys)-1, got, want)
			}
			var legal MoveList
			p.Legal(&legal)
			if legal.N == 0 {
				return
			}
			p = p.After(legal.Moves[rapid.IntRange(0, legal.N-1).Draw(t, "move")])
		}
	})
	if found == 0 {
		t.Error("no position could be met again")
	}
}

// TestCanReachNotThroughMen: a slider does not reach what stands behind another man.
func TestCanReachNotThroughMen(t *testing.T) {
	for _, tc := range []struct {
		now, earlier string
		want         bool
	}{
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/R7/8/4K3 b - - 0 1", true},
		{"4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "4k3/8/8/8/8/R7/P7/4K3 b - - 0 1", false},
		{"b3k3/8/8/3p4/8/8/8/4K3 b - - 0 1", "4k3/8/8/3p4/8/8/8/4K2b w - - 0 1", false},
	} {
		now, earlier := mustParse(t, tc.now), mustParse(t, tc.earlier)
		if got := now.canReach(earlier.Key()); got != tc.want {
			t.Errorf("%s can reach %s: %t", tc.now, tc.earlier, got)
		}
	}
}
