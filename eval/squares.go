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

// squareTable holds the worth of every piece on every square from White's side: Black's values
// are negative and mirrored. The phase counts the same for both.
var squareTable = makeSquareTable()

func makeSquareTable() (t [16][64]worth) {
	for k := board.Pawn; k <= board.King; k++ {
		for s := range board.NoSquare {
			file, rank := min(s.File(), 7-s.File()), s.Rank() // the wings are alike
			middle, end, phase := men[k].middle[rank][file], men[k].end[rank][file], men[k].phase
			t[board.NewPiece(board.White, k)][s] = newWorth(middle, end, phase)
			t[board.NewPiece(board.Black, k)][s.Flip()] = newWorth(-middle, -end, phase)
		}
	}
	return t
}

// men gives each kind's share of the phase and its worth in centipawns, in the middlegame and in
// the endgame, by rank from the own side and by file from the edge to the centre. The numbers are a
// logistic regression (Texel's method: Österlund, 2014) of game results and search scores of 6.5
// million quiet positions, smoothed between neighbouring squares.
var men = [6]struct {
	phase       int
	middle, end [8][4]int
}{
	board.Pawn: {
		phase: 0,
		middle: [8][4]int{
			{0, 0, 0, 0},
			{29, 71, 70, 49},
			{40, 80, 71, 65},
			{42, 77, 76, 86},
			{55, 90, 90, 101},
			{78, 99, 109, 128},
			{125, 120, 126, 136},
			{0, 0, 0, 0},
		},
		end: [8][4]int{
			{0, 0, 0, 0},
			{118, 131, 125, 131},
			{110, 120, 110, 111},
			{116, 121, 111, 101},
			{125, 132, 123, 115},
			{162, 175, 164, 158},
			{203, 223, 224, 215},
			{0, 0, 0, 0},
		},
	},
	board.Knight: {
		phase: 1,
		middle: [8][4]int{
			{246, 254, 256, 261},
			{253, 268, 280, 278},
			{260, 290, 293, 300},
			{293, 298, 309, 311},
			{314, 310, 334, 334},
			{309, 332, 346, 361},
			{290, 309, 332, 336},
			{262, 292, 306, 318},
		},
		end: [8][4]int{
			{228, 235, 248, 261},
			{235, 248, 262, 270},
			{245, 261, 275, 288},
			{256, 268, 283, 286},
			{258, 268, 279, 281},
			{240, 251, 265, 268},
			{222, 234, 247, 247},
			{200, 221, 233, 234},
		},
	},
	board.Bishop: {
		phase: 1,
		middle: [8][4]int{
			{294, 295, 274, 275},
			{302, 308, 298, 292},
			{298, 309, 305, 304},
			{301, 306, 309, 319},
			{307, 307, 329, 336},
			{313, 328, 331, 341},
			{298, 313, 315, 316},
			{293, 299, 301, 305},
		},
		end: [8][4]int{
			{258, 249, 256, 264},
			{258, 265, 265, 276},
			{266, 270, 278, 286},
			{259, 270, 280, 276},
			{259, 271, 267, 278},
			{259, 259, 270, 271},
			{253, 262, 262, 259},
			{261, 260, 257, 257},
		},
	},
	board.Rook: {
		phase: 2,
		middle: [8][4]int{
			{348, 357, 377, 403},
			{340, 354, 368, 380},
			{349, 366, 369, 377},
			{360, 370, 376, 388},
			{383, 391, 403, 412},
			{407, 412, 425, 430},
			{426, 428, 443, 450},
			{438, 439, 443, 446},
		},
		end: [8][4]int{
			{470, 484, 481, 474},
			{473, 477, 481, 481},
			{479, 485, 487, 487},
			{485, 487, 486, 485},
			{483, 491, 491, 492},
			{486, 488, 488, 486},
			{486, 487, 491, 496},
			{482, 483, 487, 489},
		},
	},
	board.Queen: {
		phase: 4,
		middle: [8][4]int{
			{926, 920, 916, 922},
			{924, 927, 936, 930},
			{927, 931, 931, 924},
			{929, 930, 934, 929},
			{945, 939, 947, 945},
			{948, 955, 959, 962},
			{949, 951, 962, 962},
			{948, 951, 962, 959},
		},
		end: [8][4]int{
			{717, 711, 702, 698},
			{724, 721, 715, 719},
			{738, 741, 746, 749},
			{749, 757, 766, 773},
			{760, 769, 777, 782},
			{763, 772, 780, 784},
			{761, 770, 777, 779},
			{752, 763, 773, 770},
		},
	},
	board.King: {
		phase: 0,
		middle: [8][4]int{
			{48, 56, 5, 0},
			{29, 12, -19, -34},
			{-8, -14, -38, -48},
			{-18, -23, -35, -42},
			{-21, -22, -28, -33},
			{-21, -19, -21, -24},
			{-19, -18, -19, -22},
			{-19, -17, -19, -20},
		},
		end: [8][4]int{
			{-4, -13, -13, -32},
			{-2, 7, 17, 16},
			{3, 18, 22, 26},
			{12, 26, 31, 34},
			{28, 43, 43, 42},
			{36, 52, 48, 48},
			{41, 57, 54, 50},
			{44, 56, 53, 53},
		},
	},
}
