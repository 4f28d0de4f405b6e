package board

// Color is White or Black.
type Color uint8

// The two colours.
const (
	White Color = iota
	Black
)

// Other returns the opponent's colour.
func (c Color) Other() Color { return c ^ 1 }

// String returns "w" or "b", as FEN writes the side to move.
func (c Color) String() string {
	if c == White {
		return "w"
	}
	return "b"
}

// Kind is the kind of a piece regardless of its colour.
type Kind uint8

// The kinds, in the order of their usual value.
const (
	Pawn Kind = iota
	Knight
	Bishop
	Rook
	Queen
	King
	NoKind
)

// Piece is a kind with a colour: Kind*2 + Color, 0 to 11.
type Piece uint8

// NoPiece stands on an empty square.
const NoPiece Piece = 12

const pieceLetters = "PpNnBbRrQqKk."

// NewPiece returns the piece of colour c and kind k.
func NewPiece(c Color, k Kind) Piece { return Piece(k)<<1 | Piece(c) }

// Color returns the colour of p, which must not be NoPiece.
func (p Piece) Color() Color { return Color(p & 1) }

// Kind returns the kind of p; NoKind for NoPiece.
func (p Piece) Kind() Kind { return Kind(p >> 1) }

// String returns the FEN letter of p, "." for NoPiece.
func (p Piece) String() string { return pieceLetters[p : p+1] }

// Square is a square of the board, A1 = 0 to H8 = 63.
type Square uint8

// The first rank.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
)

// The eighth rank. NewSquare makes the squares between.
const (
	A8 Square = iota + 56
	B8
	C8
	D8
	E8
	F8
	G8
	H8
	NoSquare // no square, 64
)

// NewSquare returns the square of a file (0 = a) and a rank (0 = first).
func NewSquare(file, rank int) Square { return Square(rank<<3 | file) }

// File returns 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Bit returns the set that holds only s, which must be on the board.
func (s Square) Bit() Bitboard { return 1 << (s & 63) }

// Flip returns the square mirrored from White's side to Black's (a1 becomes a8).
func (s Square) Flip() Square { return s ^ 56 }

// String returns the square's name, such as "e4"; "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// parseSquare returns the square named by two bytes, or NoSquare.
func parseSquare(file, rank byte) Square {
	if file < 'a' || file > 'h' || rank < '1' || rank > '8' {
		return NoSquare
	}
	return NewSquare(int(file-'a'), int(rank-'1'))
}

// Castling is a set of castling rights.
type Castling uint8

// The castling rights. "Kingside" is the right to castle with the rook on the h-file's side of
// the king.
const (
	WhiteKingside Castling = 1 << iota
	WhiteQueenside
	BlackKingside
	BlackQueenside
	NoCastling Castling = 0
)

// right returns the castling right of colour c, kingside or queenside.
func right(c Color, kingside bool) Castling { return 1 << rightIndex(c, kingside) }

// rightIndex returns 0 to 3, the number of the bit of right(c, kingside).
func rightIndex(c Color, kingside bool) uint {
	i := uint(c&1) * 2
	if !kingside {
		i++
	}
	return i
}
