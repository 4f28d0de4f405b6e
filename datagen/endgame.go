package datagen

import (
	"math/rand/v2"

	"sente/board"
)

// endgame draws a position with 3 to 14 men on random squares. The side to move is not in check.
// Openings.Draw adds a random move to half of these positions, so a lone king may then have
// captured a man. Mostly both sides have the same pieces; a search later rejects the lopsided
// positions. Games from such positions show endings to a network. Quick games that are adjudicated
// show few.
func endgame(r *rand.Rand) board.Position {
	for {
		if p, ok := tryEndgame(r); ok {
			return p
		}
	}
}

// tryEndgame makes one attempt for endgame. It may draw a position that is not legal.
func tryEndgame(r *rand.Rand) (board.Position, bool) {
	var on [64]byte
	place := func(man byte, pawn bool) {
		for {
			s := r.IntN(64)
			if on[s] == 0 && !(pawn && (s < 8 || s >= 56)) {
				on[s] = man
				return
			}
		}
	}
	place('K', false)
	place('k', false)
	more, fewer := byte('P'), byte('p')
	if r.IntN(2) == 0 {
		more, fewer = fewer, more
	}
	for range 1 + r.IntN(4) { // pawns of each side; now and then one side gets fewer
		place(more, true)
		if r.IntN(8) > 0 {
			place(fewer, true)
		}
	}
	for range r.IntN(3) {
		white := "NBRRQ"[r.IntN(5)]
		black := white
		if r.IntN(3) == 0 {
			black = "NBRRQ"[r.IntN(5)]
		}
		place(white, false)
		place(black|0x20, false)
	}
	return fromBoard(on, r.IntN(2) == 0)
}

// fromBoard returns the position with those men, given by letter. ok is false if it is not legal or
// the game is over there.
func fromBoard(on [64]byte, whiteMoves bool) (board.Position, bool) {
	fen := make([]byte, 0, 90)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if man := on[rank*8+file]; man != 0 {
				fen = append(fen, man)
			} else {
				fen = append(fen, '1')
			}
		}
		if rank > 0 {
			fen = append(fen, '/')
		}
	}
	side := " b - - 0 41"
	if whiteMoves {
		side = " w - - 0 41"
	}
	p, err := board.ParseFEN(string(fen) + side)
	return p, err == nil && !p.InCheck() && p.HasLegalMove()
}
