package board

import "testing"

// TestBrokenByMake damages the position after a move.
func TestBrokenByMake(t *testing.T) {
	p := mustParse(t, "r3k2r/8/8/8/1b1p4/8/3NP3/R3K2R w KQkq - 0 1")
	move := func(text string) Move {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	push := move("e2e4")
	for _, text := range []string{"e2e4", "e1f1", "e1h1", "a1a8", "h1h8"} {
		var next Position
		m := move(text)
		p.Make(m, &next)
		if got := p.brokenByMake(m, &next); got != "" {
			t.Errorf("%s: %q is broken", text, got)
		}
		if next.castling == p.castling {
			continue
		}
		next.castling = p.castling // no right is lost
		next.setCastlers()
		next.keys = next.keysFromScratch()
		if got := p.brokenByMake(m, &next); got != "castling" {
			t.Errorf("%s without the loss of a right: %q is broken", text, got)
		}
	}
	for _, tc := range []struct {
		want   string
		damage func(next *Position)
	}{
		{"side to move", func(next *Position) { next.side = White }},
		{"king left in check", func(next *Position) { next.put(NewPiece(Black, Rook), D1) }},
		{"men", func(next *Position) { next.pieces[C1] = NewPiece(White, Knight) }},
		{"men", func(next *Position) { next.kinds[Queen] |= A1.Bit() }},
		{"men", func(next *Position) { next.colors[Black] |= A1.Bit() }},
		{"castling", func(next *Position) { next.castlers = 0 }},
		{"castling", func(next *Position) { next.rooks[0] = G1 }},
		{"checks", func(next *Position) { next.checkers = A1.Bit() }},
		{"checks", func(next *Position) { next.pinned = A8.Bit() }},
		{"en passant", func(next *Position) { next.ep = NoSquare }},
		{"keys", func(next *Position) { next.keys.pawn ^= 1 }},
	} {
		var next Position
		p.Make(push, &next)
		tc.damage(&next)
		if got := p.brokenByMake(push, &next); got != tc.want {
			t.Errorf("%q is broken, want %q", got, tc.want)
		}
	}
	next := p
	if got := p.brokenByMake(NoMove, &next); got != "illegal move" {
		t.Errorf("%q is broken by no move", got)
	}
}

// TestBrokenByNull damages the position after passing.
func TestBrokenByNull(t *testing.T) {
	p := mustParse(t, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
	for _, tc := range []struct {
		want   string
		damage func(next *Position)
	}{
		{"", func(*Position) {}},
		{"side to move", func(next *Position) { next.side = White }},
		{"men", func(next *Position) { next.kinds[Queen] |= A1.Bit() }},
		{"castling", func(next *Position) { next.castling = 0 }},
		{"checks", func(next *Position) { next.checkers = A1.Bit() }},
		{"en passant", func(next *Position) { next.ep = p.ep }},
		{"keys", func(next *Position) { next.keys.full ^= 1 }},
	} {
		var next Position
		p.MakeNull(&next)
		tc.damage(&next)
		if got := p.brokenByNull(&next); got != tc.want {
			t.Errorf("%q is broken, want %q", got, tc.want)
		}
	}
	check := mustParse(t, "4k3/8/8/8/8/8/8/4K2r w - - 0 1")
	if got := check.brokenByNull(&check); got != "passing in check" {
		t.Errorf("in check %q is broken", got)
	}
}
