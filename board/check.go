package board

// GivesCheck reports whether the legal move m gives check.
func (p *Position) GivesCheck(m Move) bool {
	us, own := p.side, p.colors[p.side&1]
	king := p.King(us.Other())
	from, to := m.From(), m.To()
	if m.IsCastle() {
		kingTo, rookTo := m.castleTargets()
		occ := p.Occupied()&^(from.Bit()|to.Bit()) | kingTo.Bit() | rookTo.Bit()
		return RookAttacks(rookTo, occ).Has(king) ||
			p.discovers(king, occ, own&^(from.Bit()|to.Bit()))
	}
	kind := p.pieces[from].Kind()
	if m.IsPromotion() {
		kind = m.Promotion()
	}
	occ := p.Occupied()&^from.Bit() | to.Bit()
	switch kind {
	case Pawn:
		if PawnAttacks(us, to).Has(king) {
			return true
		}
	case King:
	default:
		if attacksOf(kind, to, occ).Has(king) {
			return true
		}
	}
	if m.IsEnPassant() {
		return p.discovers(king, occ&^(to^8).Bit(), own&^from.Bit())
	}
	return (emptyRook[king&63] | emptyBishop[king&63]).Has(from) &&
		p.discovers(king, occ, own&^from.Bit())
}

// discovers reports whether a slider among men attacks the king when occ is occupied.
func (p *Position) discovers(king Square, occ, men Bitboard) bool {
	return BishopAttacks(king, occ)&men&(p.kinds[Bishop]|p.kinds[Queen]) != 0 ||
		RookAttacks(king, occ)&men&(p.kinds[Rook]|p.kinds[Queen]) != 0
}

// Checks tell which moves of the side to move give check. They are found once for a position and
// then answer for all its moves.
type Checks struct {
	From     [8]Bitboard // by Kind: the squares from which it gives check; empty for the king
	blockers Bitboard    // own men, each the only one between an own slider and the king
	king     Square      // of the opponent
}

// Set finds the checks in p.
func (c *Checks) Set(p *Position) {
	us := p.side & 1
	own := p.colors[us]
	occ := own | p.colors[us^1]
	king := (p.kinds[King] &^ own).First() & 63
	bishop, rook := BishopAttacks(king, occ), RookAttacks(king, occ)
	c.king = king
	c.From[Pawn] = pawnAttacks[us^1][king]
	c.From[Knight] = knightAttacks[king]
	c.From[Bishop] = bishop
	c.From[Rook] = rook
	c.From[Queen] = bishop | rook
	c.blockers = 0
	diagonal, straight := (p.kinds[Bishop]|p.kinds[Queen])&own, (p.kinds[Rook]|p.kinds[Queen])&own
	for snipers := emptyBishop[king]&diagonal | emptyRook[king]&straight; snipers != 0; {
		if men := between[king][snipers.Pop()&63] & occ; !men.More() {
			c.blockers |= men & own
		}
	}
}

// unusual has a bit for each flag of castling, en passant and promotion: Given can't judge these.
const unusual = 1<<CastleKing | 1<<CastleQueen | 1<<EnPassant |
	1<<PromoKnight | 1<<PromoBishop | 1<<PromoRook | 1<<PromoQueen |
	1<<(PromoKnight|Capture) | 1<<(PromoBishop|Capture) |
	1<<(PromoRook|Capture) | 1<<(PromoQueen|Capture)

// Given returns p.GivesCheck(m), but faster. m is a legal move of p, and c was Set from p.
func (c *Checks) Given(p *Position, m Move) bool {
	if unusual>>m.Flag()&1 != 0 {
		return p.GivesCheck(m)
	}
	from, to := m.From(), m.To()
	return c.From[p.pieces[from].Kind()&7].Has(to) ||
		c.blockers.Has(from) && !lines[c.king&63][from].Has(to)
}
