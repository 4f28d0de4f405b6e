package syzygy

import (
	"runtime/debug"

	"sente/board"
)

// cursedDTZ, in plies, is added to the distance that a file holds for cursed wins and blessed
// losses: a longer distance is beyond the fifty-move rule.
const cursedDTZ = 100

// ProbeDTZ returns the distance of p to the next zeroing move, in plies, with best play and a
// halfmove clock of zero: positive if the side to move wins, negative if it loses, 0 for a
// draw. Cursed wins and blessed losses are more than 100 away. A checkmated side has -1, a
// winning capture, pawn move or mate is 1. The distance may be one short where the tables
// count moves. It is wrong or missing where only an en passant capture turns a loss into a blessed
// loss: the files know no en passant. ok is false as in ProbeWDL, or when a DTZ file is missing or
// damaged.
func (t *Tables) ProbeDTZ(p *board.Position) (plies int, ok bool) {
	if !t.covers(p) {
		return 0, false
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer missOnFault(&ok)
	return t.dtz(p)
}

// dtz is ProbeDTZ for positions that the tables cover.
func (t *Tables) dtz(p *board.Position) (int, bool) {
	w, ok := t.wdl(p, Loss, Win)
	if !ok || w == Draw {
		return 0, ok
	}
	zeroing, ok := t.zeroingIsBest(p, w)
	if !ok {
		return 0, false
	}
	if zeroing {
		return beforeZeroing(w), true
	}
	f, swap, ok := t.lookup(materialOf(p), kindDTZ)
	if !ok {
		return 0, false
	}
	l := f.table()
	if l == nil {
		return 0, false
	}
	s, index, ok := l.find(p, swap)
	if !ok {
		return 0, false
	}
	if !l.stores(p, s, swap) {
		return t.dtzByMoves(p, w)
	}
	d, ok := s.distance(index, w)
	if w == CursedWin || w == BlessedLoss {
		d += cursedDTZ
	}
	if w < 0 {
		d = -d
	}
	return d, ok
}

// stores reports whether the subtable of a DTZ file is for the side to move. A file holds only
// one side. If both sides have the same men it serves for either.
func (l *layout) stores(p *board.Position, s *subtable, swap bool) bool {
	black := p.SideToMove() == board.Black
	return l.symmetric || black != swap == (s.flags&flagBlack != 0)
}

// distance returns the stored distance in plies, without sign or curse.
func (s *subtable) distance(index uint64, w WDL) (int, bool) {
	v, ok := s.at(index)
	if !ok {
		return 0, false
	}
	if s.flags&flagMapped != 0 {
		// The index in sections for each outcome, Loss to Win. A draw is never asked about.
		v, ok = s.sections[[...]int{1, 3, 0, 2, 0}[w-Loss]].at(v)
	}
	d := int(v)
	if !(w == Win && s.flags&flagWinPlies != 0 || w == Loss && s.flags&flagLossPlies != 0) {
		d *= 2 // moves to plies
	}
	return d + 1, ok
}

// beforeZeroing is the DTZ of a position whose best move is zeroing.
func beforeZeroing(w WDL) int {
	switch w {
	case Win:
		return 1
	case CursedWin:
		return cursedDTZ + 1
	case BlessedLoss:
		return -cursedDTZ - 1
	case Loss:
		return -1
	}
	return 0
}

// isZeroing reports whether m resets the halfmove clock.
func isZeroing(p *board.Position, m board.Move) bool {
	return m.IsCapture() || p.PieceOn(m.From()).Kind() == board.Pawn
}

// zeroingIsBest reports whether a zeroing move decides the distance of p, whose outcome is w. If
// the side wins, it does when a zeroing move keeps the outcome. If the side loses, it does when
// there are no other moves. The files don't hold these distances.
func (t *Tables) zeroingIsBest(p *board.Position, w WDL) (best, ok bool) {
	var list board.MoveList
	p.Legal(&list)
	if w < Draw {
		for _, m := range list.Slice() {
			if !isZeroing(p, m) {
				return false, true
			}
		}
		return list.N > 0, true
	}
	var child board.Position
	for _, m := range list.Slice() {
		if !isZeroing(p, m) {
			continue
		}
		p.Make(m, &child)
		v, ok := t.wdl(&child, -w, -w+1)
		if !ok {
			return false, false
		}
		if -v >= w {
			return true, true
		}
	}
	return false, true
}

// dtzByMoves returns the distance of p, whose outcome w is not a draw, from the distances
// after its moves: the shortest way to win or the longest to lose.
func (t *Tables) dtzByMoves(p *board.Position, w WDL) (int, bool) {
	var list board.MoveList
	p.Legal(&list)
	best, found := 0, false
	var child board.Position
	for _, m := range list.Slice() {
		p.Make(m, &child)
		d, ok := t.dtzAfter(p, m, &child)
		if !ok {
			return 0, false
		}
		if d > 0 == (w > 0) && d != 0 && (!found || d < best) {
			best, found = d, true
		}
	}
	if !found { // checkmate, unless a file is damaged
		return -1, w < 0 && list.N == 0
	}
	return best, true
}

// dtzAfter returns the distance of p for the side to move if it plays m, which leads to child.
func (t *Tables) dtzAfter(p *board.Position, m board.Move, child *board.Position) (int, bool) {
	if isZeroing(p, m) {
		v, ok := t.wdl(child, Loss, Win)
		return beforeZeroing(-v), ok
	}
	d, ok := t.dtz(child)
	switch d = -d; {
	case d == 1 && child.IsCheckmate():
		// mate itself is the zeroing move
	case d > 0:
		d++
	case d < 0:
		d--
	}
	return d, ok
}
