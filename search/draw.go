package search

import (
	"sente/board"
	"sente/eval"
)

// leastReturn is the least number of plies after which a position can come back.
const leastReturn = 4

// isDraw reports whether the position at ply is drawn by rule: fifty moves (mate comes first), too
// little material, or repetition. See isRepetition for near.
func (w *worker) isDraw(ply, near int) bool {
	p := &w.pos[ply]
	if p.HalfmoveClock() >= board.FiftyMoves && (!p.InCheck() || p.HasLegalMove()) {
		return true
	}
	return p.InsufficientMaterial() || w.isRepetition(ply, near)
}

// threefold is the value of near for which one earlier occurrence is never enough: it takes two.
const threefold = 0

// isRepetition reports whether the position at ply occurred before: once within the last near
// plies, or twice anywhere, the game before the root included. So near = ply asks for a repetition
// within the search's line, and threefold for one that ends a game.
//
// The look back goes on past a null move, though nobody can pass in a game. If one side passes and
// both return to an earlier position, nothing was gained, and the line scores as a draw. Stopping
// at the null move is as strong (0 ± 9 Elo, docs/experiments/search-changes.md), but needs another
// counter.
func (w *worker) isRepetition(ply, near int) bool {
	at := w.rootKey + ply
	key := w.keys[at]
	back := min(w.pos[ply].HalfmoveClock(), at)
	seen := 0
	for i := leastReturn; i <= back; i += 2 {
		if w.keys[at-i] != key {
			continue
		}
		if seen++; i <= near || seen == 2 {
			return true
		}
	}
	return false
}

// improvesByRepetition reports whether a draw is more than alpha and the side to move at ply can
// have one by a repetition.
func (w *worker) improvesByRepetition(ply, alpha int) bool {
	return alpha < eval.Draw && w.canRepeat(ply)
}

// canRepeat reports whether one move of the side to move at ply leads back to an earlier position
// of the search's line, root included. The side then has at least a draw (upcoming repetition: van
// Kervinck).
func (w *worker) canRepeat(ply int) bool {
	p := &w.pos[ply]
	at := w.rootKey + ply
	return p.CanRepeat(w.keys[at-min(p.HalfmoveClock(), ply) : at+1])
}

// drawnAfter returns after how many moves of line the game ends by threefold repetition, fifty
// moves or lack of material; the moves after that mean nothing. If the game does not end it returns
// the length of line. It plays the moves in w.pos and w.keys, from the root on.
func (w *worker) drawnAfter(line []board.Move) int {
	for i, m := range line {
		w.step(i, m)
		if w.isDraw(i+1, threefold) {
			return i + 1
		}
	}
	return len(line)
}

// step makes move m at ply as play does, but only what a position that is not searched needs.
func (w *worker) step(ply int, m board.Move) {
	w.pos[ply].Make(m, &w.pos[ply+1])
	w.keys[w.rootKey+ply+1] = w.pos[ply+1].Key()
}
