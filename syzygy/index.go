package syzygy

import (
	"math/bits"
	"slices"
)

// men are a position's men by side and kind as the file sees them: the file's first side is
// white, and the squares are mirrored to match.
type men [2][6]uint64

// Sizes of the leading groups of tables without pawns.
const (
	threeMenSize = 31332 // three different men, up to symmetry
	twoKingsSize = 462   // two kings that don't touch, up to symmetry
)

// maxPawns is the most pawns one side can have in a table of maxMen.
const maxPawns = maxMen - 2

// binomial[k][n] is n over k, for the combinatorial numbers of up to five like men (k) and a
// whole board of squares (n).
var binomial = func() (c [maxMen][65]uint64) {
	for n := range 65 {
		c[0][n] = 1
		for k := 1; k < maxMen && n > 0; k++ {
			c[k][n] = c[k-1][n-1] + c[k][n-1]
		}
	}
	return c
}()

// triangle numbers the squares of the triangle a1-d1-d4: 0 to 5 below the diagonal, 6 to 9 on
// it. lower numbers the 28 squares below the long diagonal. Both run along the ranks.
var triangle, lower = func() (t, l [64]uint8) {
	var nt, nl uint8
	for s := range 64 {
		if file, rank := s&7, s>>3; rank < file {
			l[s] = nl
			nl++
			if file < 4 {
				t[s] = nt
				nt++
			}
		}
	}
	for i := range 4 {
		t[9*i] = nt + uint8(i)
	}
	return t, l
}()

// twoKings[triangle[a]][b] numbers the pairs of squares a in the triangle and b not next to it. If
// a is on the diagonal, b is not above it. Pairs with both on the diagonal come last. Other pairs
// have -1.
var twoKings = func() (t [10][64]int16) {
	var n int16
	for i := range t {
		for b := range t[i] {
			t[i][b] = -1
		}
	}
	each := func(wantBoth bool) {
		for i := range uint8(10) {
			a := triangleSquare(i)
			for b := range 64 {
				df, dr := a&7-b&7, a>>3-b>>3
				if df*df <= 1 && dr*dr <= 1 || i >= 6 && offDiagonal(b) > 0 {
					continue
				}
				if both := i >= 6 && offDiagonal(b) == 0; both == wantBoth {
					t[i][b] = n
					n++
				}
			}
		}
	}
	each(false)
	each(true)
	return t
}()

// triangleSquare is the inverse of triangle.
func triangleSquare(i uint8) int {
	for s := range 28 {
		if file, rank := s&7, s>>3; file < 4 && rank <= file && triangle[s] == i {
			return s
		}
	}
	panic("syzygy: no such square in the triangle")
}

// offDiagonal is positive above the diagonal a1-h8, zero on it and negative below.
func offDiagonal(s int) int { return s>>3 - s&7 }

// pawnOrder numbers the squares of pawns from the edge files inward: a2 47, h2 46, a3 45, ...
// e7 0. The leading pawn is the one with the highest number.
var pawnOrder = func() (o [64]uint8) {
	n := uint8(47)
	for file := range 4 {
		for rank := 1; rank < 7; rank++ {
			o[8*rank+file] = n
			o[8*rank+7-file] = n - 1
			n -= 2
		}
	}
	return o
}()

// leadPawn[n][s] is the first index of n pawns of one side with the leading pawn on s (files a
// to d). leadPawnSize[n][file] is the number of indices with the leading pawn on the file.
var leadPawn, leadPawnSize = func() (first [maxPawns + 1][64]uint64, size [maxPawns + 1][4]uint64) {
	for n := 1; n <= maxPawns; n++ {
		for file := range 4 {
			var i uint64
			for rank := 1; rank < 7; rank++ {
				s := 8*rank + file
				first[n][s] = i
				i += binomial[n-1][pawnOrder[s]]
			}
			size[n][file] = i
		}
	}
	return first, size
}()

// leadFile returns the file, 0 to 3 from the edge inward, of the leading one of the pawns.
func leadFile(pawns uint64) int {
	best := -1
	file := 0
	for ; pawns != 0; pawns &= pawns - 1 {
		s := bits.TrailingZeros64(pawns)
		if o := int(pawnOrder[s]); o > best {
			best = o
			file = min(s&7, 7-s&7)
		}
	}
	return file
}

