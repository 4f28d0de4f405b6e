package syzygy

import (
	"runtime/debug"

	"sente/board"
)

// WDL is the outcome of a position for the side to move with best play and a halfmove clock of
// zero. The cursed and blessed outcomes are draws by the fifty-move rule. Negate it for the other
// side.
type WDL int8

// Outcomes.
const (
	Loss        WDL = iota - 2
	BlessedLoss     // lost, but the fifty-move rule saves the draw
	Draw
	CursedWin // won, but the fifty-move rule spoils it
	Win
)

// String names the outcome.
func (w WDL) String() string {
	if w < Loss || w > Win {
		return "invalid"
	}
	return [...]string{"loss", "blessed loss", "draw", "cursed win", "win"}[w-Loss]
}

// ProbeWDL returns the outcome of p. ok is false when p has castling rights or more men than
// any table, or when a table that it needs is missing or damaged.
func (t *Tables) ProbeWDL(p *board.Position) (w WDL, ok bool) {
	if !t.covers(p) {
		return 0, false
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer missOnFault(&ok)
	return t.wdl(p, Loss, Win)
}

// covers reports whether p may be in the tables, by castling rights and number of men.
func (t *Tables) covers(p *board.Position) bool {
	return p.Castling() == 0 && p.Occupied().Count() <= t.most
}

// missOnFault, deferred, turns a fault while reading a mapped file into a miss: the disk
// failed or someone cut the file short. Other panics go on.
func missOnFault(ok *bool) {
	switch r := recover().(type) {
	case nil:
	case interface{ Addr() uintptr }: // only memory faults have an address
		*ok = false
	default:
		panic(r)
	}
}

// wdl returns the outcome of p if it lies between alpha and beta, otherwise a bound on the
// same side. The file's value may be too low where a capture is best, and the file knows no
// en passant. So captures are tried first.
func (t *Tables) wdl(p *board.Position, alpha, beta WDL) (WDL, bool) {
	best := Loss
	var list board.MoveList
	p.Noisy(&list)
	var child board.Position
	enPassant := false
	for _, m := range list.Slice() {
		if !m.IsCapture() {
			continue
		}
		enPassant = enPassant || m.IsEnPassant()
		p.Make(m, &child)
		v, ok := t.wdl(&child, -beta, -max(alpha, best))
		if !ok {
			return 0, false
		}
		if best = max(best, -v); best >= beta {
			return best, true
		}
	}
	v, ok := t.stored(p)
	if !ok {
		return 0, false
	}
	if enPassant && v > best && onlyEnPassant(p) {
		return best, true // the file sees stalemate
	}
	return max(best, v), true
}

// onlyEnPassant reports whether every legal move of p captures en passant.
func onlyEnPassant(p *board.Position) bool {
	var list board.MoveList
	p.Legal(&list)
	for _, m := range list.Slice() {
		if !m.IsEnPassant() {
			return false
		}
	}
	return true
}

// stored returns the value of p in its WDL file.
func (t *Tables) stored(p *board.Position) (WDL, bool) {
	m := materialOf(p)
	if m == 0 {
		return Draw, true // two kings
	}
	f, swap, ok := t.lookup(m, kindWDL)
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
	v, ok := s.at(index)
	return WDL(v) - 2, ok && v <= 4
}

// find returns the subtable and index of p.
func (l *layout) find(p *board.Position, swap bool) (*subtable, uint64, bool) {
	black := p.SideToMove() == board.Black
	if l.symmetric {
		swap = black // the file has white to move only
	}
	side, f := 0, 0
	if black != swap {
		side = 1
	}
	m := menOf(p, swap)
	if l.pawns {
		f = leadFile(m[l.lead>>3][board.Pawn])
	}
	s := &l.sub[f][side]
	if s.n == 0 {
		s = &l.sub[f][0] // DTZ: one side to move is stored, see stores
	}
	index, ok := s.index(m)
	return s, index, ok
}
