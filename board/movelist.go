package board

import "slices"

// MoveList is a list of up to 256 moves without heap memory. The generator never writes more. The
// largest known number of legal moves is 218, for the men that a game can have. The generator
// appends: Clear a list before you use it again.
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
