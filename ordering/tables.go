// Package ordering decides in which order the search tries moves: static exchange evaluation,
// the histories that one worker learns while it searches, and the staged move picker.
package ordering

import "sente/board"

// HistoryMax bounds every history value: -HistoryMax to HistoryMax.
const HistoryMax = 16384

// pieces is the size of tables indexed by board.Piece. Rounding it up to 16 would save the bounds
// check of an index &15, but the tables' memory costs more than the check.
const pieces = 12

// Butterfly scores quiet moves by colour, by whether the square left and the square entered are
// attacked by the opponent, and by the two squares.
type Butterfly [2][2][2][64][64]int16

// Capture scores noisy moves by moving piece, target square and kind captured (NoKind for a
// promotion that takes nothing).
type Capture [pieces][64][8]int16

// PieceTo scores moves by moving piece and target square.
type PieceTo [pieces][64]int16

// Continuation holds a PieceTo for each earlier move by whether its side was in check, whether it
// was noisy, and by its piece and target square.
type Continuation [2][2][pieces][64]PieceTo

// pawnSlots is the number of pawn structures that Pawn tells apart, a power of two.
const pawnSlots = 1024

// Pawn holds a PieceTo for each pawn structure, by the low bits of its key.
type Pawn [pawnSlots]PieceTo

// Continuations are the tables of the moves played 1, 2, 4 and 6 plies before a node, nil where
// there is none (before the root, or a null move).
type Continuations [4]*PieceTo

// update adds bonus to a history value and pulls the value back towards 0. The pull grows with the
// value (gravity), so |value| never exceeds HistoryMax.
func update(value *int16, bonus int) {
	bonus = max(-HistoryMax, min(HistoryMax, bonus))
	v := int(*value)
	*value = int16(v + bonus - v*abs(bonus)/HistoryMax)
}

// updateBy adds bonus to a history value like update, but with the gravity of the value pull
// instead of its own.
func updateBy(value *int16, bonus, pull int) {
	bonus = max(-HistoryMax, min(HistoryMax, bonus))
	v := int(*value) + bonus - pull*abs(bonus)/HistoryMax
	*value = int16(max(-HistoryMax, min(HistoryMax, v)))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// at returns the entry of a move by its piece and target square.
func (t *PieceTo) at(pc board.Piece, to board.Square) *int16 { return &t[pc][to&63] }

// at returns the entry of a quiet move of colour c; threats are the squares its opponent attacks.
func (t *Butterfly) at(c board.Color, threats board.Bitboard, m board.Move) *int16 {
	from, to := m.From()&63, m.To()&63
	return &t[c&1][threats>>from&1][threats>>to&1][from][to]
}

// at returns the entry of a noisy move of piece pc that captures a man of kind k or nothing.
func (t *Capture) at(pc board.Piece, to board.Square, k board.Kind) *int16 {
	return &t[pc][to&63][k&7]
}
