package ordering

import "sente/board"

// seeValues are the centipawns of board.Kind in exchanges. A knight for a bishop, or two minor pieces
// for a rook and a pawn, must come out even: a difference of a few centipawns, as evaluations have
// it, would make a losing capture of an equal trade. The king's is never won.
var seeValues = [8]int{100, 300, 300, 500, 900, 0, 0, 0}

// promotionGain is what a pawn's promotion to a queen adds, in centipawns.
const promotionGain = 900 - 100

// lastRanks are the squares where pawns become queens by taking.
const lastRanks board.Bitboard = 0xFF000000000000FF

// SEEAtLeast reports whether the exchanges on the target square that begin with legal move m bring
// its side at least threshold centipawns, when both sides take with the least valuable man and stop
// when it pays (static exchange evaluation). Sliders behind other men join in, pawns that take on
// the last rank become queens; pins are not seen.
func SEEAtLeast(p *board.Position, m board.Move, threshold int) bool {
	if m.IsCastle() {
		return threshold <= 0
	}
	from, to := m.From(), m.To()
	gain := seeValues[p.Captured(m).Kind()&7]
	risk := seeValues[p.PieceOn(from).Kind()&7]
	if m.IsPromotion() {
		risk = seeValues[m.Promotion()&7]
		gain += risk - seeValues[board.Pawn]
	}
	// balance is what the side that moved last is ahead of the threshold if it loses the man it
	// moved, too.
	balance := gain - threshold - risk
	if gain < threshold {
		return false
	}
	lastRank := lastRanks.Has(to)
	if balance >= 0 && !lastRank {
		return true
	}
	e := newExchange(p, m)
	if lastRank && e.attackers&p.ByKind(board.Pawn) != 0 {
		return e.value(gain, risk) >= threshold
	}
	for balance < 0 {
		kind := e.take()
		if kind == board.NoKind {
			break
		}
		// The side that took wins if it can even lose the man it took with. The -1 makes the
		// threshold one that the first side must reach and the other must spoil.
		balance = -balance - 1 - seeValues[kind&7]
	}
	// The side to take next has nothing to take with, or no use in taking.
	return e.side != p.SideToMove()
}

// exchange is the state of the captures on one square.
type exchange struct {
	p         *board.Position
	to        board.Square
	side      board.Color // takes next
	occ       board.Bitboard
	attackers board.Bitboard // of both sides, not yet used or uncovered
}

// newExchange returns the exchanges on m's target square after m.
func newExchange(p *board.Position, m board.Move) exchange {
	from, to := m.From(), m.To()
	occ := p.Occupied()&^from.Bit() | to.Bit()
	if m.IsEnPassant() {
		occ &^= board.NewSquare(to.File(), from.Rank()).Bit()
	}
	return exchange{p: p, to: to, side: p.SideToMove().Other(), occ: occ, attackers: p.AttackersTo(to, occ) & occ}
}

// take removes the least valuable attacker of the side to take, lets the sliders behind it in, and
// passes the turn. It returns the man's kind, or NoKind if there is nothing to take with; the king
// takes only what nobody protects.
func (e *exchange) take() board.Kind {
	p := e.p
	own := e.attackers & p.ByColor(e.side)
	if own == 0 {
		return board.NoKind
	}
	kind := board.Pawn
	for kind < board.King && own&p.ByKind(kind) == 0 {
		kind++
	}
	if kind == board.King && e.attackers&^own != 0 {
		return board.NoKind
	}
	men := own & p.ByKind(kind)
	e.occ &^= men & -men
	if kind == board.Pawn || kind == board.Bishop || kind == board.Queen {
		e.attackers |= board.BishopAttacks(e.to, e.occ) & (p.ByKind(board.Bishop) | p.ByKind(board.Queen))
	}
	if kind == board.Rook || kind == board.Queen {
		e.attackers |= board.RookAttacks(e.to, e.occ) & (p.ByKind(board.Rook) | p.ByKind(board.Queen))
	}
	e.attackers &= e.occ
	e.side = e.side.Other()
	return kind
}

// value returns what the exchanges bring the side that began them, when its first move won gain and
// the man that it moved is worth risk, on the last rank.
func (e *exchange) value(gain, risk int) int {
	var gains [32]int // by capture, for the side that took, if the exchanges end there
	gains[0] = gain
	n := 1
	for ; n < len(gains); n++ {
		kind := e.take()
		if kind == board.NoKind {
			break
		}
		gains[n] = risk - gains[n-1]
		risk = seeValues[kind&7]
		if kind == board.Pawn {
			gains[n] += promotionGain
			risk += promotionGain
		}
	}
	for n--; n > 0; n-- { // taking is not forced
		gains[n-1] = min(gains[n-1], -gains[n])
	}
	return gains[0]
}
