package board

import "sente/internal/invariant"

// checkMake panics, in builds with -tags invariants, if m is not legal in p. It also panics if next
// differs from a position that is set up anew from next's men and from the castling rights that m
// leaves. It does not check counters and delta.
func (p *Position) checkMake(m Move, next *Position) {
	if broken := p.brokenByMake(m, next); broken != "" {
		invariant.Check(false, "%s: Make(%s) in %s", broken, m.UCI(true), p.ShredderFEN())
	}
}

// checkNull does for MakeNull what checkMake does for Make.
func (p *Position) checkNull(next *Position) {
	if broken := p.brokenByNull(next); broken != "" {
		invariant.Check(false, "%s: MakeNull in %s", broken, p.ShredderFEN())
	}
}

// brokenByMake names what is wrong with next, the position after m; "" if nothing is.
func (p *Position) brokenByMake(m Move, next *Position) string {
	if !p.IsLegal(m) {
		return "illegal move"
	}
	fresh := next.rebuilt(p.side.Other(), p.rightsAfter(m))
	if m.IsDoublePush() {
		fresh.allowEnPassant(m.To() ^ 8)
	}
	return next.differs(&fresh)
}

// brokenByNull does for MakeNull what brokenByMake does for Make.
func (p *Position) brokenByNull(next *Position) string {
	if p.checkers != 0 {
		return "passing in check"
	}
	fresh := p.rebuilt(p.side.Other(), p.castling)
	return next.differs(&fresh)
}

// differs names the first part of p that is not as in fresh, or says that a king was left in check;
// "" if all is well.
func (p *Position) differs(fresh *Position) string {
	us, them := p.side, p.side.Other()
	switch {
	case p.side != fresh.side:
		return "side to move"
	case p.kinds != fresh.kinds || p.colors != fresh.colors:
		return "men"
	case p.attacked(us, p.King(them), p.Occupied()):
		return "king left in check"
	case p.castling != fresh.castling || p.castlers != fresh.castlers:
		return "castling"
	case p.checkers != fresh.checkers || p.pinned != fresh.pinned:
		return "checks"
	case p.ep != fresh.ep:
		return "en passant"
	case p.keys != fresh.keysFromScratch():
		return "keys"
	}
	return ""
}

// rightsAfter returns p's castling rights without those whose king or rook stands on a square of m.
func (p *Position) rightsAfter(m Move) Castling {
	rights := p.castling
	for i, rook := range p.rooks {
		if (rook.Bit()|p.King(Color(i/2)).Bit())&(m.From().Bit()|m.To().Bit()) != 0 {
			rights &^= 1 << i
		}
	}
	return rights
}

// rebuilt sets up a position anew, from p's mailbox and the given side to move and castling rights.
// It has no en-passant square. It does not allocate.
func (p *Position) rebuilt(side Color, rights Castling) Position {
	fresh := Position{rooks: p.rooks, castling: rights, side: side, ep: NoSquare}
	fresh.setMen(&p.pieces)
	fresh.setCastlers()
	fresh.setChecks()
	return fresh
}
