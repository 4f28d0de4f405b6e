package syzygy

import (
	"strings"

	"sente/board"
)

// maxMen is the most men, kings included, that a table holds.
const maxMen = 7

// A material says how many men of each kind, except kings, each side has: four bits a count,
// pawn to queen, the first side in the low twenty bits. Files are named after it, the
// stronger side first. That side is white in the file.
type material uint64

const (
	sideBits = 20
	sideMask = 1<<sideBits - 1
)

// kindLetters are the letters of file names by board.Kind.
const kindLetters = "PNBRQ"

// materialOf returns the material of p with white as the first side.
func materialOf(p *board.Position) material {
	white, black := p.ByColor(board.White), p.ByColor(board.Black)
	var m material
	for k := board.Pawn; k < board.King; k++ {
		men := p.ByKind(k)
		m |= material((men&white).Count())<<(4*k) | material((men&black).Count())<<(4*k+sideBits)
	}
	return m
}

// swap returns the material with the sides exchanged.
func (m material) swap() material { return m>>sideBits | m&sideMask<<sideBits }

// symmetric reports whether both sides have the same men.
func (m material) symmetric() bool { return m == m.swap() }

// count returns how many men of kind k (not the king) side 0 or 1 has.
func (m material) count(side int, k board.Kind) int {
	return int(m>>(sideBits*side+4*int(k))) & 15
}

// men returns the number of men, kings included.
func (m material) men() int {
	n := 2
	for ; m != 0; m >>= 4 {
		n += int(m & 15)
	}
	return n
}

// hasPawns reports whether either side has pawns.
func (m material) hasPawns() bool { return m.count(0, board.Pawn)+m.count(1, board.Pawn) > 0 }

// parseName reads a file's name without its extension, such as KRPvKN: each side's men from
// queen to pawn, three to seven men in all.
func parseName(name string) (material, bool) {
	first, second, found := strings.Cut(name, "v")
	if !found {
		return 0, false
	}
	var m material
	for side, men := range [2]string{first, second} {
		if len(men) == 0 || len(men) > maxMen || men[0] != 'K' {
			return 0, false
		}
		last := len(kindLetters) - 1
		for _, letter := range men[1:] {
			k := strings.IndexRune(kindLetters, letter)
			if k < 0 || k > last {
				return 0, false
			}
			last = k
			m += 1 << (sideBits*side + 4*k)
		}
	}
	n := m.men()
	return m, n >= 3 && n <= maxMen
}
