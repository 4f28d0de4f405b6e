package eval

import "sente/board"

// Terms besides men and squares, in centipawns.
const (
	bishopPairMiddle = 19
	bishopPairEnd    = 68
	tempo            = 7 // for having the move
)

// Material returns the evaluation by material and squares in centipawns for the side to move,
// computed from scratch. It is defined in every legal position, in check too, and its size is
// below the decisive scores.
func Material(p *board.Position) int { return finish(p, sumSquares(p)) }

// sumSquares adds up the worth of all men from White's side.
func sumSquares(p *board.Position) worth {
	var sum worth
	for men := p.Occupied(); men != 0; {
		s := men.Pop()
		sum += squareTable[p.PieceOn(s)&15][s&63]
	}
	return sum
}

// apply returns w after the change of men that d holds.
func (w worth) apply(d *board.Delta) worth {
	for i := range d.Subs & 3 {
		w -= squareTable[d.Sub[i&1].Piece&15][d.Sub[i&1].Square&63]
	}
	for i := range d.Adds & 3 {
		w += squareTable[d.Add[i&1].Piece&15][d.Add[i&1].Square&63]
	}
	return w
}

// finish turns the sum of p's men into an evaluation for the side to move.
func finish(p *board.Position, sum worth) int {
	middle, end := sum.middle(), sum.end()
	pairs := 0
	if p.Pieces(board.White, board.Bishop).More() {
		pairs++
	}
	if p.Pieces(board.Black, board.Bishop).More() {
		pairs--
	}
	middle += pairs * bishopPairMiddle
	end += pairs * bishopPairEnd
	phase := min(sum.phase(), fullPhase) // more after promotions
	v := scaleMaterial(p, (middle*phase+end*(fullPhase-phase))/fullPhase)
	if p.SideToMove() == board.Black {
		v = -v
	}
	return clampEval(v + tempo)
}
