package board

import "sente/internal/invariant"

// checkMake panics, in builds with -tags invariants, when Make was given a move that is not legal
// or left next in a state that does not follow from its men, side to move and castling rights, as
// it does when a position is parsed. Counters and delta are not checked.
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
	fresh := next.rebuilt()
	if m.IsDoublePush() {
		fresh.allowEnPassant(m.To() ^ 8)
	}
	switch {
	case next.kinds != fresh.kinds || next.colors != fresh.colors:
		return "men"
	case next.attacked(us, next.King(them), next.Occupied()):
		return "king left in check"
	case next.castling != fresh.castling || next.castlers != fresh.castlers:
		return "castling"
	case next.checkers != fresh.checkers || next.pinned != fresh.pinned:
		return "checks"
	case next.ep != fresh.ep:
		return "en passant"
	case next.keys != fresh.keysFromScratch():
		return "keys"
	}
	return ""
}

// rebuilt returns the position of p's mailbox, side and those of its castling rights that have
// their rook, without an en-passant square. It does not allocate.
func (p *Position) rebuilt() Position {
	fresh := Position{rooks: p.rooks, side: p.side, ep: NoSquare}
	for s, pc := range p.pieces {
		fresh.pieces[s] = NoPiece
		if pc != NoPiece {
			fresh.put(pc, Square(s))
		}
	}
	for i, rook := range p.rooks {
		if p.castling>>i&1 == 1 && fresh.pieces[rook] == NewPiece(Color(i/2), Rook) {
			fresh.castling |= 1 << i
		}
	}
	fresh.setCastlers()
	fresh.setChecks()
	return fresh
}
