package board

import "fmt"

// validate refuses positions that chess cannot have, by their numbers of men or by their checks.
// Move lists and networks have no room for such positions. The sets, the mailbox and the side must
// be set. placement is the FEN's first field, for messages.
func (p *Position) validate(placement string) error {
	for c := White; c <= Black; c++ {
		name := [2]string{"White", "Black"}[c]
		if n := p.Pieces(c, King).Count(); n != 1 {
			return fenError("placement", placement, fmt.Sprintf("%s has %d kings", name, n))
		}
		pawns := p.Pieces(c, Pawn).Count()
		if pawns > 8 {
			return fenError("placement", placement, fmt.Sprintf("%s has %d pawns", name, pawns))
		}
		if n := p.colors[c].Count(); n > 16 {
			return fenError("placement", placement, fmt.Sprintf("%s has %d men", name, n))
		}
		promoted := max(p.Pieces(c, Queen).Count()-1, 0)
		for k := Knight; k <= Rook; k++ {
			promoted += max(p.Pieces(c, k).Count()-2, 0)
		}
		if promoted > 8-pawns {
			return fenError("placement", placement,
				fmt.Sprintf("%s has %d promoted pieces and %d pawns", name, promoted, pawns))
		}
	}
	if p.kinds[Pawn]&(rank1|rank8) != 0 {
		return fenError("placement", placement, "a pawn on the first or last rank")
	}
	us, them := p.side, p.side.Other()
	if p.attacked(us, p.King(them), p.Occupied()) {
		return fenError("side", us.String(), "the side not to move is in check")
	}
	checkers := p.AttackersTo(p.King(us), p.Occupied()) & p.colors[them]
	if !p.checkersCanStandTogether(checkers) {
		return fenError("placement", placement, "no move leads to these checks")
	}
	return nil
}

// checkersCanStandTogether reports whether one move may have given these checks. A move gives at
// most two checks. One of two is a discovered check, and only a slider can give that, so one of two
// checkers must be a slider. Nothing else is tested.
func (p *Position) checkersCanStandTogether(checkers Bitboard) bool {
	if checkers.Count() < 2 {
		return true
	}
	return checkers.Count() == 2 && checkers&^(p.kinds[Pawn]|p.kinds[Knight]) != 0
}
