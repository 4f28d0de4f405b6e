package board

import (
	"fmt"
	"strconv"
	"strings"
)

// StartFEN is the start position of chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// maxCounter is the largest counter that ParseFEN takes. No real game reaches it. It leaves the
// 16-bit counters room for a game up to MaxFullmoveNumber.
const maxCounter = 9999

// A FENError names the field that is wrong, what it held and why it cannot stand. Field is one of
// fields, placement, side, castling, en passant, halfmove clock, fullmove number.
type FENError struct{ Field, Got, Why string }

func (e *FENError) Error() string { return fmt.Sprintf("fen: %s %q: %s", e.Field, e.Got, e.Why) }

// fenError returns a FENError, its text cut to a length that a terminal can show.
func fenError(field, got, why string) error {
	if len(got) > 100 {
		got = got[:100] + "…"
	}
	return &FENError{field, got, why}
}

// Start returns the start position of chess.
func Start() Position {
	p, err := ParseFEN(StartFEN)
	if err != nil {
		panic(err)
	}
	return p
}

// ParseFEN returns the position that s describes. s has 4 to 6 fields, with castling rights as in
// FEN, X-FEN (the outermost rook) or Shredder-FEN (file letters). GUIs send castling rights without
// king or rook, and en-passant squares of the third or sixth rank on which nobody can legally
// capture. ParseFEN drops these silently. It refuses numbers of men, and checks, that cannot arise
// in chess. The error is a *FENError.
func ParseFEN(s string) (Position, error) {
	fields := strings.Fields(s)
	if len(fields) < 4 || len(fields) > 6 {
		return Position{}, fenError("fields", s,
			fmt.Sprintf("%d fields instead of 4 to 6", len(fields)))
	}
	p := Position{ep: NoSquare, fullmove: 1}
	if err := p.parsePlacement(fields[0]); err != nil {
		return Position{}, err
	}
	switch fields[1] {
	case "w":
		p.side = White
	case "b":
		p.side = Black
	default:
		return Position{}, fenError("side", fields[1], `neither "w" nor "b"`)
	}
	if err := p.validate(fields[0]); err != nil {
		return Position{}, err
	}
	if err := p.parseCastling(fields[2]); err != nil {
		return Position{}, err
	}
	p.setChecks()
	if err := p.parseEnPassant(fields[3]); err != nil {
		return Position{}, err
	}
	if len(fields) > 4 {
		n, err := parseCounter("halfmove clock", fields[4])
		if err != nil {
			return Position{}, err
		}
		p.halfmove = n
	}
	if len(fields) > 5 {
		n, err := parseCounter("fullmove number", fields[5])
		if err != nil {
			return Position{}, err
		}
		p.fullmove = max(n, 1)
	}
	p.keys = p.keysFromScratch()
	return p, nil
}

// FromMen returns the position with the men that men holds by square, NoPiece for an empty square.
// Nobody may castle or capture en passant, and the halfmove clock is 0. fullmove below 1 counts as
// 1, and above 9999 as 9999. FromMen refuses what ParseFEN refuses, with the same error.
func FromMen(men *[64]Piece, side Color, fullmove int) (Position, error) {
	p := Position{side: side, ep: NoSquare, fullmove: uint16(min(max(fullmove, 1), maxCounter))}
	p.setMen(men)
	if err := p.validate(string(p.appendPlacement(make([]byte, 0, 96)))); err != nil {
		return Position{}, err
	}
	p.setChecks()
	p.keys = p.keysFromScratch()
	return p, nil
}

// setMen puts men on the empty board.
func (p *Position) setMen(men *[64]Piece) {
	for s, pc := range men {
		p.pieces[s] = NoPiece
		if pc != NoPiece {
			p.put(pc, Square(s))
		}
	}
}

func parseCounter(field, s string) (uint16, error) {
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil || n > maxCounter {
		return 0, fenError(field, s, fmt.Sprintf("not a number from 0 to %d", maxCounter))
	}
	return uint16(n), nil
}

// parsePlacement fills the board. ParseFEN computes the keys anew at the end.
func (p *Position) parsePlacement(s string) error {
	for i := range p.pieces {
		p.pieces[i] = NoPiece
	}
	ranks := strings.Split(s, "/")
	if len(ranks) != 8 {
		return fenError("placement", s, fmt.Sprintf("%d ranks instead of 8", len(ranks)))
	}
	for i, text := range ranks {
		file, rank := 0, 7-i
		for _, c := range text {
			if '1' <= c && c <= '8' {
				file += int(c - '0')
				continue
			}
			k := strings.IndexRune(pieceLetters[:NoPiece], c)
			if k < 0 {
				return fenError("placement", s, fmt.Sprintf("no piece is called %q", c))
			}
			if file < 8 {
				p.put(Piece(k), NewSquare(file, rank))
			}
			file++
		}
		if file != 8 {
			return fenError("placement", s, fmt.Sprintf("rank %d does not have 8 squares", rank+1))
		}
	}
	return nil
}

