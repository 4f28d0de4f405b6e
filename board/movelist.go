package board

import "slices"

// MoveList is a list of up to 256 moves without heap memory. 218 is the most legal moves known in a
// position with pieces that a game can reach; the generator never writes more than 256. It appends:
// a list that is used again needs Clear before.
type MoveList struct {
	Moves [256]Move
	N     int // how many of Moves are in use
}

// Add appends m. The list must not be full.
func (l *MoveList) Add(m Move) {
	l.Moves[l.N&255] = m
	l.N++
}

// Clear empties the list.
func (l *MoveList) Clear() { l.N = 0 }

// Slice returns the moves in the list; it shares the list's memory.
func (l *MoveList) Slice() []Move { return l.Moves[:l.N] }

// Contains reports whether m is in the list.
func (l *MoveList) Contains(m Move) bool { return slices.Contains(l.Slice(), m) }
