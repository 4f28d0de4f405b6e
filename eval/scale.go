package eval

import "sente/board"

// ScaleFifty draws a score towards 0 as the fifty-move rule comes near: by half when a draw can be
// claimed. The clock counts plies.
func ScaleFifty(score, clock int) int {
	const half = 2 * board.FiftyMoves
	return score * (half - min(clock, board.FiftyMoves)) / half
}

// drawishDivisor divides an advantage that can't be turned into a win by force.
const drawishDivisor = 8

// scaleMaterial returns v, from White's side, made small where the side that is ahead cannot expect
// to win: it has no pawns left, and is ahead by no more than a bishop or has nothing but one or two
// knights.
func scaleMaterial(p *board.Position, v int) int {
	ahead := board.White
	if v < 0 {
		ahead = board.Black
	}
	if p.Pieces(ahead, board.Pawn) != 0 {
		return v
	}
	lead := nonPawns(p, ahead) - nonPawns(p, ahead.Other())
	knights := p.Pieces(ahead, board.Knight)
	onlyKnights := p.ByColor(ahead) == knights|p.Pieces(ahead, board.King)
	if lead <= pieceValues[board.Bishop] || onlyKnights && knights.Count() <= 2 {
		return v / drawishDivisor
	}
	return v
}

// nonPawns returns the worth in centipawns of c's men but its pawns.
func nonPawns(p *board.Position, c board.Color) int {
	sum := 0
	for k := board.Knight; k <= board.Queen; k++ {
		sum += p.Pieces(c, k).Count() * pieceValues[k]
	}
	return sum
}
