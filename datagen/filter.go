package datagen

import (
	"sente/board"
	"sente/eval"
)

// Verdict is what a Filter says about a position.
type Verdict uint8

// The verdicts, in the order in which Judge tests them.
const (
	Kept Verdict = iota
	DropUnscored
	DropMate
	DropPly
	DropPieces
	DropScore
	DropNoisy
	DropCheck
	numVerdicts
)

// String names the verdict for people.
func (v Verdict) String() string {
	return [...]string{"kept", "no score", "mate score", "early ply", "few pieces",
		"lopsided score", "tactical best move", "in check", "?"}[min(v, numVerdicts)]
}

// A Filter chooses the positions that a network can learn from. They must be quiet: there the
// search asks for a static evaluation, and the score does not come from a combination. Begin with
// DefaultFilter. The zero Filter keeps only positions with a score of 0. (In a train.Filter a
// MaxScore of 0 means no limit.)
type Filter struct {
	MinPly    int  // plies from the start of the game, by move number
	MinPieces int  // kings counted
	MaxScore  int  // centipawns, for either side; 0: only scores of 0 are kept
	KeepNoisy bool // keep positions whose best move captures or promotes
	KeepCheck bool // keep positions in check
}

// DefaultFilter returns the usual filter. It suits games that begin with 8 or 9 random plies.
func DefaultFilter() Filter { return Filter{MinPly: 16, MinPieces: 4, MaxScore: 3000} }

// Judge returns Kept, or the first reason to drop position p. m is its best move, or board.NoMove
// if that is not known. score is White's.
func (f *Filter) Judge(p *board.Position, m board.Move, score int) Verdict {
	switch {
	case score == NoScore:
		return DropUnscored
	case eval.IsDecisive(score):
		return DropMate
	case p.Ply() < f.MinPly:
		return DropPly
	case p.Occupied().Count() < f.MinPieces:
		return DropPieces
	case score > f.MaxScore || score < -f.MaxScore:
		return DropScore
	case !f.KeepNoisy && tactical(m):
		return DropNoisy
	case !f.KeepCheck && p.InCheck():
		return DropCheck
	}
	return Kept
}

// tactical reports whether m captures or promotes.
func tactical(m board.Move) bool { return m.IsCapture() || m.IsPromotion() }

// Verdicts counts verdicts.
type Verdicts [numVerdicts]int64

// Total returns how many positions were judged.
func (v *Verdicts) Total() (n int64) {
	for _, c := range v {
		n += c
	}
	return n
}

func (v *Verdicts) add(o *Verdicts) {
	for i, c := range o {
		v[i] += c
	}
}
