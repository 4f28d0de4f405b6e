package board

import "fmt"

// Move is a move in 16 bits: from (bits 0-5), to (bits 6-11) and a Flag (bits 12-15).
// Castling goes from the king's square to its own rook's.
type Move uint16

// NoMove is no move; NullMove passes. Neither is ever legal: After and MakeNull play a null move,
// Make doesn't.
const (
	NoMove   Move = 0
	NullMove Move = 1<<6 | 1
)

// Flag tells what a move does beyond from and to.
type Flag uint8

// The flags. Bit 2 marks a capture and bit 3 a promotion.
const (
	Quiet       Flag = 0
	DoublePush  Flag = 1
	CastleKing  Flag = 2
	CastleQueen Flag = 3
	Capture     Flag = 4
	EnPassant   Flag = 5
	PromoKnight Flag = 8
	PromoBishop Flag = 9
	PromoRook   Flag = 10
	PromoQueen  Flag = 11
)

// NewMove returns the move with the given parts.
func NewMove(from, to Square, f Flag) Move { return Move(from) | Move(to)<<6 | Move(f)<<12 }

// From returns the square the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square the piece enters; for castling the square of the own rook.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Flag returns the move's flag.
func (m Move) Flag() Flag { return Flag(m >> 12) }

// IsCapture reports whether m takes an enemy piece, en passant included.
func (m Move) IsCapture() bool { return m&(4<<12) != 0 }

// IsPromotion reports whether m promotes a pawn.
func (m Move) IsPromotion() bool { return m&(8<<12) != 0 }

// IsEnPassant reports whether m captures en passant.
func (m Move) IsEnPassant() bool { return m.Flag() == EnPassant }

// IsDoublePush reports whether m moves a pawn two squares.
func (m Move) IsDoublePush() bool { return m.Flag() == DoublePush }

// IsCastle reports whether m castles.
func (m Move) IsCastle() bool { return m>>13 == 1 }

// IsNoisy reports whether m is a capture or a promotion to a queen: what quiescence looks at.
func (m Move) IsNoisy() bool { return m.IsCapture() || m.Flag() == PromoQueen }

// Promotion returns the kind a pawn promotes to, NoKind if m does not promote.
func (m Move) Promotion() Kind {
	if !m.IsPromotion() {
		return NoKind
	}
	return Knight + Kind(m>>12&3)
}

// castleTargets returns where king and rook stand after castling move m.
func (m Move) castleTargets() (king, rook Square) {
	rank := m.From() & 56
	if m.Flag() == CastleKing {
		return rank | G1, rank | F1
	}
	return rank | C1, rank | D1
}

// standardCastle reports whether standard UCI writes the castling move m as a step of the king. It
// does so only if the king stands on the e-file.
func (m Move) standardCastle() bool { return m.From().File() == E1.File() }

// UCI returns m as UCI writes it. Castling is the king's two-square step (e1g1). It is king takes
// rook (e1h1) if chess960 is set or if the king is not on the e-file.
func (m Move) UCI(chess960 bool) string { return string(m.AppendUCI(nil, chess960)) }

// String returns m in standard UCI notation.
func (m Move) String() string { return m.UCI(false) }

// AppendUCI appends the text of UCI to dst; "0000" for NoMove and NullMove.
func (m Move) AppendUCI(dst []byte, chess960 bool) []byte {
	if m == NoMove || m == NullMove {
		return append(dst, "0000"...)
	}
	from, to := m.From(), m.To()
	if m.IsCastle() && !chess960 && m.standardCastle() {
		to, _ = m.castleTargets()
	}
	dst = append(dst, 'a'+byte(from&7), '1'+byte(from>>3), 'a'+byte(to&7), '1'+byte(to>>3))
	if m.IsPromotion() {
		dst = append(dst, "nbrq"[m.Promotion()-Knight])
	}
	return dst
}

// A MoveError tells which text is not a legal move, in which position, and why.
type MoveError struct{ Got, FEN, Why string }

func (e *MoveError) Error() string {
	return fmt.Sprintf("move %q: %s in %s", e.Got, e.Why, e.FEN)
}

// moveError returns the error of ParseMove and ParseSAN. It quotes at most 20 bytes of the text.
func (p *Position) moveError(text, why string) (Move, error) {
	if len(text) > 20 {
		text = text[:20]
	}
	return NoMove, &MoveError{text, p.FEN(), why}
}

// ParseMove returns the legal move that s names in UCI notation, in upper or lower case. Castling
// may be the king's two-square step or king takes own rook. The error is a *MoveError.
func (p *Position) ParseMove(s string) (Move, error) {
	if len(s) != 4 && len(s) != 5 {
		return p.moveError(s, "not a move's length")
	}
	var t [5]byte
	for i := range len(s) {
		t[i] = s[i]
		if 'A' <= t[i] && t[i] <= 'Z' {
			t[i] += 'a' - 'A'
		}
	}
	from, to := parseSquare(t[0], t[1]), parseSquare(t[2], t[3])
	if from == NoSquare || to == NoSquare {
		return p.moveError(s, "no such square")
	}
	var list MoveList
	p.Legal(&list)
	for _, m := range list.Slice() {
		if m.From() != from {
			continue
		}
		if m.IsCastle() {
			// The two-square step means castling only when the king stands on e1 or e8. No other
			// move has these texts: a king never steps two squares or takes its own rook.
			king, _ := m.castleTargets()
			if len(s) == 4 && (m.To() == to || king == to && m.standardCastle()) {
				return m, nil
			}
			continue
		}
		if m.To() != to {
			continue
		}
		if m.IsPromotion() != (len(s) == 5) ||
			m.IsPromotion() && "nbrq"[m.Promotion()-Knight] != t[4] {
			continue
		}
		return m, nil
	}
	return p.moveError(s, "not legal")
}
