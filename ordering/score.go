package ordering

import "sente/board"

// In the order of noisy moves the victim's worth comes first (most valuable victim). The capture
// history, within ±HistoryMax, decides between similar victims.
const (
	victimWeight   = 16      // history units per centipawn of victim
	underPromotion = -200000 // below every other noisy move
)

// weightShift divides by the unit of the weights of histories, 64.
const weightShift = 6

// Weights are the numbers that decide the rank of a quiet move. The zero Weights rank all alike.
type Weights struct {
	Butterfly int                       // of the butterfly history, in 1/64
	Pawn      int                       // of the pawn history, in 1/64
	Replies   [len(Continuations{})]int // of the continuation histories, in 1/64
	Check     int                       // history units for a check that is not discovered
	// Escape is, by board.Kind and in history units, what a move gains when it leaves a square that
	// a man worth less attacks, and loses when it enters one.
	Escape [8]int
}

// victimValues are the centipawns of board.Kind as victims; 0 for NoKind. They only order captures
// and are never won or lost, so a bishop may differ from a knight here. The difference of two
// victims is what capture history must outweigh for the lesser to be tried first.
var victimValues = [8]int{100, 310, 330, 500, 950, 0, 0, 0}

// noisyScore returns the rank of noisy move m among the noisy moves of p.
func (h *History) noisyScore(p *board.Position, m board.Move) int {
	victim, pc := p.Captured(m).Kind(), p.PieceOn(m.From())
	v := victimWeight*victimValues[victim&7] + int(*h.capture.at(pc, m.To(), victim))
	if m.IsPromotion() {
		if m.Promotion() != board.Queen {
			return v + underPromotion
		}
		v += victimWeight * (victimValues[board.Queen] - victimValues[board.Pawn])
	}
	return v
}

// quietTables are the tables that rank all quiet moves of a node. They are filled in place, in the
// node's picker: the processor stalls when it copies what was just written in smaller parts.
type quietTables struct {
	pawn    *PieceTo
	replies [len(Continuations{})]*PieceTo
}

// setTables collects the tables for the quiet moves of the picker's position.
func (k *Picker) setTables() {
	p, q := k.position, &k.tables
	q.pawn = k.history.pawn.of(p)
	for i, t := range k.replies {
		if t == nil {
			t = &nothing
		}
		q.replies[i] = t
	}
}

// attacks are the squares that the opponent attacks.
type attacks struct {
	all    board.Bitboard
	lesser [8]board.Bitboard // by board.Kind of the man attacked: by men worth less
}

// set finds the attacks of the side not to move in p, in one walk over its men.
func (a *attacks) set(p *board.Position) {
	them := p.SideToMove().Other()
	occ := p.Occupied()
	attacked := board.PawnAttackSet(them, p.Pieces(them, board.Pawn))
	a.lesser[board.Knight], a.lesser[board.Bishop] = attacked, attacked
	for men := p.Pieces(them, board.Knight); men != 0; {
		attacked |= board.KnightAttacks(men.Pop())
	}
	for men := p.Pieces(them, board.Bishop); men != 0; {
		attacked |= board.BishopAttacks(men.Pop(), occ)
	}
	a.lesser[board.Rook] = attacked
	for men := p.Pieces(them, board.Rook); men != 0; {
		attacked |= board.RookAttacks(men.Pop(), occ)
	}
	a.lesser[board.Queen] = attacked
	for men := p.Pieces(them, board.Queen); men != 0; {
		attacked |= board.QueenAttacks(men.Pop(), occ)
	}
	a.all = attacked | board.KingAttacks(p.King(them))
}

// Hangs reports whether a man worth less attacks a queen, a rook, a bishop or a knight of p's side
// to move.
func Hangs(p *board.Position) bool {
	var a attacks
	a.set(p)
	us := p.SideToMove()
	for kind := board.Knight; kind <= board.Queen; kind++ {
		if p.Pieces(us, kind)&a.lesser[kind] != 0 {
			return true
		}
	}
	return false
}

// rankQuiets sets ranks to the ranks of quiet moves. A rank is the weighted sum of the move's
// histories. A check that is not discovered adds to it, and so does leaving a square that a lesser
// man attacks. Entering such a square takes off as much.
func (k *Picker) rankQuiets(moves []board.Move, ranks []ranked) {
	k.findAttacks()
	k.findChecks()
	if !k.tabled {
		k.setTables()
		k.tabled = true
	}
	p, q, a, w := k.position, &k.tables, &k.attacks, &k.history.Weights
	butterfly, side := &k.history.butterfly, p.SideToMove()
	ranks = ranks[:len(moves)]
	for i, m := range moves {
		from, to := m.From()&63, m.To()&63
		pc := p.PieceOn(from)
		kind := pc.Kind() & 7
		bonus := w.Escape[kind] * (int(a.lesser[kind]>>from&1) - int(a.lesser[kind]>>to&1))
		if k.checks.From[kind].Has(to) {
			bonus += w.Check
		}
		ranks[i] = rank(bonus+(w.Butterfly*int(*butterfly.at(side, a.all, m))+
			w.Pawn*int(*q.pawn.at(pc, to))+
			w.Replies[0]*int(*q.replies[0].at(pc, to))+
			w.Replies[1]*int(*q.replies[1].at(pc, to))+
			w.Replies[2]*int(*q.replies[2].at(pc, to))+
			w.Replies[3]*int(*q.replies[3].at(pc, to)))>>weightShift, m)
	}
}
