package eval

import "sente/board"

// The coefficients of the model of WinModelFor, by powers of MaterialCount/64, in 1/256 centipawns.
// "datagen wdl" fits them to self-play; docs/wdl.md shows how well and says how to refit them.
var (
	winA = [4]int64{64309, -176487, 227781, -93541}
	winB = [4]int64{13921, -31973, 44935, -16863}
)

// The range of MaterialCount that the model was fitted in. A count outside becomes the nearer end.
const (
	LeastMaterial = 10
	MostMaterial  = 78
)

// MaterialCount returns the phase of the game, by which WinModelFor chooses the model. It counts
// the men of both sides: pawn 1, knight and bishop 3, rook 5, queen 9. The starting position has
// 78.
func MaterialCount(p *board.Position) int {
	minors := p.ByKind(board.Knight) | p.ByKind(board.Bishop)
	return p.ByKind(board.Pawn).Count() + 3*minors.Count() +
		5*p.ByKind(board.Rook).Count() + 9*p.ByKind(board.Queen).Count()
}

// WinModel tells what scores mean in one phase of the game. The chance to win with a score s is
// 1/(1+exp((a-s)/b)). The chance to lose with s is the chance to win with -s (the logistic model in
// use since Stockfish 12, 2020). It computes with integers only, so that every platform gives the
// same result. WinModelFor makes one; the zero value is not valid.
type WinModel struct{ a, b int64 } // in 1/modelParts centipawns

// The units of the model.
const (
	modelParts = 256
	evenChance = 100  // the centipawns shown for a score at which half of the games are won
	certain    = 1000 // permille
)

// WinModelFor returns the model for p and the positions of a search from p.
func WinModelFor(p *board.Position) WinModel {
	m := max(LeastMaterial, min(MaterialCount(p), MostMaterial))
	return winModel(int64(m))
}

func winModel(m int64) WinModel { return WinModel{a: cubic(&winA, m), b: cubic(&winB, m)} }

// cubic evaluates a polynomial at m/64. Each term is multiplied by 64³ = 1<<18, so that no bit is
// lost before the last shift.
func cubic(c *[4]int64, m int64) int64 {
	return (c[0]<<18 + c[1]*m<<12 + c[2]*m*m<<6 + c[3]*m*m*m) >> 18
}

// Centipawns returns a score as it is shown to people: 100 is where half of the games are won.
// Mates and tablebase wins stay as they are, and nothing else reaches them.
func (w WinModel) Centipawns(score int) int {
	if IsDecisive(score) {
		return score
	}
	half := w.a / 2
	if score < 0 {
		half = -half
	}
	return clampEval(int((int64(score)*modelParts*evenChance + half) / w.a))
}

// Score returns the score that is shown as the given centipawns. It undoes Centipawns, up to
// rounding.
func (w WinModel) Score(centipawns int) int {
	if IsDecisive(centipawns) {
		return centipawns
	}
	half := int64(modelParts * evenChance / 2)
	if centipawns < 0 {
		half = -half
	}
	return clampEval(int((int64(centipawns)*w.a + half) / (modelParts * evenChance)))
}

// WDL returns the chances to win, to draw and to lose that go with a score, for the side whose
// score it is, in permille; their sum is 1000. Mates and tablebase wins leave no doubt.
func (w WinModel) WDL(score int) (win, draw, loss int) {
	switch {
	case !IsDecisive(score):
		win, loss = w.chance(score), w.chance(-score)
	case score > 0:
		win = certain
	default:
		loss = certain
	}
	return win, certain - win - loss, loss
}

// chance returns the chance to win with a score, in permille.
func (w WinModel) chance(score int) int {
	x := (int64(score)*modelParts - w.a) * logisticStep * logisticParts / w.b
	if x < 0 {
		return int((certain*(logisticOne-logistic(-x)) + logisticOne/2) / logisticOne)
	}
	return int((certain*logistic(x) + logisticOne/2) / logisticOne)
}

// The logistic function in fixed point.
const (
	logisticOne   = 1 << 24
	logisticStep  = 16                // entries of logisticTable per 1
	logisticParts = 256               // parts of a step
	logisticEnd   = 16 * logisticStep // index from where on the function is 1
)

// logisticTable holds 1/(1+exp(-i/logisticStep)) in parts of logisticOne.
var logisticTable = makeLogistic()

func makeLogistic() (table [logisticEnd + 1]int64) {
	const (
		one   = 1 << 30
		decay = 1008687096 // exp(-1/logisticStep) in parts of one
	)
	power := int64(one)
	for i := range table {
		table[i] = one * logisticOne / (one + power)
		power = power * decay / one
	}
	return table
}

// logistic returns the logistic function at x, 0 or more, which counts parts of a table step. It
// interpolates between two entries of the table: the error is below 1/20000.
func logistic(x int64) int64 {
	i, part := x/logisticParts, x%logisticParts
	if i >= logisticEnd {
		return logisticOne
	}
	return logisticTable[i] + (logisticTable[i+1]-logisticTable[i])*part/logisticParts
}
