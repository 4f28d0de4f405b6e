package eval

import "sente/board"

// worth is a value pair and a share of the game phase in one integer, so that one addition keeps
// all three: the middlegame value in the lowest 16 bits, the endgame value in the next 16, the
// phase above. The parts are added as numbers: a negative low part borrows from the next one.
type worth int64

func newWorth(middle, end, phase int) worth {
	return worth(middle) + worth(end)<<16 + worth(phase)<<32
}

func (w worth) middle() int { return int(int16(w)) }

func (w worth) end() int { return int(int16((w + 1<<15) >> 16)) }

func (w worth) phase() int { return int((w + 1<<15 + 1<<31) >> 32) }

// fullPhase is the phase of the starting position; 0 means kings and pawns only.
const fullPhase = 24

// base is what a kind is worth on an average square, in centipawns, and its share of the phase.
var base = [6]struct{ middle, end, phase int }{
	board.Pawn:   {82, 105, 0},
	board.Knight: {325, 300, 1},
	board.Bishop: {340, 320, 1},
	board.Rook:   {470, 540, 2},
	board.Queen:  {970, 980, 4},
	board.King:   {0, 0, 0},
}

// squareTable holds the worth of every piece on every square from White's side: Black's values
// are negative and mirrored. The phase counts the same for both.
var squareTable = makeSquareTable()

func makeSquareTable() (t [16][64]worth) {
	for k := board.Pawn; k <= board.King; k++ {
		for s := range board.NoSquare {
			middle, end := squareBonus(k, s.File(), s.Rank())
			middle += base[k].middle
			end += base[k].end
			t[board.NewPiece(board.White, k)][s] = newWorth(middle, end, base[k].phase)
			t[board.NewPiece(board.Black, k)][s.Flip()] = newWorth(-middle, -end, base[k].phase)
		}
	}
	return t
}

// squareBonus returns what standing on a square adds to White's piece, in centipawns, in the
// middlegame and in the endgame. The wings are alike.
func squareBonus(k board.Kind, file, rank int) (middle, end int) {
	f := min(file, 7-file)    // 0 on the edge files to 3 on d and e
	r := min(rank, 7-rank)    // 0 on the first and last rank to 3 on the fourth and fifth
	centre := f + r - 3       // -3 in a corner to 3 in the centre
	forward := max(rank-1, 0) // steps of a pawn
	switch k {
	case board.Pawn:
		middle = [8]int{0, 0, -2, 6, 12, 28, 60, 0}[rank] + [4]int{-8, -4, 0, 6}[f]
		if rank == 3 && f == 3 {
			middle += 14
		}
		if rank == 1 && f == 3 {
			middle -= 14 // an unmoved centre pawn
		}
		end = 4*forward*forward - 8 - 2*f
	case board.Knight:
		middle = 11*centre + 4*min(rank, 5) - 14
		end = 9*centre - 6
		if rank == 7 || rank == 0 {
			middle -= 10
		}
	case board.Bishop:
		middle = 5*centre + 2*min(rank, 4)
		end = 4 * centre
		if rank == 0 {
			middle -= 12
		}
		if file == rank || file == 7-rank {
			middle += 6
		}
	case board.Rook:
		middle = 5*f - 8
		if rank == 6 {
			middle += 18
		}
		end = 2 * min(rank, 6)
		if rank == 6 {
			end += 8
		}
	case board.Queen:
		middle = 2*centre - 2*min(rank, 4) + 4
		end = 8*centre + 2*min(rank, 5)
	case board.King:
		middle = -18*min(rank, 4) - [4]int{0, -4, 14, 26}[f]
		if rank == 0 && f <= 1 {
			middle += 20
		}
		end = 12*centre + 6
	}
	return middle, end
}
