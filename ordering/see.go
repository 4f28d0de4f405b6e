package ordering

import "sente/board"

// seeValues are the centipawns of board.Kind in exchanges. A knight for a bishop, or two minor
// pieces for a rook and a pawn, must come out even: a difference of a few centipawns would turn an
// equal trade into a losing capture. A king is never won.
var seeValues = [8]int{seePawn, 300, 300, 500, seeQueen, 0, 0, 0}

const (
	seePawn  = 100
	seeQueen = 900

	promotionGain = seeQueen - seePawn // of a pawn's promotion to a queen
)

// lastRanks are the squares where pawns become queens by taking.
const lastRanks board.Bitboard = 0xFF000000000000FF

// SEEAtLeast reports whether legal move m, with the exchanges on its target square that follow,
// wins at least threshold centipawns (static exchange evaluation). Both sides take with their least
// valuable man and stop when that pays. Sliders behind other men join in, and pawns that take on
// the last rank become queens. Pins are not seen. The threshold may be up to a million either way.
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
	// balance is how far the side that moved last stands above the threshold, once it has also lost
	// the man that it moved.
	balance := gain - threshold - risk
	if gain < threshold {
		return false
	}
	lastRank := lastRanks.Has(to)
	if balance >= 0 && !lastRank {
		return true
	}
	occ := occupiedAfter(p, m)
	attackers := p.AttackersTo(to, occ) & occ
	if lastRank && attackers&p.ByKind(board.Pawn) != 0 {
		return exchangeValue(p, m, gain, risk) >= threshold
	}
	side := p.SideToMove().Other()
	for ; balance < 0; side = side.Other() {
		var kind board.Kind
		kind, occ, attackers = take(p, to, side, occ, attackers)
		if kind == board.NoKind {
			break
		}
		// The side that took wins if it can afford to lose the man that it took with. The -1 is
		// there because equality is enough for the side that began, but not for the other.
		balance = -balance - 1 - seeValues[kind&7]
	}
	// The side to take next has lost: it has nothing to take with, or gains nothing by taking.
	return side != p.SideToMove()
}

// occupiedAfter returns the occupied squares after m.
func occupiedAfter(p *board.Position, m board.Move) board.Bitboard {
	from, to := m.From(), m.To()
	occ := p.Occupied()&^from.Bit() | to.Bit()
	if m.IsEnPassant() {
		occ &^= board.NewSquare(to.File(), from.Rank()).Bit()
	}
	return occ
}

// take lets side take on square to with its least valuable attacker. attackers are the men of both
// sides that can take there: they are not yet used and not covered by others. take returns the
// man's kind, or NoKind if there is none. It also returns the occupied squares and the attackers
// after that, now with the sliders behind the man. The king takes only unprotected men. Everything
// is passed in registers.
func take(p *board.Position, to board.Square, side board.Color, occ, attackers board.Bitboard) (
	kind board.Kind, occAfter, attackersAfter board.Bitboard,
) {
	own := attackers & p.ByColor(side)
	if own == 0 {
		return board.NoKind, occ, attackers
	}
	for kind < board.King && own&p.ByKind(kind) == 0 {
		kind++
	}
	if kind == board.King && attackers&^own != 0 {
		return board.NoKind, occ, attackers
	}
	men := own & p.ByKind(kind)
	occ &^= men & -men
	if kind == board.Pawn || kind == board.Bishop || kind == board.Queen {
		attackers |= board.BishopAttacks(to, occ) & (p.ByKind(board.Bishop) | p.ByKind(board.Queen))
	}
	if kind == board.Rook || kind == board.Queen {
		attackers |= board.RookAttacks(to, occ) & (p.ByKind(board.Rook) | p.ByKind(board.Queen))
	}
	return kind, occ, attackers & occ
}

// exchangeValue returns what exchanges on the last rank bring the side to move of p. They begin
// with move m, which won gain; the man that it moved is worth risk.
func exchangeValue(p *board.Position, m board.Move, gain, risk int) int {
	to, occ := m.To(), occupiedAfter(p, m)
	attackers := p.AttackersTo(to, occ) & occ
	var gains [32]int // by capture, for the side that took, if the exchanges end there
	gains[0] = gain
	n := 1
	for side := p.SideToMove().Other(); n < len(gains); side = side.Other() {
		var kind board.Kind
		kind, occ, attackers = take(p, to, side, occ, attackers)
		if kind == board.NoKind {
			break
		}
		gains[n] = risk - gains[n-1]
		risk = seeValues[kind&7]
		if kind == board.Pawn {
			gains[n] += promotionGain
			risk += promotionGain
		}
		n++
	}
	for n--; n > 0; n-- { // taking is not forced
		gains[n-1] = min(gains[n-1], -gains[n])
	}
	return gains[0]
}
