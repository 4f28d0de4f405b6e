package board

import "sente/internal/invariant"

// put places pc on the empty square s and updates sets and keys.
func (p *Position) put(pc Piece, s Square) {
	p.pieces[s&63] = pc
	p.kinds[pc.Kind()] |= s.Bit()
	p.colors[pc&1] |= s.Bit()
	p.keys.toggle(pc, s)
}

// take removes pc from s and updates sets and keys.
func (p *Position) take(pc Piece, s Square) {
	p.pieces[s&63] = NoPiece
	p.kinds[pc.Kind()] &^= s.Bit()
	p.colors[pc&1] &^= s.Bit()
	p.keys.toggle(pc, s)
}

// Make writes the position after the legal move m into next, which must not be p.
func (p *Position) Make(m Move, next *Position) {
	*next = *p
	us := p.side
	them := us.Other()
	from, to := m.From(), m.To()
	next.delta.Adds, next.delta.Subs = 0, 0
	next.halfmove++
	next.fullmove += uint16(us)
	if p.ep != NoSquare {
		next.keys.full ^= epKeys[p.ep&7]
		next.ep = NoSquare
	}
	pc := p.pieces[from]

	switch {
	case m.IsCastle():
		kingTo, rookTo := m.castleTargets()
		rook := NewPiece(us, Rook)
		next.take(pc, from)
		next.take(rook, to)
		next.put(pc, kingTo)
		next.put(rook, rookTo)
		next.delta.sub(pc, from)
		next.delta.sub(rook, to)
		next.delta.add(pc, kingTo)
		next.delta.add(rook, rookTo)
	default:
		if m.IsCapture() {
			at := to
			if m.IsEnPassant() {
				at ^= 8
			}
			captured := p.pieces[at&63]
			next.take(captured, at)
			next.delta.sub(captured, at)
			next.halfmove = 0
		}
		next.take(pc, from)
		next.delta.sub(pc, from)
		if m.IsPromotion() {
			pc = NewPiece(us, m.Promotion())
			next.halfmove = 0
		} else if pc.Kind() == Pawn {
			next.halfmove = 0
		}
		next.put(pc, to)
		next.delta.add(pc, to)
	}

	if p.castlers&(from.Bit()|to.Bit()) != 0 {
		next.loseRights(p.pieces[from], from, to)
	}
	next.side = them
	next.keys.full ^= sideKey
	next.setChecks()
	if m.IsDoublePush() {
		next.allowEnPassant(to ^ 8)
	}
	if invariant.On {
		p.checkMake(m, next)
	}
}

// After returns the position after m. Either m is legal in p, or m is NullMove and p is not in
// check. Make does the same for legal moves, but it saves copying the result.
func (p *Position) After(m Move) Position {
	var next Position
	if m == NullMove {
		p.MakeNull(&next)
	} else {
		p.Make(m, &next)
	}
	return next
}

// MakeNull writes the position after passing into next, which must not be p. The side to move
// must not be in check.
func (p *Position) MakeNull(next *Position) {
	*next = *p
	next.delta.Adds, next.delta.Subs = 0, 0
	next.halfmove++
	next.fullmove += uint16(p.side)
	if p.ep != NoSquare {
		next.keys.full ^= epKeys[p.ep&7]
		next.ep = NoSquare
	}
	next.side = p.side.Other()
	next.keys.full ^= sideKey
	next.setChecks()
	if invariant.On {
		p.checkNull(next)
	}
}

// loseRights removes the castling rights that end when pc leaves from and enters to.
func (p *Position) loseRights(pc Piece, from, to Square) {
	for i, rook := range p.rooks {
		if p.castling>>i&1 == 0 {
			continue
		}
		if rook == from || rook == to || pc == NewPiece(Color(i/2), King) {
			p.castling &^= 1 << i
			p.keys.full ^= rightKeys[i][rook.File()]
		}
	}
	p.setCastlers()
}

// setCastlers computes the kings and rooks that have a castling right.
func (p *Position) setCastlers() {
	p.castlers = 0
	for i, rook := range p.rooks {
		if p.castling>>i&1 == 1 {
			p.castlers |= rook.Bit() | p.kinds[King]&p.colors[i/2]
		}
	}
}

// allowEnPassant sets the en-passant square when the side to move has a legal capture on it.
func (p *Position) allowEnPassant(target Square) {
	men := pawnAttacks[p.side.Other()&1][target&63] & p.kinds[Pawn] & p.colors[p.side&1]
	for men != 0 {
		if p.enPassantIsLegal(men.Pop(), target) {
			p.ep = target
			p.keys.full ^= epKeys[target&7]
			return
		}
	}
}

// enPassantIsLegal reports whether the pawn on from may capture en passant on target. p.pinned is
// not enough: both pawns leave their squares at once, and they may be the only two men between the
// king and a slider.
func (p *Position) enPassantIsLegal(from, target Square) bool {
	us, them := p.side, p.side.Other()
	victim := target ^ 8
	king := p.King(us)
	occ := p.Occupied()&^(from.Bit()|victim.Bit()) | target.Bit()
	return p.AttackersTo(king, occ)&p.colors[them&1]&^victim.Bit() == 0
}
