package syzygy

import (
	"cmp"
	"runtime/debug"
	"slices"

	"sente/board"
)

// A RootMove is a legal move and what the tables say of it, for the side that plays it.
type RootMove struct {
	Move board.Move
	WDL  WDL // with the halfmove clock and repetitions taken into account, as far as Root can
	DTZ  int // plies to the next zeroing move, this move included; 0 if unknown or a draw
	Rank int // higher is better; the search chooses among moves of equal rank
}

// Ranks. A distance is far below rankStep.
const (
	rankStep   = 1 << 20
	rankWin    = 3 * rankStep // certain, whatever the clock
	rankEdge   = 2 * rankStep // won if the distance is not rounded down
	rankCursed = 1 * rankStep
)

// Root ranks the legal moves of p, best first. keys are the keys of the positions of the game
// since the last zeroing move, oldest first, without p's own. The ranking is by DTZ (byDTZ) or,
// when a DTZ file is missing, by outcome only. Then a search must find the way to win. It then sees
// a draw by the fifty-move rule or repetition only right after the move. When a position has been
// repeated, wins are ranked by distance, so that the game moves on.
//
// ok is false when p has no legal moves, and when the tables lack a position after one of them. A
// position that the fifty-move rule or repetition draws is not looked up. Root allocates.
func (t *Tables) Root(p *board.Position, keys []uint64) (moves []RootMove, byDTZ, ok bool) {
	if !t.covers(p) || !p.HasLegalMove() {
		return nil, false, false
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer missOnFault(&ok)
	moves, byDTZ = t.rootByDTZ(p, keys)
	if !byDTZ {
		if moves, ok = t.rootByWDL(p, keys); !ok {
			return nil, false, false
		}
	}
	slices.SortStableFunc(moves, func(a, b RootMove) int {
		// The nearest win and the longest loss come first.
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(a.DTZ, b.DTZ))
	})
	return moves, byDTZ, true
}

func (t *Tables) rootByDTZ(p *board.Position, keys []uint64) ([]RootMove, bool) {
	var list board.MoveList
	p.Legal(&list)
	moves := make([]RootMove, list.N)
	repeated := hasRepetition(p, keys)
	var child board.Position
	for i, m := range list.Slice() {
		p.Make(m, &child)
		d := 0
		if !drawnByRule(&child, keys) {
			var ok bool
			if d, ok = t.dtzAfter(p, m, &child); !ok {
				return nil, false
			}
		}
		moves[i] = RootMove{Move: m, DTZ: d}
		zeroed := child.HalfmoveClock() == 0 || child.IsCheckmate()
		moves[i].rank(p.HalfmoveClock(), zeroed, repeated)
	}
	return moves, true
}

// rank sets outcome and rank from the distance. zeroed says that the move resets the halfmove
// clock or mates.
func (r *RootMove) rank(clock int, zeroed, repeated bool) {
	d := r.DTZ
	switch {
	case d > 0 && d <= cursedDTZ && (zeroed || d+clock < board.FiftyMoves):
		r.WDL, r.Rank = Win, rankWin
		if repeated {
			r.Rank -= d
		}
	case d > 0 && d+clock == board.FiftyMoves:
		r.WDL, r.Rank = Win, rankEdge
	case d > 0:
		r.WDL, r.Rank = CursedWin, rankCursed-d
	case d < 0 && d >= -cursedDTZ && (zeroed || -d+clock <= board.FiftyMoves):
		r.WDL, r.Rank = Loss, -rankWin
		if -2*d+clock >= board.FiftyMoves { // the draw may be near: hold out
			r.Rank -= d
		}
	case d < 0:
		r.WDL, r.Rank = BlessedLoss, -rankCursed-d
	}
}

func (t *Tables) rootByWDL(p *board.Position, keys []uint64) ([]RootMove, bool) {
	var list board.MoveList
	p.Legal(&list)
	moves := make([]RootMove, list.N)
	var child board.Position
	for i, m := range list.Slice() {
		p.Make(m, &child)
		w := Draw
		if !drawnByRule(&child, keys) {
			var ok bool
			if w, ok = t.wdl(&child, Loss, Win); !ok {
				return nil, false
			}
		}
		ranks := [...]int{-rankWin, -rankCursed, 0, rankCursed, rankWin}
		moves[i] = RootMove{Move: m, WDL: -w, Rank: ranks[-w-Loss]}
	}
	return moves, true
}

// drawnByRule reports whether the game is drawn in p by the fifty-move rule or because p has
// occurred twice among keys.
func drawnByRule(p *board.Position, keys []uint64) bool {
	if p.HalfmoveClock() >= board.FiftyMoves && !p.IsCheckmate() {
		return true
	}
	if p.HalfmoveClock() == 0 {
		return false
	}
	n := 0
	for _, key := range keys {
		if key == p.Key() {
			n++
		}
	}
	return n >= 2
}

// hasRepetition reports whether p or any position of the game repeats an earlier one.
func hasRepetition(p *board.Position, keys []uint64) bool {
	for i, key := range keys {
		if key == p.Key() || slices.Contains(keys[:i], key) {
			return true
		}
	}
	return false
}
