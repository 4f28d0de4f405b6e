package board

import "math/bits"

// Bitboard is a set of squares: bit s stands for Square(s).
type Bitboard uint64

// Sets that rules speak of.
const (
	fileA Bitboard = 0x0101010101010101
	fileH Bitboard = fileA << 7
	rank1 Bitboard = 0xFF
	rank2 Bitboard = rank1 << 8
	rank3 Bitboard = rank1 << 16
	rank6 Bitboard = rank1 << 40
	rank7 Bitboard = rank1 << 48
	rank8 Bitboard = rank1 << 56

	// DarkSquares holds the squares of a1's colour.
	DarkSquares Bitboard = 0xAA55AA55AA55AA55
)

// Count returns the number of squares in b.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of b; undefined for the empty set.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Last returns the highest square of b; undefined for the empty set.
func (b Bitboard) Last() Square { return Square(63 - bits.LeadingZeros64(uint64(b))) }

// Pop removes the lowest square from b and returns it; b must not be empty.
func (b *Bitboard) Pop() Square {
	s := b.First()
	*b &= *b - 1
	return s
}

// More reports whether b holds more than one square.
func (b Bitboard) More() bool { return b&(b-1) != 0 }

// Has reports whether s, which must be on the board, is in b.
func (b Bitboard) Has(s Square) bool { return b&s.Bit() != 0 }

// File returns the squares of a file, 0 = a.
func File(file int) Bitboard { return fileA << uint(file&7) }

// Rank returns the squares of a rank, 0 = first.
func Rank(rank int) Bitboard { return rank1 << uint(rank&7*8) }

// forward shifts b by one rank in the direction in which c's pawns move.
func (b Bitboard) forward(c Color) Bitboard {
	if c == White {
		return b << 8
	}
	return b >> 8
}

// PawnAttackSet returns the squares attacked by pawns of colour c that stand on b.
func PawnAttackSet(c Color, b Bitboard) Bitboard {
	if c == White {
		return b&^fileA<<7 | b&^fileH<<9
	}
	return b&^fileH>>7 | b&^fileA>>9
}
