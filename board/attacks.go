package board

// Attack tables of the leapers and lines through two squares, filled once at start.
var (
	pawnAttacks   [2][64]Bitboard
	knightAttacks [64]Bitboard
	kingAttacks   [64]Bitboard
	emptyBishop   [64]Bitboard // a bishop's reach on the empty board
	emptyRook     [64]Bitboard
	diagonals     [64]Bitboard // the a1-h8 direction through a square
	antiDiagonals [64]Bitboard // the h1-a8 direction
	between       [64][64]Bitboard
	lines         [64][64]Bitboard
)

// direction is a step in files and ranks.
type direction struct{ file, rank int }

// Directions i and i^1 are opposite. The bishop's first two run along the a1-h8 diagonal.
var (
	rookDirections   = [4]direction{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopDirections = [4]direction{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}
	knightSteps      = [8]direction{
		{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2},
	}
)

// step returns the square one step of d away from s, or NoSquare beyond the edge.
func (s Square) step(d direction) Square {
	f, r := s.File()+d.file, s.Rank()+d.rank
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return NoSquare
	}
	return NewSquare(f, r)
}

// ray returns the squares seen from s in direction d, up to and including the first of occ.
func ray(s Square, d direction, occ Bitboard) Bitboard {
	var b Bitboard
	for s = s.step(d); s != NoSquare; s = s.step(d) {
		b |= s.Bit()
		if occ.Has(s) {
			break
		}
	}
	return b
}

// The tables are filled in turn: the cuckoo table needs all the others.
func init() {
	fillAttacks()
	fillMagics()
	fillKeys()
	fillCuckoo()
}

func fillAttacks() {
	for s := A1; s < NoSquare; s++ {
		for c := White; c <= Black; c++ {
			pawnAttacks[c][s] = PawnAttackSet(c, s.Bit())
		}
		for _, d := range knightSteps {
			if t := s.step(d); t != NoSquare {
				knightAttacks[s] |= t.Bit()
			}
		}
		for i := range 4 {
			fillLine(s, rookDirections[i], rookDirections[i^1])
			fillLine(s, bishopDirections[i], bishopDirections[i^1])
			for _, d := range [2]direction{rookDirections[i], bishopDirections[i]} {
				if t := s.step(d); t != NoSquare {
					kingAttacks[s] |= t.Bit()
				}
			}
			emptyRook[s] |= ray(s, rookDirections[i], 0)
			emptyBishop[s] |= ray(s, bishopDirections[i], 0)
		}
		diagonals[s] = s.Bit() | ray(s, bishopDirections[0], 0) | ray(s, bishopDirections[1], 0)
		antiDiagonals[s] = s.Bit() | ray(s, bishopDirections[2], 0) | ray(s, bishopDirections[3], 0)
	}
}

// fillLine fills between and lines for s and every square in direction d; back is opposite to d.
func fillLine(s Square, d, back direction) {
	line := s.Bit() | ray(s, d, 0) | ray(s, back, 0)
	var b Bitboard
	for t := s.step(d); t != NoSquare; t = t.step(d) {
		between[s][t], lines[s][t] = b, line
		b |= t.Bit()
	}
}

// PawnAttacks returns the squares that a pawn of colour c on s attacks.
func PawnAttacks(c Color, s Square) Bitboard { return pawnAttacks[c&1][s&63] }

// KnightAttacks returns the squares that a knight on s attacks.
func KnightAttacks(s Square) Bitboard { return knightAttacks[s&63] }

// KingAttacks returns the squares that a king on s attacks.
func KingAttacks(s Square) Bitboard { return kingAttacks[s&63] }

// QueenAttacks returns the squares that a queen on s attacks when occ is occupied, the first
// occupied square in each direction included.
func QueenAttacks(s Square, occ Bitboard) Bitboard {
	return BishopAttacks(s, occ) | RookAttacks(s, occ)
}

// Between returns the squares strictly between a and b on a common rank, file or diagonal; the
// empty set when they share none.
func Between(a, b Square) Bitboard { return between[a&63][b&63] }

// Line returns the whole rank, file or diagonal through a and b from edge to edge; the empty set
// when they share none.
func Line(a, b Square) Bitboard { return lines[a&63][b&63] }
