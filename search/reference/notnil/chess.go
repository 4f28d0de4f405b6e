// Package notnil is the game of chess over github.com/notnil/chess: moves, mate, stalemate and
// clocks are that library's. Package games has the same game over this module's board, with the
// same evaluation and the same draws. So both must have the same value at every depth. In this way
// the search checks two implementations of the rules against each other.
package notnil

import (
	"fmt"
	"hash/maphash"

	"github.com/notnil/chess"

	"sente/board"
	"sente/eval"
)

// Chess is a position. White is the first player. What ends a game is what ends it in games.Chess.
type Chess struct {
	pos     *chess.Position
	men     string // the first field of its FEN
	key     string // see identity
	ply     int    // since the root
	earlier *earlier
	outcome outcome
}

// Move is a move by its squares and the kind of piece that a pawn becomes.
type Move struct {
	From, To  chess.Square
	Promotion chess.PieceType
}

// String is the move in UCI notation.
func (m Move) String() string { return m.From.String() + m.To.String() + m.Promotion.String() }

// earlier is a list of the positions since the last irreversible move, the latest first.
type earlier struct {
	key    string
	before *earlier
}

type outcome uint8

const (
	undecided outcome = iota
	mated             // the side to move has lost
	drawn
)

// New returns the root of a search. It refuses what package board refuses, because the evaluation
// needs a board.Position; the library takes boards without a king. It also refuses Chess960's
// castling, which the library does not know. The library gets the FEN as board writes it, because
// it accepts castling rights without a rook and en-passant squares without a pawn.
func New(fen string) (Chess, error) {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return Chess{}, err
	}
	if !classical(&p) {
		return Chess{}, fmt.Errorf("notnil: %s: the library cannot castle so", p.FEN())
	}
	pos := &chess.Position{}
	if err := pos.UnmarshalText([]byte(p.FEN())); err != nil {
		return Chess{}, fmt.Errorf("notnil: %w", err)
	}
	c := Chess{pos: pos}
	c.settle()
	return c, nil
}

// classical reports whether every castling right is one of a king on the e-file and a rook in the
// corner.
func classical(p *board.Position) bool {
	for i, corner := range [4]board.Square{board.H1, board.A1, board.H8, board.A8} {
		c, kingside := board.Color(i/2), i%2 == 0
		usual := p.King(c).File() == 4 && p.CastlingRook(c, kingside) == corner
		if p.Castling()>>i&1 == 1 && !usual {
			return false
		}
	}
	return true
}

// Moves returns the legal moves in the library's order.
func (c Chess) Moves() []Move {
	var moves []Move
	for _, m := range c.pos.ValidMoves() {
		moves = append(moves, Move{m.S1(), m.S2(), m.Promo()})
	}
	return moves
}

// Play makes a move.
func (c Chess) Play(m Move) Chess {
	for _, valid := range c.pos.ValidMoves() {
		if m == (Move{valid.S1(), valid.S2(), valid.Promo()}) {
			next := Chess{pos: c.pos.Update(valid), ply: c.ply + 1}
			if next.pos.HalfMoveClock() > 0 {
				next.earlier = &earlier{c.key, c.earlier}
			}
			next.settle()
			return next
		}
	}
	panic(fmt.Sprintf("notnil: %v is not a move of %v", m, c.pos))
}

// Terminal reports mate, stalemate and, below the root, a draw.
func (c Chess) Terminal() bool { return c.outcome != undecided }

// Value is the outcome, or Material's estimate, in centipawns for White.
func (c Chess) Value() int {
	switch c.outcome {
	case mated:
		return c.Turn() * eval.MatedIn(c.ply)
	case drawn:
		return eval.Draw
	}
	// The evaluation needs only the men and the side to move.
	pos, err := board.ParseFEN(c.men + " " + c.pos.Turn().String() + " - - 0 1")
	if err != nil {
		panic(fmt.Sprintf("notnil: a position that cannot be: %v", err))
	}
	return c.Turn() * eval.Material(&pos)
}

// Turn is +1 if White is to move, -1 if Black is.
func (c Chess) Turn() int {
	if c.pos.Turn() == chess.White {
		return 1
	}
	return -1
}

var seed = maphash.MakeSeed()

// Key hashes the position and its distance from the root.
func (c Chess) Key() uint64 { return maphash.String(seed, fmt.Sprint(c.key, c.ply)) }

// settle fills in what follows from the position and what lies before it.
func (c *Chess) settle() {
	c.men = c.pos.Board().String()
	c.key = c.identity()
	c.outcome = c.judge()
}

func (c *Chess) judge() outcome {
	switch c.pos.Status() {
	case chess.Checkmate:
		return mated
	case chess.Stalemate:
		return drawn
	}
	if c.ply > 0 && (c.pos.HalfMoveClock() >= board.FiftyMoves || c.insufficient() || c.repeats()) {
		return drawn
	}
	return undecided
}

func (c *Chess) repeats() bool {
	for e := c.earlier; e != nil; e = e.before {
		if e.key == c.key {
			return true
		}
	}
	return false
}

// insufficient reports bare kings, a single minor piece, or bishops of one square colour only.
func (c *Chess) insufficient() bool {
	knights, bishops := 0, [2]int{}
	for s, p := range c.pos.Board().SquareMap() {
		switch p.Type() {
		case chess.King:
		case chess.Knight:
			knights++
		case chess.Bishop:
			bishops[(int(s.File())+int(s.Rank()))%2]++
		default:
			return false
		}
	}
	if knights > 0 {
		return knights+bishops[0]+bishops[1] == 1
	}
	return bishops[0] == 0 || bishops[1] == 0
}

// identity is what two positions must share to be the same: men, side to move, castling rights and
// en-passant captures that are legal.
func (c *Chess) identity() string {
	enPassant := ""
	if c.pos.EnPassantSquare() != chess.NoSquare {
		for _, m := range c.pos.ValidMoves() {
			if m.HasTag(chess.EnPassant) {
				enPassant = c.pos.EnPassantSquare().String()
			}
		}
	}
	return c.men + c.pos.Turn().String() + c.pos.CastleRights().String() + enPassant
}

// Rate puts captures of great pieces by small ones first, then promotions.
func (c Chess) Rate(m Move) int {
	rate := 10 * pieceValue(m.Promotion)
	if taken := pieceValue(c.pos.Board().Piece(m.To).Type()); taken > 0 {
		rate += 10000 + 10*taken - pieceValue(c.pos.Board().Piece(m.From).Type())
	}
	return rate
}

func pieceValue(t chess.PieceType) int {
	switch t {
	case chess.Pawn:
		return eval.PieceValue(board.Pawn)
	case chess.Knight:
		return eval.PieceValue(board.Knight)
	case chess.Bishop:
		return eval.PieceValue(board.Bishop)
	case chess.Rook:
		return eval.PieceValue(board.Rook)
	case chess.Queen:
		return eval.PieceValue(board.Queen)
	}
	return 0
}
