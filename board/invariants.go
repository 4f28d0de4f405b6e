package board

import "sente/internal/invariant"

// checkMake panics, in builds with -tags invariants, when Make was given a move that is not legal
// or left next in a state that the same position would not have if it had been parsed.
func (p *Position) checkMake(m Move, next *Position) {
	if broken := p.brokenByMake(m, next); broken != "" {
		invariant.Check(false, "%s: Make(%s) in %s", broken, m.UCI(true), p.ShredderFEN())
	}
}

// brokenByMake names what is wrong with next, the position after m; "" if nothing is.
func (p *Position) brokenByMake(m Move, next *Position) string {
	if !p.IsLegal(m) {
		return "illegal move"
	}
	us, them := next.side, next.side.Other()
	var kinds Bitboard
	for _, k := range next.kinds {
		if kinds&k != 0 {
			return "two men on a square"
		}
		kinds |= k
	}
	switch {
	case kinds != next.Occupied() || next.colors[White]&next.colors[Black] != 0:
		return "kinds and colours disagree"
	case next.keys != next.keysFromScratch():
		return "keys"
	case next.attacked(us, next.King(them), next.Occupied()):
		return "king left in check"
	case next.checkers != next.AttackersTo(next.King(us), next.Occupied())&next.colors[them]:
		return "checkers"
	}
	return ""
}
