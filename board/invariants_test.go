package board

import "testing"

// TestBrokenByMake damages the position after a move.
func TestBrokenByMake(t *testing.T) {
	p := mustParse(t, "r3k2r/8/8/8/1b1p4/8/3NP3/R3K2R w KQkq - 0 1")
	m, err := p.ParseMove("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		want   string
		damage func(next *Position)
	}{
		{"", func(*Position) {}},
		{"king left in check", func(next *Position) { next.put(NewPiece(Black, Rook), D1) }},
		{"men", func(next *Position) { next.pieces[C1] = NewPiece(White, Knight) }},
		{"men", func(next *Position) { next.kinds[Queen] |= A1.Bit() }},
		{"men", func(next *Position) { next.colors[Black] |= A1.Bit() }},
		{"castling", func(next *Position) { next.castlers = 0 }},
		{"castling", func(next *Position) { next.rooks[0] = G1 }},
		{"checks", func(next *Position) { next.checkers = A1.Bit() }},
		{"checks", func(next *Position) { next.pinned = A8.Bit() }},
		{"en passant", func(next *Position) { next.ep = NoSquare }},
		{"keys", func(next *Position) { next.keys.Pawn ^= 1 }},
	} {
		var next Position
		p.Make(m, &next)
		tc.damage(&next)
		if got := p.brokenByMake(m, &next); got != tc.want {
			t.Errorf("%q is broken, want %q", got, tc.want)
		}
	}
	next := p
	if got := p.brokenByMake(NoMove, &next); got != "illegal move" {
		t.Errorf("%q is broken by no move", got)
	}
}
