package games

import (
	"fmt"
	"math/bits"

	"sente/internal/splitmix"
)

// ConnectFour is a position of Connect Four, or of the same game with another length of line, on a
// board of any size up to 7 by 8. Moves are column numbers from the left.
type ConnectFour struct {
	board         *connectBoard
	first, second uint64 // men by square
}

// connectBoard is what all positions of one game share. Squares are numbered up the columns, from
// the left; a square that is always empty on top of each column keeps lines from running over.
type connectBoard struct {
	columns, rows int
	connect       int
	lines         []uint64
}

// NewConnectFour returns the empty board. A player wins with connect men in a row.
func NewConnectFour(columns, rows, connect int) (ConnectFour, error) {
	if columns < 1 || rows < 1 || columns > 7 || rows > 8 || // 7 columns of 8+1 squares fit 64 bits
		connect < 2 || connect > max(columns, rows) {
		return ConnectFour{}, fmt.Errorf("connect four: no game of %d on %d by %d",
			connect, columns, rows)
	}
	b := &connectBoard{columns: columns, rows: rows, connect: connect}
	for _, d := range [4][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		for column := range columns {
			for row := range rows {
				if line, ok := b.line(column, row, d[0], d[1]); ok {
					b.lines = append(b.lines, line)
				}
			}
		}
	}
	return ConnectFour{board: b}, nil
}

func (b *connectBoard) line(column, row, right, up int) (line uint64, ok bool) {
	for range b.connect {
		if column < 0 || column >= b.columns || row < 0 || row >= b.rows {
			return 0, false
		}
		line |= 1 << (column*(b.rows+1) + row)
		column, row = column+right, row+up
	}
	return line, true
}

// height is the number of men in a column.
func (c ConnectFour) height(column int) int {
	rows := c.board.rows
	return bits.OnesCount64((c.first | c.second) >> (column * (rows + 1)) & (1<<rows - 1))
}

// Moves returns the columns that are not full, from the left.
func (c ConnectFour) Moves() []int {
	var moves []int
	for column := range c.board.columns {
		if c.height(column) < c.board.rows {
			moves = append(moves, column)
		}
	}
	return moves
}

// Play drops the mover's man into a column.
func (c ConnectFour) Play(column int) ConnectFour {
	man := uint64(1) << (column*(c.board.rows+1) + c.height(column))
	if c.Turn() > 0 {
		c.first |= man
	} else {
		c.second |= man
	}
	return c
}

// Terminal reports whether someone has won or the board is full.
func (c ConnectFour) Terminal() bool {
	return c.men() == c.board.columns*c.board.rows || c.won(c.first) || c.won(c.second)
}

// winValue is more than any estimate: 56 squares have fewer than 200 lines of at most 7² each.
const winValue = 10000

// Value is winValue minus the number of men if the first player has won, so that an earlier win is
// better. A win of the second player is the negative of that, and a full board is 0. Otherwise each
// line on which only one side has men counts the square of their number.
func (c ConnectFour) Value() int {
	switch {
	case c.won(c.first):
		return winValue - c.men()
	case c.won(c.second):
		return c.men() - winValue
	}
	value := 0
	for _, line := range c.board.lines {
		first, second := bits.OnesCount64(c.first&line), bits.OnesCount64(c.second&line)
		if second == 0 {
			value += first * first
		}
		if first == 0 {
			value -= second * second
		}
	}
	return value
}

// Turn is +1 if the first player is to move, -1 if the second is.
func (c ConnectFour) Turn() int { return 1 - 2*(c.men()&1) }

// Key mixes the men of both sides.
func (c ConnectFour) Key() uint64 { return splitmix.Mix(c.first) + 3*splitmix.Mix(^c.second) }

// Rate prefers the columns in the middle.
func (c ConnectFour) Rate(column int) int {
	return -abs(2*column - (c.board.columns - 1))
}

func (c ConnectFour) men() int { return bits.OnesCount64(c.first | c.second) }

func (c ConnectFour) won(men uint64) bool {
	for _, step := range [4]int{1, c.board.rows + 1, c.board.rows + 2, c.board.rows} {
		row := men
		for i := 1; i < c.board.connect; i++ {
			row &= men >> (i * step)
		}
		if row != 0 {
			return true
		}
	}
	return false
}

func abs(x int) int { return max(x, -x) }
