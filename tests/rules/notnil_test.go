// Package rules compares the rules of package board with those of github.com/notnil/chess, on
// positions from random games. Other people wrote those rules in another way.
package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"sente/board"
)

// starts are the positions that the random games begin from. From the sparse ones games reach
// mates, stalemates, promotions and en passant captures far more often than from the start
// position.
var starts = []string{
	board.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"k7/8/8/8/8/8/5Q2/K5R1 w - - 0 1",
	"6k1/5ppp/8/8/8/8/1Q6/R3K2R w KQ - 0 1",
	"1n6/pppp4/2k5/8/4P3/8/3PPPPP/4K3 b - - 0 1",
	"7k/8/8/8/8/2q5/1r6/K7 w - - 0 1",
	"rnbqk1nr/ppp2ppp/8/2b1p3/2BpP3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
}

const (
	wantPositions = 60_000
	maxPlies      = 100
)

// tally counts what the games have met, so that the test can check that it met everything.
type tally struct {
	positions, checks, mates, stalemates, castles, enPassants, promotions, ambiguous int
}

func TestAgainstNotnil(t *testing.T) {
	rng := rand.New(rand.NewPCG(2026, 1))
	var seen tally
	for game := 0; seen.positions < wantPositions; game++ {
		if err := seen.play(rng, starts[game%len(starts)]); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%+v", seen)
	least := tally{wantPositions, 5000, 50, 50, 200, 60, 500, 10_000}
	if seen.checks < least.checks || seen.mates < least.mates ||
		seen.stalemates < least.stalemates || seen.castles < least.castles ||
		seen.enPassants < least.enPassants || seen.promotions < least.promotions ||
		seen.ambiguous < least.ambiguous {
		t.Errorf("the games reached too little: %+v, want at least %+v", seen, least)
	}
}

// play plays one random game on both boards and compares them after every move.
func (seen *tally) play(rng *rand.Rand, fen string) error {
	ours, err := board.ParseFEN(fen)
	if err != nil {
		return err
	}
	theirs := &chess.Position{}
	if err := theirs.UnmarshalText([]byte(fen)); err != nil {
		return err
	}
	for range maxPlies {
		moves, err := seen.compare(&ours, theirs)
		if err != nil {
			return fmt.Errorf("%s: %w", ours.FEN(), err)
		}
		if len(moves) == 0 {
			return nil
		}
		m := pick(rng, moves)
		seen.count(m.ours)
		var next board.Position
		ours.Make(m.ours, &next)
		ours, theirs = next, theirs.Update(m.theirs)
	}
	return nil
}

// pick draws a move. Rare kinds of moves are where faults show first, so together they are as
// likely as all others.
func pick(rng *rand.Rand, moves []pair) pair {
	rare := slices.DeleteFunc(slices.Clone(moves), func(m pair) bool {
		return !m.ours.IsCastle() && !m.ours.IsEnPassant() && !m.ours.IsPromotion() &&
			!m.theirs.HasTag(chess.Check)
	})
	if len(rare) > 0 && rng.IntN(2) == 0 {
		moves = rare
	}
	return moves[rng.IntN(len(moves))]
}

func (seen *tally) count(m board.Move) {
	switch {
	case m.IsCastle():
		seen.castles++
	case m.IsEnPassant():
		seen.enPassants++
	case m.IsPromotion():
		seen.promotions++
	}
}

// pair is one move in the form of both boards.
type pair struct {
	uci    string
	ours   board.Move
	theirs *chess.Move
}

// compare checks one position and returns its legal moves.
func (seen *tally) compare(ours *board.Position, theirs *chess.Position) ([]pair, error) {
	seen.positions++
	if got, want := ours.FEN(), normalFEN(theirs); got != want {
		return nil, fmt.Errorf("FEN, want %s", want)
	}
	moves, err := legalMoves(ours, theirs)
	if err != nil {
		return nil, err
	}
	if ours.InCheck() {
		seen.checks++
	}
	status := chess.NoMethod
	if len(moves) == 0 {
		status = chess.Stalemate
		seen.stalemates++
		if ours.InCheck() {
			status = chess.Checkmate
			seen.stalemates--
			seen.mates++
		}
	}
	if want := theirs.Status(); status != want {
		return nil, fmt.Errorf("verdict %v, want %v", status, want)
	}
	for _, m := range moves {
		// The SAN ends in + or # exactly if the move checks or mates. So this also compares the
		// state of all child positions.
		got, want := ours.SAN(m.ours), chess.AlgebraicNotation{}.Encode(theirs, m.theirs)
		if got != want {
			return nil, fmt.Errorf("SAN of %s is %s, want %s", m.uci, got, want)
		}
		if back, err := ours.ParseSAN(want); err != nil || back != m.ours {
			return nil, fmt.Errorf("ParseSAN(%q) = %v, %v, want %v", want, back, err, m.uci)
		}
		if body := strings.TrimRight(got, "+#"); body[0] != 'O' &&
			len(strings.ReplaceAll(body, "x", "")) == 4 && body[0] >= 'A' && body[0] <= 'Z' {
			seen.ambiguous++
		}
	}
	return moves, nil
}

// legalMoves returns the legal moves of both boards, in pairs. It returns an error if they differ.
func legalMoves(ours *board.Position, theirs *chess.Position) ([]pair, error) {
	var list board.MoveList
	ours.Legal(&list)
	moves := make([]pair, 0, list.N)
	for _, m := range list.Slice() {
		moves = append(moves, pair{uci: m.UCI(false), ours: m})
	}
	valid := slices.Clone(theirs.ValidMoves())
	slices.SortFunc(moves, func(a, b pair) int { return strings.Compare(a.uci, b.uci) })
	slices.SortFunc(valid, func(a, b *chess.Move) int {
		return strings.Compare(a.String(), b.String())
	})
	for i, m := range valid {
		if len(moves) != len(valid) || moves[i].uci != m.String() {
			return nil, fmt.Errorf("legal moves %v, want %v", list.Slice(), valid)
		}
		moves[i].theirs = m
	}
	if len(moves) != len(valid) {
		return nil, fmt.Errorf("legal moves %v, want none", list.Slice())
	}
	return moves, nil
}

// normalFEN returns the position's FEN, with the en passant square only if a capture there is
// legal.
func normalFEN(p *chess.Position) string {
	for _, m := range p.ValidMoves() {
		if m.HasTag(chess.EnPassant) {
			return p.String()
		}
	}
	fields := strings.Fields(p.String())
	fields[3] = "-"
	return strings.Join(fields, " ")
}
