package board

// CountLegal returns the number of legal moves without writing any. Perft and mate tests need only
// the number.
func (p *Position) CountLegal() int {
	us := p.side & 1
	own, theirs := p.colors[us], p.colors[us^1]
	occ := own | theirs
	king := (p.kinds[King] & own).First() & 63
	n := 0

	kingOcc := occ &^ king.Bit()
	for to := kingAttacks[king] &^ own; to != 0; {
		if !p.attacked(Color(us^1), to.Pop(), kingOcc) {
			n++
		}
	}
	if p.checkers.More() {
		return n
	}
	target := ^own
	if p.checkers != 0 {
		target = p.checkers | between[king][p.checkers.First()&63]
	} else if p.castling != NoCastling {
		if p.canCastle(true) {
			n++
		}
		if p.canCastle(false) {
			n++
		}
	}

	t := p.pawnTargets(king, target)
	const last = rank1 | rank8
	n += t.single.Count() + t.double.Count() + t.east.Count() + t.west.Count()
	if promotions := (t.single | t.east | t.west) & last; promotions != 0 {
		n += 3 * ((t.single & last).Count() + (t.east & last).Count() + (t.west & last).Count())
	}
	if p.ep != NoSquare {
		n += p.enPassantPawns().Count()
	}

	free := own &^ p.pinned
	for men := p.kinds[Knight] & free; men != 0; {
		n += (knightAttacks[men.Pop()&63] & target).Count()
	}
	diagonal, straight := p.kinds[Bishop]|p.kinds[Queen], p.kinds[Rook]|p.kinds[Queen]
	for men := diagonal & free; men != 0; {
		n += (BishopAttacks(men.Pop(), occ) & target).Count()
	}
	for men := straight & free; men != 0; {
		n += (RookAttacks(men.Pop(), occ) & target).Count()
	}
	if p.pinned != 0 {
		for men := diagonal & p.pinned; men != 0; {
			s := men.Pop()
			n += (BishopAttacks(s, occ) & target & lines[king][s&63]).Count()
		}
		for men := straight & p.pinned; men != 0; {
			s := men.Pop()
			n += (RookAttacks(s, occ) & target & lines[king][s&63]).Count()
		}
	}
	return n
}

// HasLegalMove reports whether the side to move has a legal move.
func (p *Position) HasLegalMove() bool { return p.CountLegal() > 0 }

// IsCheckmate reports whether the side to move is checkmated.
func (p *Position) IsCheckmate() bool { return p.InCheck() && !p.HasLegalMove() }
