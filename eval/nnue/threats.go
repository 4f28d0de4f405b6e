package nnue

import (
	"slices"

	"sente/board"
	"sente/eval/nnue/kernel"
)

// Threat inputs: besides the input of its kind and square, a man that is under threat switches on
// one that says so. So the accumulators know what a static evaluation otherwise has to work out:
// what hangs, and what must move. Kings have no threat inputs.

// The kinds of threats that a man can be under. A man is under one at most.
const (
	threatByLesser   = iota // a pawn attacks a piece, a minor piece a rook or queen, a rook a queen
	threatUndefended        // attacked otherwise, and no man of its side defends it
)

// ThreatKinds is the number of kinds of threats.
const ThreatKinds = 2

// Attacks are the squares that each colour's men attack, by what attacks them.
type Attacks [2]struct{ Pawn, Minor, Rook, All board.Bitboard }

// Add adds the squares that a man attacks when occ is occupied.
func (a *Attacks) Add(pc board.Piece, s board.Square, occ board.Bitboard) {
	by := &a[pc.Color()&1]
	var to board.Bitboard
	switch pc.Kind() {
	case board.Pawn:
		to = board.PawnAttacks(pc.Color(), s)
		by.Pawn |= to
	case board.Knight:
		to = board.KnightAttacks(s)
		by.Minor |= to
	case board.Bishop:
		to = board.BishopAttacks(s, occ)
		by.Minor |= to
	case board.Rook:
		to = board.RookAttacks(s, occ)
		by.Rook |= to
	case board.Queen:
		to = board.QueenAttacks(s, occ)
	default:
		to = board.KingAttacks(s)
	}
	by.All |= to
}

// set sets a to the attacks in p. Add for each man would do the same; kind by kind is faster.
func (a *Attacks) set(p *board.Position) {
	occ := p.Occupied()
	for c := range a {
		by, us := &a[c], p.ByColor(board.Color(c))
		by.Pawn = board.PawnAttackSet(board.Color(c), us&p.ByKind(board.Pawn))
		by.Minor, by.Rook = 0, 0
		for men := us & p.ByKind(board.Knight); men != 0; {
			by.Minor |= board.KnightAttacks(men.Pop())
		}
		for men := us & p.ByKind(board.Bishop); men != 0; {
			by.Minor |= board.BishopAttacks(men.Pop(), occ)
		}
		for men := us & p.ByKind(board.Rook); men != 0; {
			by.Rook |= board.RookAttacks(men.Pop(), occ)
		}
		all := by.Pawn | by.Minor | by.Rook | board.KingAttacks(p.King(board.Color(c)))
		for men := us & p.ByKind(board.Queen); men != 0; {
			all |= board.QueenAttacks(men.Pop(), occ)
		}
		by.All = all
	}
}

// Threat returns the kind of threat that man pc on s is under, 0 to ThreatKinds-1, or -1. A man is
// under threat if a lesser man attacks it (a pawn a piece, a minor piece a rook or queen, a rook a
// queen), or if it is attacked otherwise and no man of its side defends it. A king never is.
func (a *Attacks) Threat(pc board.Piece, s board.Square) int {
	foes, own, kind := &a[pc.Color()&1^1], &a[pc.Color()&1], pc.Kind()
	switch {
	case kind == board.King || !foes.All.Has(s):
		return -1
	case kind != board.Pawn && foes.Pawn.Has(s),
		kind >= board.Rook && foes.Minor.Has(s),
		kind == board.Queen && foes.Rook.Has(s):
		return threatByLesser
	case !own.All.Has(s):
		return threatUndefended
	}
	return -1
}

// A threat is a man under threat. The highest bits hold its square, then come the man and the kind
// of threat.
type threat uint16

// Where the parts of a threat begin, in bits.
const (
	threatPiece  = 2
	threatSquare = 6
)

func newThreat(s board.Square, pc board.Piece, kind int) threat {
	return threat(s)<<threatSquare | threat(pc)<<threatPiece | threat(kind)
}

// threatRow returns where the weights of a threat begin, in view v of side c.
func (n *Network) threatRow(v view, c board.Color, t threat) uint32 {
	const kinds, pieces = 1<<threatPiece - 1, 1<<(threatSquare-threatPiece) - 1
	man := board.PieceSquare{
		Piece:  board.Piece(t >> threatPiece & pieces),
		Square: board.Square(t >> threatSquare),
	}
	return n.threats[t&kinds] + n.row(v&1, c, man)
}

