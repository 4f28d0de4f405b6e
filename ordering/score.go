package ordering

import "sente/board"

// The order of noisy moves: the victim's worth comes first (most valuable victim), the capture
// history, within ±historyMax, decides between similar victims.
const (
	victimWeight     = 16      // history units per centipawn of victim
	underPromotion   = -200000 // below every other noisy move
	continuationNear = 2       // weight of the replies to the last move in the order of quiet moves
	checkBonus       = 8000    // history units for a quiet move that gives check, not by discovery
)

// victimValues are the centipawns of board.Kind as victims; 0 for NoKind.
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

// escapeBonus is what a quiet move of a board.Kind gains, in history units, when it leaves a square
// that the opponent attacks with a man worth less, and loses when it enters one.
var escapeBonus = [8]int{board.Knight: 8000, board.Bishop: 8000, board.Rook: 12000, board.Queen: 16000}

// quietTables are what the ranks of all quiet moves of a node have in common.
type quietTables struct {
	butterfly *Butterfly
	pawn      *PieceTo
	replies   [len(Continuations{})]*PieceTo
	threats   board.Bitboard
	checks    [8]board.Bitboard // by board.Kind: from where it gives check
	lesser    [8]board.Bitboard // by board.Kind: what the opponent attacks with men worth less
}

// tables collects the tables for the quiet moves of p.
func (h *History) tables(p *board.Position, threats board.Bitboard, c *Continuations) quietTables {
	q := quietTables{butterfly: &h.butterfly, pawn: h.pawn.of(p), threats: threats}
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

// score returns the rank of quiet move m of p among the quiet moves.
func (q *quietTables) score(p *board.Position, m board.Move) int {
	from, to := m.From()&63, m.To()&63
	pc := p.PieceOn(from)
	kind := pc.Kind() & 7
	bonus := escapeBonus[kind] * (int(q.lesser[kind]>>from&1) - int(q.lesser[kind]>>to&1))
	if q.checks[kind].Has(to) {
		bonus += checkBonus
	}
	return bonus + int(*q.butterfly.at(p.SideToMove(), q.threats, m)) +
		int(*q.pawn.at(pc, to)) +
		continuationNear*int(*q.replies[0].at(pc, to)) +
		int(*q.replies[1].at(pc, to)) +
		int(*q.replies[2].at(pc, to)) +
		int(*q.replies[3].at(pc, to))
}
