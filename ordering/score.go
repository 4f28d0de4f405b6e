package ordering

import "sente/board"

// The order of noisy moves: the victim's worth comes first (most valuable victim), the capture
// history, within ±HistoryMax, decides between similar victims.
const (
	victimWeight   = 16      // history units per centipawn of victim
	underPromotion = -200000 // below every other noisy move
)

// Weights are the numbers that decide the rank of a quiet move. The zero Weights rank all alike.
type Weights struct {
	Butterfly int                       // of the butterfly history, in 1/64
	Pawn      int                       // of the pawn history, in 1/64
	Replies   [len(Continuations{})]int // of the continuation histories, in 1/64
	Check     int                       // history units for a move that gives check, not by discovery
	Escape    [8]int                    // by board.Kind: history units, see quietTables.score
}

// victimValues are the centipawns of board.Kind as victims; 0 for NoKind. Here a bishop differs from
// a knight, for only the order counts, and their distances say how much capture history it takes to
// try the lesser victim first.
var victimValues = [8]int{100, 310, 330, 500, 950, 0, 0, 0}

// noisyScore returns the rank of noisy move m among the noisy moves of p.
func (h *History) noisyScore(p *board.Position, m board.Move) int {
	victim := p.Captured(m).Kind()
	v := victimWeight*victimValues[victim&7] + int(*h.capture.at(p.PieceOn(m.From()), m.To(), victim))
	if m.IsPromotion() {
		if m.Promotion() != board.Queen {
			return v + underPromotion
		}
		v += victimWeight * (victimValues[board.Queen] - victimValues[board.Pawn])
	}
	return v
}

// quietTables are what the ranks of all quiet moves of a node have in common.
type quietTables struct {
	weights   *Weights
	butterfly *Butterfly
	pawn      *PieceTo
	replies   [len(Continuations{})]*PieceTo
	threats   board.Bitboard
	checks    [8]board.Bitboard // by board.Kind: from where it gives check
	lesser    [8]board.Bitboard // by board.Kind: what the opponent attacks with men worth less
}

// tables collects the tables for the quiet moves of p.
func (h *History) tables(p *board.Position, threats board.Bitboard, c *Continuations) quietTables {
	q := quietTables{weights: &h.Weights, butterfly: &h.butterfly, pawn: h.pawn.of(p), threats: threats}
	them := p.SideToMove().Other()
	king, occ := p.King(them), p.Occupied()
	q.checks[board.Pawn] = board.PawnAttacks(them, king)
	q.checks[board.Knight] = board.KnightAttacks(king)
	q.checks[board.Bishop] = board.BishopAttacks(king, occ)
	q.checks[board.Rook] = board.RookAttacks(king, occ)
	q.checks[board.Queen] = q.checks[board.Bishop] | q.checks[board.Rook]
	attacked := board.PawnAttackSet(them, p.Pieces(them, board.Pawn))
	q.lesser[board.Knight], q.lesser[board.Bishop] = attacked, attacked
	for men := p.Pieces(them, board.Knight); men != 0; {
		attacked |= board.KnightAttacks(men.Pop())
	}
	for men := p.Pieces(them, board.Bishop); men != 0; {
		attacked |= board.BishopAttacks(men.Pop(), occ)
	}
	q.lesser[board.Rook] = attacked
	for men := p.Pieces(them, board.Rook); men != 0; {
		attacked |= board.RookAttacks(men.Pop(), occ)
	}
	q.lesser[board.Queen] = attacked
	for i, t := range c {
		if t == nil {
			t = &nothing
		}
		q.replies[i] = t
	}
	return q
}

// score returns the rank of quiet move m of p among the quiet moves: the weighted sum of its
// histories, and a bonus when it leaves a square that the opponent attacks with a man worth less, a
// malus when it enters one.
func (q *quietTables) score(p *board.Position, m board.Move) int {
	w, from, to := q.weights, m.From()&63, m.To()&63
	pc := p.PieceOn(from)
	kind := pc.Kind() & 7
	bonus := w.Escape[kind] * (int(q.lesser[kind]>>from&1) - int(q.lesser[kind]>>to&1))
	if q.checks[kind].Has(to) {
		bonus += w.Check
	}
	return bonus + (w.Butterfly*int(*q.butterfly.at(p.SideToMove(), q.threats, m))+
		w.Pawn*int(*q.pawn.at(pc, to))+
		w.Replies[0]*int(*q.replies[0].at(pc, to))+
		w.Replies[1]*int(*q.replies[1].at(pc, to))+
		w.Replies[2]*int(*q.replies[2].at(pc, to))+
		w.Replies[3]*int(*q.replies[3].at(pc, to)))>>6
}
