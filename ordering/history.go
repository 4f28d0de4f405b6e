package ordering

import "sente/board"

// History holds what one worker learned about moves in this game. No other worker touches it.
// The tables come first: if a History begins at the start of a cache line, so does each table row.
type History struct {
	butterfly    Butterfly
	capture      Capture
	continuation Continuation
	pawn         Pawn
	Weights      Weights        // of the rank of quiet moves; Clear keeps them
	scratch      board.MoveList // of the worker's pickers, between generating and ranking
}

// nothing stands for the table of a move that was not played; it is never written.
var nothing PieceTo

// noReplies stands for the continuations where none are known; it is never written.
var noReplies Continuations

// Continuation returns the table of replies to a move of piece pc to square to. Moves out of check
// and noisy moves have tables of their own. Keep the pointer in the frame of the move.
func (h *History) Continuation(inCheck, noisy bool, pc board.Piece, to board.Square) *PieceTo {
	return &h.continuation[index(inCheck)][index(noisy)][pc][to&63]
}

// Quiet returns the sum of all histories of quiet move m in p, within ±6*HistoryMax. Threats are
// p.Threats(). A Picker ranks by the same histories with Weights.
func (h *History) Quiet(p *board.Position, threats board.Bitboard,
	c *Continuations, m board.Move) int {
	pc, to := p.PieceOn(m.From()), m.To()
	v := int(*h.butterfly.at(p.SideToMove(), threats, m)) + int(*h.pawn.of(p).at(pc, to))
	for _, t := range c {
		if t != nil {
			v += int(*t.at(pc, to))
		}
	}
	return v
}

// Noisy returns the history of noisy move m in p, within ±HistoryMax.
func (h *History) Noisy(p *board.Position, m board.Move) int {
	return int(*h.capture.at(p.PieceOn(m.From()), m.To(), p.Captured(m).Kind()))
}

// UpdateQuiet adds bonus, a malus if negative, to all histories of quiet move m in p.
func (h *History) UpdateQuiet(p *board.Position, threats board.Bitboard,
	c *Continuations, m board.Move, bonus int) {
	pc, to := p.PieceOn(m.From()), m.To()
	update(h.butterfly.at(p.SideToMove(), threats, m), bonus)
	update(h.pawn.of(p).at(pc, to), bonus)
	c.Update(pc, to, bonus)
}

// UpdateNoisy adds bonus to the capture history of noisy move m in p.
func (h *History) UpdateNoisy(p *board.Position, m board.Move, bonus int) {
	update(h.capture.at(p.PieceOn(m.From()), m.To(), p.Captured(m).Kind()), bonus)
}

// Update adds bonus to the continuation histories of a move of piece pc to square to. The gravity
// of each comes from the mean of its own value and the sum of all values (shared gravity). So where
// all agree, none grows as far as it would alone.
func (c *Continuations) Update(pc board.Piece, to board.Square, bonus int) {
	sum := 0
	for _, t := range c {
		if t != nil {
			sum += int(*t.at(pc, to))
		}
	}
	for _, t := range c {
		if t != nil {
			updateBy(t.at(pc, to), bonus, (sum+int(*t.at(pc, to)))/2)
		}
	}
}

// UpdateButterfly adds bonus to the butterfly history alone, for quiet move m of colour c. Threats
// are the squares that c's opponent attacked before the move.
func (h *History) UpdateButterfly(c board.Color, threats board.Bitboard, m board.Move, bonus int) {
	update(h.butterfly.at(c, threats, m), bonus)
}

// of returns the table of p's pawn structure.
func (t *Pawn) of(p *board.Position) *PieceTo { return &t[p.PawnKey()%pawnSlots] }

// Clear forgets everything that was learned, for a new game.
func (h *History) Clear() {
	weights := h.Weights
	*h = History{} // clears in place; a value with the weights in it would be built on the stack
	h.Weights = weights
}
