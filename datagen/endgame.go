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

// tryEndgame makes one attempt for endgame. ok is false if the position is not legal, the side to
// move is in check or the game is over.
func tryEndgame(r *rand.Rand) (p board.Position, ok bool) {
	men := noMen()
	place := func(c board.Color, k board.Kind) {
		for {
			s := r.IntN(64)
			if men[s] == board.NoPiece && !(k == board.Pawn && (s < 8 || s >= 56)) {
				men[s] = board.NewPiece(c, k)
				return
			}
		}
	}
	place(board.White, board.King)
	place(board.Black, board.King)
	fewer := board.Color(r.IntN(2))
	for range 1 + r.IntN(4) { // pawns of each side; now and then one side gets fewer
		place(fewer.Other(), board.Pawn)
		if r.IntN(8) > 0 {
			place(fewer, board.Pawn)
		}
	}
	kinds := [...]board.Kind{board.Knight, board.Bishop, board.Rook, board.Rook, board.Queen}
	for range r.IntN(3) {
		white := kinds[r.IntN(len(kinds))]
		black := white
		if r.IntN(3) == 0 {
			black = kinds[r.IntN(len(kinds))]
		}
		place(board.White, white)
		place(board.Black, black)
	}
	p, err := board.FromMen(&men, board.Color(r.IntN(2)), 41)
	return p, err == nil && !p.InCheck() && p.HasLegalMove()
}
