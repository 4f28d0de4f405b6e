package games

import "math/bits"

// TicTacToe is a position of tic-tac-toe. It has a bit for each square that X, the first player, or
// O has taken, with rows from the top and squares from the left. The zero value is the empty board.
// Moves are square numbers, 0 to 8.
type TicTacToe struct{ x, o uint16 }

// ticTacToeLines are the eight rows of three.
var ticTacToeLines = [8]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421}

// Moves returns the empty squares.
func (t TicTacToe) Moves() []int {
	var moves []int
	for s := range 9 {
		if (t.x|t.o)>>s&1 == 0 {
			moves = append(moves, s)
		}
	}
	return moves
}

// Play puts the mover's sign on a square.
func (t TicTacToe) Play(square int) TicTacToe {
	if t.Turn() > 0 {
		t.x |= 1 << square
	} else {
		t.o |= 1 << square
	}
	return t
}

// Terminal reports whether someone has three in a row or the board is full.
func (t TicTacToe) Terminal() bool { return t.stones() == 9 || threeInRow(t.x) || threeInRow(t.o) }

// Value is 0 without a winner. A win is worth 10 minus the signs on the board, so an earlier win is
// worth more.
func (t TicTacToe) Value() int {
	switch {
	case threeInRow(t.x):
		return 10 - t.stones()
	case threeInRow(t.o):
		return t.stones() - 10
	}
	return 0
}

// Turn is +1 if X is to move, -1 if O is.
func (t TicTacToe) Turn() int { return 1 - 2*(t.stones()&1) }

// Key is the position itself.
func (t TicTacToe) Key() uint64 { return uint64(t.x)<<16 | uint64(t.o) }

// Rate prefers the squares that lie on more lines: the centre, then the corners.
func (t TicTacToe) Rate(square int) int {
	lines := 0
	for _, line := range ticTacToeLines {
		lines += int(line >> square & 1)
	}
	return lines
}

func (t TicTacToe) stones() int { return bits.OnesCount16(t.x | t.o) }

func threeInRow(squares uint16) bool {
	for _, line := range ticTacToeLines {
		if squares&line == line {
			return true
		}
	}
	return false
}