// A grouping says how one subtable turns squares into an index: the men in the file's order,
// cut into groups, each with its factor in the index.
type grouping struct {
	pieces   [maxMen]uint8 // side<<3 | kind+1
	n        int           // men
	length   [maxMen]int   // of each group
	factor   [maxMen]uint64
	groups   int
	size     uint64 // number of indices
	pawns    bool
	twoPawns bool // both sides have pawns: groups 0 and 1
}

// index returns the index of the men; their numbers must be those of the table.
func (g *grouping) index(m men) (uint64, bool) {
	var sq [maxMen]int
	for i, code := range g.pieces[:g.n] {
		b := &m[code>>3&1][(code-1)&7%6]
		sq[i] = bits.TrailingZeros64(*b) & 63
		*b &= *b - 1
	}
	lead := g.length[0]
	var first uint64
	if g.pawns {
		first = g.leadingPawns(&sq, lead)
	} else {
		orient(sq[:g.n], lead)
		if lead == 3 {
			first = threeMen(sq[0], sq[1], sq[2])
		} else if i := twoKings[triangle[sq[0]]][sq[1]]; i >= 0 {
			first = uint64(i)
		} else {
			return 0, false
		}
	}
	index := first * g.factor[0]
	start := lead
	for i := 1; i < g.groups; i++ {
		end := start + g.length[i]
		group := sq[start:end]
		slices.Sort(group)
		var sum uint64
		for j, s := range group {
			free := s
			for _, earlier := range sq[:start] {
				if earlier < s {
					free--
				}
			}
			if i == 1 && g.twoPawns {
				free -= 8 // pawns don't stand on the first rank
			}
			sum += binomial[j+1][free&63]
		}
		index += sum * g.factor[i]
		start = end
	}
	return index, index < g.size
}

// leadingPawns brings the leading pawn to sq[0] and to the files a to d, mirroring all men,
// and returns the index of the first lead pawns.
func (g *grouping) leadingPawns(sq *[maxMen]int, lead int) uint64 {
	for i := 1; i < lead; i++ {
		if pawnOrder[sq[i]] > pawnOrder[sq[0]] {
			sq[0], sq[i] = sq[i], sq[0]
		}
	}
	if sq[0]&7 > 3 {
		for i := range sq[:g.n] {
			sq[i] ^= 7
		}
	}
	index := leadPawn[lead][sq[0]]
	for i := 2; i < lead; i++ { // insertion sort by pawnOrder, ascending
		for j := i; j > 1 && pawnOrder[sq[j]] < pawnOrder[sq[j-1]]; j-- {
			sq[j], sq[j-1] = sq[j-1], sq[j]
		}
	}
	for i := 1; i < lead; i++ {
		index += binomial[i][pawnOrder[sq[i]]]
	}
	return index
}

// orient mirrors all squares so that the first lies in the triangle a1-d1-d4. Of the first lead
// squares, the first one that is not on the diagonal a1-h8 then lies below it.
func orient(sq []int, lead int) {
	flip := 0
	if sq[0]&7 > 3 {
		flip ^= 7
	}
	if sq[0]>>3 > 3 {
		flip ^= 56
	}
	for i := range sq {
		sq[i] ^= flip
	}
	for _, s := range sq[:lead] {
		if d := offDiagonal(s); d > 0 {
			for i, s := range sq {
				sq[i] = s>>3 | s&7<<3
			}
			return
		} else if d < 0 {
			return
		}
	}
}

// threeMen returns the index of three different men after orient. Four ranges follow one another:
// a below the diagonal (6*63*62 indices); a on it, b below (4*28*62); a and b on it, c below
// (4*7*28); all three on it (4*7*6).
func threeMen(a, b, c int) uint64 {
	skipB, skipC := 0, 0
	if b > a {
		skipB = 1
	}
	if c > a {
		skipC++
	}
	if c > b {
		skipC++
	}
	var i int
	switch {
	case offDiagonal(a) != 0:
		i = (int(triangle[a])*63+b-skipB)*62 + c - skipC
	case offDiagonal(b) != 0:
		i = (6*63+a>>3*28+int(lower[b]))*62 + c - skipC
	case offDiagonal(c) != 0:
		i = 6*63*62 + 4*28*62 + a>>3*7*28 + (b>>3-skipB)*28 + int(lower[c])
	default:
		i = 6*63*62 + 4*28*62 + 4*7*28 + a>>3*7*6 + (b>>3-skipB)*6 + c>>3 - skipC
	}
	return uint64(i)
}
