package board

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// starts are the positions from which the random games of the property tests begin: chess,
// Chess960, and corner cases.
var starts = []string{
	StartFEN,
	kiwipete,
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
	"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
	"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
	"8/P1k5/8/2pP4/8/8/1p3K2/8 w - c6 0 1",
	"k7/8/8/3pP3/8/8/8/K6r w - d6 0 2",
}

// playRandom plays up to n random moves from one of starts, and calls each with every position
// that has a legal move.
func playRandom(t *rapid.T, n int, each func(p *Position, legal *MoveList)) {
	p, err := ParseFEN(rapid.SampledFrom(starts).Draw(t, "start"))
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		var legal MoveList
		p.Legal(&legal)
		if legal.N == 0 {
			return
		}
		each(&p, &legal)
		p = p.After(legal.Moves[rapid.IntRange(0, legal.N-1).Draw(t, "move")])
	}
}

// TestGeneratorsAgree: Noisy and Quiets together list every legal move exactly once.
func TestGeneratorsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		playRandom(t, 60, func(p *Position, legal *MoveList) {
			if n := p.CountLegal(); n != legal.N {
				t.Fatalf("%s: Legal %d, CountLegal %d", p.FEN(), legal.N, n)
			}
			var noisy, quiets MoveList
			p.Noisy(&noisy)
			p.Quiets(&quiets)
			for _, m := range noisy.Slice() {
				if !m.IsNoisy() {
					t.Fatalf("%s: Noisy lists %v", p.FEN(), m)
				}
			}
			for _, m := range quiets.Slice() {
				if m.IsNoisy() {
					t.Fatalf("%s: Quiets lists %v", p.FEN(), m)
				}
			}
			want := slices.Sorted(slices.Values(legal.Slice()))
			got := slices.Sorted(slices.Values(slices.Concat(noisy.Slice(), quiets.Slice())))
			if !slices.Equal(got, want) {
				t.Fatalf("%s: Noisy and Quiets list %v, Legal %v", p.FEN(), got, want)
			}
			if once := slices.Compact(want); len(once) != legal.N {
				t.Fatalf("%s: Legal lists a move twice: %v", p.FEN(), legal.Slice())
			}
		})
	})
}

func TestIsLegalKnowsEveryMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 0
		playRandom(t, 40, func(p *Position, legal *MoveList) {
			if n++; n%20 != 0 {
				return
			}
			for m := range 1 << 16 {
				if got, want := p.IsLegal(Move(m)), legal.Contains(Move(m)); got != want {
					t.Fatalf("%s: IsLegal(%v, flag %d) = %v, want %v",
						p.FEN(), Move(m), Move(m).Flag(), got, want)
				}
			}
		})
	})
}

func TestMoveTextsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		playRandom(t, 40, func(p *Position, legal *MoveList) {
			for _, m := range legal.Slice() {
				if got, err := p.ParseMove(m.UCI(true)); err != nil || got != m {
					t.Fatalf("%s: ParseMove(%q) = %v, %v", p.FEN(), m.UCI(true), got, err)
				}
				if got, err := p.ParseSAN(p.SAN(m)); err != nil || got != m {
					t.Fatalf("%s: ParseSAN(%q) = %v, %v, want %v", p.FEN(), p.SAN(m), got, err, m)
				}
			}
		})
	})
}

func TestMakeKeepsEverythingUpToDate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		playRandom(t, 60, func(p *Position, legal *MoveList) {
			m := legal.Moves[rapid.IntRange(0, legal.N-1).Draw(t, "checked move")]
			var next Position
			p.Make(m, &next)
			if got := p.GivesCheck(m); got != next.InCheck() {
				t.Fatalf("%s: GivesCheck(%v) = %v", p.FEN(), m, got)
			}
			checkChecks(t, p, legal)
			scratch, err := ParseFEN(next.ShredderFEN())
			if err != nil {
				t.Fatalf("%s after %v: %v", p.FEN(), m, err)
			}
			checkDelta(t, p, &next)
			scratch.delta = next.delta
			for i := range scratch.rooks { // meaningless without the right
				if next.castling>>i&1 == 0 {
					scratch.rooks[i], next.rooks[i] = 0, 0
				}
			}
			if scratch != next {
				t.Fatalf("%s after %v:\nMake  %+v\nfresh %+v", p.FEN(), m, next, scratch)
			}
		})
	})
}

// checkChecks compares what Checks say about all legal moves of p with GivesCheck.
func checkChecks(t *rapid.T, p *Position, legal *MoveList) {
	c := Checks{blockers: ^Bitboard(0)} // as if left by an earlier position
	c.Set(p)
	for _, m := range legal.Slice() {
		if got := c.Given(p, m); got != p.GivesCheck(m) {
			t.Fatalf("%s: Given(%v) = %v", p.FEN(), m, got)
		}
	}
}

// checkDelta applies the delta of next to p's men and expects next's.
func checkDelta(t *rapid.T, p, next *Position) {
	men := p.pieces
	d := next.Delta()
	for _, x := range d.Sub[:d.Subs] {
		if men[x.Square] != x.Piece {
			t.Fatalf("%s: delta takes %v from %v", p.FEN(), x.Piece, x.Square)
		}
		men[x.Square] = NoPiece
	}
	for _, x := range d.Add[:d.Adds] {
		men[x.Square] = x.Piece
	}
	if men != next.pieces {
		t.Fatalf("%s to %s: delta %+v", p.FEN(), next.FEN(), *d)
	}
}

func TestNullMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		playRandom(t, 40, func(p *Position, _ *MoveList) {
			if p.InCheck() {
				return
			}
			var next Position
			p.MakeNull(&next)
			want := *p
			want.delta.Adds, want.delta.Subs = 0, 0
			want.side, want.ep = p.side.Other(), NoSquare
			want.halfmove++
			if p.side == Black {
				want.fullmove++
			}
			want.keys = want.keysFromScratch()
			want.setChecks()
			if next != want {
				t.Fatalf("null move from %s:\n%+v, want\n%+v", p.FEN(), next, want)
			}
		})
	})
}

// TestMagicsEqualRays compares magics with rays, for every square and every set of men that
// matters. The squares that do not matter are once all empty and once all occupied.
func TestMagicsEqualRays(t *testing.T) {
	for _, slider := range []struct {
		name    string
		magics  *[64]magic
		attacks func(Square, Bitboard) Bitboard
		dirs    [4]direction
	}{
		{"bishop", &bishopMagics, BishopAttacks, bishopDirections},
		{"rook", &rookMagics, RookAttacks, rookDirections},
	} {
		for s := A1; s < NoSquare; s++ {
			mask := slider.magics[s].mask
			for occ := mask; ; occ = (occ - 1) & mask {
				var want Bitboard
				for _, d := range slider.dirs {
					want |= ray(s, d, occ)
				}
				if slider.attacks(s, occ) != want || slider.attacks(s, occ|^mask) != want {
					t.Fatalf("%s on %v with %x", slider.name, s, occ)
				}
				if occ == 0 {
					break
				}
			}
		}
	}
}

func TestThreats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		playRandom(t, 40, func(p *Position, _ *MoveList) {
			var want Bitboard
			for s := A1; s < NoSquare; s++ {
				if p.attacked(p.side.Other(), s, p.Occupied()) {
					want |= s.Bit()
				}
			}
			if got := p.Threats(); got != want {
				t.Fatalf("%s: Threats %x, want %x", p.FEN(), got, want)
			}
		})
	})
}

func TestInsufficientMaterial(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":       true,
		"4k3/8/8/8/8/8/8/4KN2 w - - 0 1":      true,
		"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1":     false,
		"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1":    true,  // same colour
		"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1":   false, // opposite colours
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":     false,
		"4k3/8/8/8/8/8/8/4K2R w - - 0 1":      false,
		"4kn2/8/8/8/8/8/8/2B1K3 w - - 0 1":    false, // a helpmate exists
		"4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1":    true,
		"4k3/1b6/8/8/8/8/8/B1B1K3 w - - 0 1":  false,
		"4k1b1/8/8/8/8/8/8/B1B1K3 b - - 0 1":  false,
		"4k2b/8/8/8/8/8/8/B1B1K3 b - - 50 80": true,
	} {
		p := mustParse(t, fen)
		if got := p.InsufficientMaterial(); got != want {
			t.Errorf("%s: InsufficientMaterial = %v", fen, got)
		}
	}
}

func TestIsCheckmate(t *testing.T) {
	for _, tc := range []struct {
		name, fen string
		want      bool
	}{
		{"mate", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", true},
		{"mate after the fifty moves", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80", true},
		{"the king has a square", "R5k1/5pp1/8/8/8/8/8/4K3 b - - 0 1", false},
		{"a man can step between", "R5k1/4nppp/8/8/8/8/8/4K3 b - - 0 1", false},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false},
		{"no check", StartFEN, false},
	} {
		p := mustParse(t, tc.fen)
		if got := p.IsCheckmate(); got != tc.want {
			t.Errorf("%s: IsCheckmate = %t", tc.name, got)
		}
	}
}

func TestRulesDoNotAllocate(t *testing.T) {
	p := mustParse(t, kiwipete)
	var next Position
	var list MoveList
	if n := testing.AllocsPerRun(100, func() {
		list.Clear()
		p.Legal(&list)
		for _, m := range list.Slice() {
			if p.IsLegal(m) && !p.GivesCheck(m) {
				p.Make(m, &next)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestEnPassantByOneOfTwoPawns: two pawns stand beside the pawn that moved two squares. One of them
// is pinned to its king, so only the other may capture.
func TestEnPassantByOneOfTwoPawns(t *testing.T) {
	for _, tc := range []struct{ fen, push, want string }{
		{"3r3k/4p3/8/3P1P2/8/8/8/3K4 b - - 0 1", "e7e5", "f5e6"},
		{"5r1k/4p3/8/3P1P2/8/8/8/5K2 b - - 0 1", "e7e5", "d5e6"},
		{"3k4/8/8/8/3p1p2/8/4P3/3R3K w - - 0 1", "e2e4", "f4e3"},
		{"5k2/8/8/8/3p1p2/8/4P3/5R1K w - - 0 1", "e2e4", "d4e3"},
	} {
		before := mustParse(t, tc.fen)
		m, err := before.ParseMove(tc.push)
		if err != nil {
			t.Fatal(err)
		}
		p := before.After(m)
		var list MoveList
		p.Legal(&list)
		var got []string
		for _, m := range list.Slice() {
			if m.IsEnPassant() {
				got = append(got, m.String())
			}
		}
		if len(got) != 1 || got[0] != tc.want || p.EnPassant() == NoSquare ||
			p.CountLegal() != list.N {
			t.Errorf("%s: en passant %v, want %s; %d moves listed, %d counted",
				p.FEN(), got, tc.want, list.N, p.CountLegal())
		}
	}
}
