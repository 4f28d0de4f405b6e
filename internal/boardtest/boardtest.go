// Package boardtest makes positions for tests.
package boardtest

import (
	"math/rand/v2"

	"pgregory.net/rapid"

	"sente/board"
)

// Position returns the position of a FEN. A FEN that is wrong ends the test.
func Position(t rapid.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Move returns the move that text names in p, in the notation of UCI.
func Move(t rapid.TB, p *board.Position, text string) board.Move {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Wander calls visit with n positions of random games, one after each move. A game ends when it is
// decided or drawn, or after 60 plies without a capture or a pawn move.
func Wander(rng *rand.Rand, n int, visit func(p *board.Position)) {
	p := board.Start()
	for n > 0 {
		var l board.MoveList
		p.Legal(&l)
		if l.N == 0 || p.HalfmoveClock() > 60 {
			p = board.Start()
			continue
		}
		var next board.Position
		p.Make(l.Moves[rng.IntN(l.N)], &next)
		p = next
		visit(&p)
		n--
	}
}

// Draw returns a position that up to 60 legal moves reach from one of the FENs. rapid draws the FEN
// and the moves.
func Draw(t *rapid.T, fens []string) board.Position {
	p := Position(t, rapid.SampledFrom(fens).Draw(t, "fen"))
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		var l board.MoveList
		p.Legal(&l)
		if l.N == 0 {
			break
		}
		var next board.Position
		p.Make(l.Moves[rapid.IntRange(0, l.N-1).Draw(t, "move")], &next)
		p = next
	}
	return p
}
