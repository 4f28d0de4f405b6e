package search

import (
	"time"

	"sente/board"
)

// Root is what to search: a position, the game before it, and the moves to choose from.
type Root struct {
	Pos   board.Position
	Keys  []uint64     // Key of every earlier position since the last irreversible move, oldest first, without Pos
	Moves []board.Move // nil: all legal moves; empty but not nil: none, the answer is NoMove
}

// Limits says when a search ends: at the first limit that is reached, or at Stop. The zero Limits
// search until Stop or the greatest depth.
type Limits struct {
	Depth       int           // plies; 0: none
	Nodes       uint64        // exact with one thread; 0: none
	SoftNodes   uint64        // no new iteration begins once so many nodes were searched; 0: none
	Mate        int           // ends when a mate in at most so many moves is found; 0: none
	MoveTime    time.Duration // with HasMoveTime; zero or negative: move at once
	HasMoveTime bool
	Time, Inc   [2]time.Duration // clock and increment by board.Color; zero or negative: move at once
	HasTime     [2]bool          // whether Time is given
	MovesToGo   int              // moves to the next time control; 0: the clock is for the whole game
	Infinite    bool             // the answer waits for Stop
	Ponder      bool             // the answer, and the clock's limits, wait for PonderHit or Stop
	Start       time.Time        // when the clock began to run; zero: at Begin
}
