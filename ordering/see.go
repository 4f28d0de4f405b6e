package ordering

import "sente/board"

// seeValues are the centipawns of board.Kind in exchanges. The king's is never won.
var seeValues = [8]int{100, 300, 300, 500, 900, 0, 0, 0}

// SEEAtLeast reports whether the exchanges on the target square that begin with legal move m bring
// its side at least threshold centipawns, when both sides take with the least valuable man and stop
// when it pays (static exchange evaluation). Sliders behind other men join in. Pins are not seen, and
// promotions count for m alone.
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
	// balance is what the side that moved last is ahead of the threshold, if nobody takes.
	balance := gain - threshold
	if balance < 0 {
		return false
	}
	balance -= risk
	if balance >= 0 {
		return true // even losing the man is good enough
	}
	occ := p.Occupied()&^from.Bit() | to.Bit()
	if m.IsEnPassant() {
		occ &^= board.NewSquare(to.File(), from.Rank()).Bit()
	}
	diagonal := p.ByKind(board.Bishop) | p.ByKind(board.Queen)
	straight := p.ByKind(board.Rook) | p.ByKind(board.Queen)
	attackers := p.AttackersTo(to, occ)
	mover := p.SideToMove()
	side := mover
	for {
		// balance < 0: the side that moved last is behind unless the other can't take.
		side = side.Other()
		attackers &= occ
		own := attackers & p.ByColor(side)
		if own == 0 {
			break
		}
		kind := board.Pawn
		for kind < board.King && own&p.ByKind(kind) == 0 {
			kind++
		}
		if kind == board.King {
			// The king may take only what nobody protects; then the exchange is over.
			if attackers&p.ByColor(side.Other()) == 0 {
				side = side.Other()
			}
			break
		}
		balance = -balance - 1 - seeValues[kind]
		if balance >= 0 {
			side = side.Other()
			break
		}
		man := own & p.ByKind(kind)
		occ &^= man & -man
		if kind == board.Pawn || kind == board.Bishop || kind == board.Queen {
			attackers |= board.BishopAttacks(to, occ) & diagonal
		}
		if kind == board.Rook || kind == board.Queen {
			attackers |= board.RookAttacks(to, occ) & straight
		}
	}
	return side != mover
}
