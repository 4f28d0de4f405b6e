// Package boardtest makes positions for tests.
package boardtest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"pgregory.net/rapid"

	"sente/board"
)

// Kiwipete is a position that is popular for testing move generators. Both sides can castle, and
// many men can take or are pinned.
const Kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// Position returns the position of a FEN. A wrong FEN ends the test.
func Position(t rapid.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Move returns the move of p that text names in UCI notation.
func Move(t rapid.TB, p *board.Position, text string) board.Move {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Exchanged returns the FEN of a position seen from the other side: with the ranks reversed and the
// colours exchanged.
func Exchanged(fen string) string {
	swap := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsUpper(r) {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}, s)
	}
	fields := strings.Fields(fen)
	ranks := strings.Split(swap(fields[0]), "/")
	slices.Reverse(ranks)
	fields[0] = strings.Join(ranks, "/")
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = swap(fields[2])
	fields[3] = strings.NewReplacer("3", "6", "6", "3").Replace(fields[3])
	return strings.Join(fields, " ")
}

// Threat returns the kind of threat against the man on s, or -1 if there is none. It is 0 if a less
// valuable man attacks it. It is 1 if another man attacks it and nobody defends it. It works on the
// board, which is independent of package nnue.
func Threat(p *board.Position, s board.Square) int {
	pc, worth := p.PieceOn(s), [board.NoKind]int{1, 3, 3, 5, 9, 99}
	attackers := p.AttackersTo(s, p.Occupied())
	foes := attackers & p.ByColor(pc.Color().Other())
	if pc.Kind() == board.King || foes == 0 {
		return -1
	}
	for men := foes; men != 0; {
		if worth[p.PieceOn(men.Pop()).Kind()] < worth[pc.Kind()] {
			return 0
		}
	}
	if attackers&p.ByColor(pc.Color()) == 0 {
		return 1
	}
	return -1
}

// Wander plays random games and calls visit with n of their positions, one after each move. A game
// ends when there is no legal move, or after 60 plies without a capture or a pawn move.
func Wander(rng *rand.Rand, n int, visit func(p *board.Position)) {
	p := board.Start()
	for n > 0 {
		var l board.MoveList
		p.Legal(&l)
		if l.N == 0 || p.HalfmoveClock() > 60 {
			p = board.Start()
			continue
		}
		p = p.After(l.Moves[rng.IntN(l.N)])
		visit(&p)
		n--
	}
}

// Draw returns a position that is up to 60 legal moves away from one of the FENs. rapid draws the
// FEN and the moves.
func Draw(t *rapid.T, fens []string) board.Position {
	p := Position(t, rapid.SampledFrom(fens).Draw(t, "fen"))
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		var l board.MoveList
		p.Legal(&l)
		if l.N == 0 {
			break
		}
		p = p.After(l.Moves[rapid.IntRange(0, l.N-1).Draw(t, "move")])
	}
	return p
}