// parseCastling reads castling rights in the notations of ParseFEN. The piece sets must be filled.
// It skips a right whose king or rook is missing.
func (p *Position) parseCastling(s string) error {
	if s == "-" {
		return nil
	}
	for _, letter := range s {
		c, l := White, letter
		if 'a' <= l && l <= 'z' {
			c, l = Black, l-'a'+'A'
		}
		king := p.King(c)
		home := Rank(7 * int(c))
		rooks := p.Pieces(c, Rook) & home
		var rook Bitboard
		switch {
		case l == 'K':
			rook = rooks &^ (king.Bit()<<1 - 1) // those towards the h-file
			if rook != 0 {
				rook = rook.Last().Bit()
			}
		case l == 'Q':
			rook = rooks & (king.Bit() - 1) // those towards the a-file
			if rook != 0 {
				rook = rook.First().Bit()
			}
		case 'A' <= l && l <= 'H':
			rook = rooks & File(int(l-'A'))
		default:
			return fenError("castling", s, fmt.Sprintf("no right is called %q", letter))
		}
		if rook == 0 || !home.Has(king) {
			continue
		}
		at := rook.First()
		i := rightIndex(c, at > king)
		if p.castling>>i&1 == 1 && p.rooks[i] != at {
			return fenError("castling", s, "two rooks on one side of the king")
		}
		p.castling |= 1 << i
		p.rooks[i] = at
	}
	p.setCastlers()
	return nil
}

func (p *Position) parseEnPassant(s string) error {
	if s == "-" {
		return nil
	}
	target := NoSquare
	if len(s) == 2 {
		target = parseSquare(s[0], s[1])
	}
	if target == NoSquare {
		return fenError("en passant", s, `neither a square nor "-"`)
	}
	ours, theirs := 2, 5 // the ranks that pawns pass over
	if p.side == Black {
		ours, theirs = theirs, ours
	}
	if target.Rank() != ours && target.Rank() != theirs {
		return fenError("en passant", s, "not on a rank that a pawn could have passed over")
	}
	pawn, origin := target^8, target^24 // where the pawn stands and where it came from
	if target.Rank() == theirs && p.pieces[pawn] == NewPiece(p.side.Other(), Pawn) &&
		p.pieces[target] == NoPiece && p.pieces[origin] == NoPiece {
		p.allowEnPassant(target)
	}
	return nil
}

// FEN returns the position in six fields. A castling right is written as one of KQkq where that
// names the rook (X-FEN), and otherwise as the rook's file. An en-passant square is written only
// when the capture is legal. A counter larger than ParseFEN accepts is written as the largest that
// it accepts.
func (p *Position) FEN() string { return p.fen(false) }

// ShredderFEN is FEN with castling rights always written as the rook's file.
func (p *Position) ShredderFEN() string { return p.fen(true) }

func (p *Position) fen(shredder bool) string {
	b := p.appendPlacement(make([]byte, 0, 96))
	b = append(b, ' ')
	b = append(b, p.side.String()...)
	b = append(b, ' ')
	b = p.appendCastling(b, shredder)
	b = append(b, ' ')
	b = append(b, p.ep.String()...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(min(p.halfmove, maxCounter)), 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(min(p.fullmove, maxCounter)), 10)
	return string(b)
}

// appendPlacement appends the first field of a FEN.
func (p *Position) appendPlacement(b []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		gap := byte(0)
		for file := range 8 {
			pc := p.pieces[NewSquare(file, rank)]
			if pc == NoPiece {
				gap++
				continue
			}
			if gap > 0 {
				b = append(b, '0'+gap)
				gap = 0
			}
			b = append(b, pieceLetters[pc])
		}
		if gap > 0 {
			b = append(b, '0'+gap)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return b
}

func (p *Position) appendCastling(b []byte, shredder bool) []byte {
	if p.castling == NoCastling {
		return append(b, '-')
	}
	for i, rook := range p.rooks {
		if p.castling>>i&1 == 0 {
			continue
		}
		c, kingside := Color(i/2), i%2 == 0
		rooks := p.Pieces(c, Rook) & Rank(7*int(c))
		letter := byte('A' + rook.File())
		switch {
		case shredder:
		case kingside && rooks&^(rook.Bit()<<1-1) == 0:
			letter = 'K'
		case !kingside && rooks&(rook.Bit()-1) == 0:
			letter = 'Q'
		}
		if c == Black {
			letter += 'a' - 'A'
		}
		b = append(b, letter)
	}
	return b
}