// threatList are the threats of a position, in the order of their squares.
type threatList struct {
	n   int
	all [maxMen]threat
}

// set sets l to the threats in p.
func (l *threatList) set(p *board.Position) {
	var a Attacks
	a.set(p)
	var lesser, loose board.Bitboard
	for c := range a {
		us, foes := p.ByColor(board.Color(c)), &a[c^1]
		pawns, queens := p.ByKind(board.Pawn), p.ByKind(board.Queen)
		attacked := us & foes.All &^ p.ByKind(board.King)
		majors := p.ByKind(board.Rook) | queens
		under := attacked & (foes.Pawn&^pawns | foes.Minor&majors | foes.Rook&queens)
		lesser |= under
		loose |= attacked &^ under &^ a[c].All
	}
	l.n = 0
	for men := lesser | loose; men != 0; l.n++ {
		s := men.Pop()
		kind := threatByLesser
		if loose.Has(s) {
			kind = threatUndefended
		}
		l.all[l.n&(maxMen-1)] = newThreat(s, p.PieceOn(s), kind)
	}
}

// copyFrom makes l equal to other.
func (l *threatList) copyFrom(other *threatList) {
	l.n = other.n
	copy(l.all[:l.n], other.all[:l.n])
}

// equal reports whether l and other are the same.
func (l *threatList) equal(other *threatList) bool {
	return l.n == other.n && slices.Equal(l.all[:l.n], other.all[:other.n])
}

// difference puts the threats of l that before lacks into add, and those of before that l lacks
// into sub.
func (l *threatList) difference(before *threatList, add, sub []threat) (adds, subs int) {
	i, j := 0, 0
	for i < l.n && j < before.n {
		x, y := l.all[i], before.all[j]
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
		if x < y {
			add[adds] = x
			adds++
		}
		if y < x {
			sub[subs] = y
			subs++
		}
	}
	adds += copy(add[adds:], l.all[i:l.n])
	subs += copy(sub[subs:], before.all[j:before.n])
	return adds, subs
}

// threatStack is what a Stack keeps of threats. They are found only for the position that is
// evaluated. An accumulator that is filled on the way to it keeps the threats of the one before.
type threatStack struct {
	now         threatList                   // of the position that is evaluated
	in          [MaxPushes + 1][2]threatList // of a filled accumulator, by slot and side
	plus, minus [maxMen]threat               // of a difference
	add, sub    [maxMen]uint32               // its rows
}

// rows compares the threats now with those before, in view v of side c. It puts the rows of the new
// threats into add and the rows of the threats that are gone into sub.
func (t *threatStack) rows(n *Network, v view, c board.Color,
	before *threatList, add, sub []uint32) (adds, subs int) {
	adds, subs = t.now.difference(before, t.plus[:], t.minus[:])
	for i, x := range t.plus[:adds] {
		add[i] = n.threatRow(v, c, x)
	}
	for i, x := range t.minus[:subs] {
		sub[i] = n.threatRow(v, c, x)
	}
	return adds, subs
}

// sameThreats reports whether both accumulators of the slot before top, which are filled, have the
// threats of the position that is evaluated. If so it notes these threats for slot top.
func (s *Stack) sameThreats(top int) bool {
	t := s.threats
	if t == nil {
		return true
	}
	before := &t.in[top-1]
	if !before[0].equal(&t.now) || !before[1].equal(&t.now) {
		return false
	}
	t.in[top][0].copyFrom(&t.now)
	t.in[top][1].copyFrom(&t.now)
	return true
}

// fillThreats changes side c's accumulator of slot top, which is filled, to the threats of the
// position that is evaluated.
func (s *Stack) fillThreats(c board.Color, top int) {
	t, h := s.threats, s.net.raw.H
	in := &t.in[top][c]
	adds, subs := t.rows(s.net, s.slots[top].views[c], c, in, t.add[:], t.sub[:])
	if adds+subs == 0 {
		return
	}
	acc := s.lanes[top*2*h+int(c)*h:][:h]
	kernel.Refresh(acc, acc, s.net.raw.FTWeights, t.add[:adds], t.sub[:subs])
	in.copyFrom(&t.now)
}
