package board

// IsLegal reports whether m, which may be any 16-bit value, is a legal move: whether Legal would
// list it. Moves from a hash table are checked with it.
func (p *Position) IsLegal(m Move) bool {
	us := p.side
	from, to := m.From(), m.To()
	pc := p.pieces[from]
	if pc == NoPiece || pc.Color() != us || m.Flag() == 6 || m.Flag() == 7 { // no such flags
		return false
	}
	king := p.King(us)
	if m.IsCastle() {
		kingside := m.Flag() == CastleKing
		return from == king && p.checkers == 0 && p.castling&right(us, kingside) != 0 &&
			to == p.rooks[rightIndex(us, kingside)] && p.canCastle(kingside)
	}
	occ := p.Occupied()
	them := us.Other()
	if m.IsEnPassant() {
		return pc.Kind() == Pawn && to == p.ep && PawnAttacks(us, from).Has(to) &&
			p.enPassantIsLegal(from, to)
	}
	if m.IsCapture() != p.colors[them&1].Has(to) || p.colors[us&1].Has(to) {
		return false
	}
	if pc.Kind() == Pawn {
		if !p.pawnReaches(m, occ) {
			return false
		}
	} else if m.Flag()&^Capture != Quiet || !attacksOf(pc.Kind(), from, occ).Has(to) {
		return false
	}
	if pc.Kind() == King {
		return !p.attacked(them, to, occ&^from.Bit())
	}
	if p.checkers != 0 {
		if p.checkers.More() || !(p.checkers | Between(king, p.checkers.First())).Has(to) {
			return false
		}
	}
	return !p.pinned.Has(from) || Line(king, from).Has(to)
}

// pawnReaches reports whether the pawn move m, not en passant, fits the board: direction, free
// squares, and a promotion exactly on the last rank. The caller has checked that the target square
// fits the capture flag.
func (p *Position) pawnReaches(m Move, occ Bitboard) bool {
	us, from, to := p.side, m.From(), m.To()
	if m.IsPromotion() != (rank1 | rank8).Has(to) {
		return false
	}
	if m.IsCapture() {
		return PawnAttacks(us, from).Has(to)
	}
	one := from.Bit().forward(us)
	if m.IsDoublePush() {
		return (rank2 | rank7).Has(from) && one&occ == 0 &&
			one.forward(us) == to.Bit() && !occ.Has(to)
	}
	return one == to.Bit() && one&occ == 0
}

// attacksOf returns the squares that a piece of kind k, not a pawn, attacks from s.
func attacksOf(k Kind, s Square, occ Bitboard) Bitboard {
	switch k {
	case Knight:
		return KnightAttacks(s)
	case Bishop:
		return BishopAttacks(s, occ)
	case Rook:
		return RookAttacks(s, occ)
	case Queen:
		return QueenAttacks(s, occ)
	}
	return KingAttacks(s)
}
