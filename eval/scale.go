package eval

import "sente/board"

// ScaleFifty draws a score towards 0 as the fifty-move rule comes near: by half when a draw can be
// claimed. The clock counts plies.
func ScaleFifty(score, clock int) int {
	const whole = 2 * board.FiftyMoves
	return score * (whole - min(clock, board.FiftyMoves)) / whole
}

// drawishDivisor divides an advantage that can't be turned into a win by force.
const drawishDivisor = 8

// scaleMaterial returns v, which is from White's side, divided by drawishDivisor if the side ahead
// cannot expect to win. That is so if it has no pawns and either its pieces are worth at most a
// bishop more than the other side's, or they are only knights, two at most.
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

// nonPawns returns the worth in centipawns of c's men other than pawns.
func nonPawns(p *board.Position, c board.Color) int {
	sum := 0
	for k := board.Knight; k <= board.Queen; k++ {
		sum += p.Pieces(c, k).Count() * pieceValues[k]
	}
	return sum
}
