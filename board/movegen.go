package board

// genMode chooses which legal moves are generated.
type genMode uint8

const (
	genNoisy  genMode = 1 // captures and promotions to a queen
	genQuiets genMode = 2 // all others
	genAll            = genNoisy | genQuiets
)

// Legal appends all legal moves to l, in a fixed order.
func (p *Position) Legal(l *MoveList) { p.generate(l, genAll) }

// Noisy appends the legal captures, en passant included, and promotions to a queen.
func (p *Position) Noisy(l *MoveList) { p.generate(l, genNoisy) }

// Quiets appends the legal moves that Noisy leaves out.
func (p *Position) Quiets(l *MoveList) { p.generate(l, genQuiets) }

// generate appends the legal moves of a mode. Masks make the moves legal: in check, men other than
// the king may only enter the target squares that end the check. Pinned men stay on the line to
// their king.
func (p *Position) generate(l *MoveList, mode genMode) {
	us := p.side & 1
	own, theirs := p.colors[us], p.colors[us^1]
	occ := own | theirs
	king := (p.kinds[King] & own).First() & 63

	var reach Bitboard // squares that the mode lets pieces enter
	if mode&genNoisy != 0 {
		reach = theirs
	}
	if mode&genQuiets != 0 {
		reach |= ^occ
	}
	p.addKing(l, king, kingAttacks[king]&reach)
	if p.checkers.More() {
		return
	}
	target := ^Bitboard(0)
	if p.checkers != 0 {
		target = p.checkers | between[king][p.checkers.First()&63]
	} else if mode&genQuiets != 0 && p.castling != NoCastling {
		p.addCastles(l)
	}
	p.addPawns(l, mode, king, target)
	reach &= target

	for men := p.kinds[Knight] & own &^ p.pinned; men != 0; {
		s := men.Pop()
		addPiece(l, s, knightAttacks[s&63]&reach, theirs)
	}
	for men := (p.kinds[Bishop] | p.kinds[Queen]) & own; men != 0; {
		s := men.Pop()
		to := BishopAttacks(s, occ) & reach
		if p.pinned.Has(s) {
			to &= lines[king][s&63]
		}
		addPiece(l, s, to, theirs)
	}
	for men := (p.kinds[Rook] | p.kinds[Queen]) & own; men != 0; {
		s := men.Pop()
		to := RookAttacks(s, occ) & reach
		if p.pinned.Has(s) {
			to &= lines[king][s&63]
		}
		addPiece(l, s, to, theirs)
	}
}

// addPiece appends moves from s to every square of to; those on theirs are captures.
func addPiece(l *MoveList, s Square, to, theirs Bitboard) {
	for captures := to & theirs; captures != 0; {
		l.Add(NewMove(s, captures.Pop(), Capture))
	}
	for to &^= theirs; to != 0; {
		l.Add(NewMove(s, to.Pop(), Quiet))
	}
}

func (p *Position) addKing(l *MoveList, king Square, to Bitboard) {
	them := p.side.Other()
	occ := p.Occupied() &^ king.Bit()
	for to != 0 {
		s := to.Pop()
		if p.attacked(them, s, occ) {
			continue
		}
		f := Quiet
		if p.colors[them&1].Has(s) {
			f = Capture
		}
		l.Add(NewMove(king, s, f))
	}
}

func (p *Position) addCastles(l *MoveList) {
	if p.canCastle(true) {
		l.Add(NewMove(p.King(p.side), p.rooks[rightIndex(p.side, true)], CastleKing))
	}
	if p.canCastle(false) {
		l.Add(NewMove(p.King(p.side), p.rooks[rightIndex(p.side, false)], CastleQueen))
	}
}

// canCastle reports whether the side to move, which is not in check, may castle on a side. It needs
// the right, all squares that king and rook cross must be free, and the king must not cross or
// enter an attacked square. In Chess960 the rook may open the rank to an attacker when it leaves.
func (p *Position) canCastle(kingside bool) bool {
	us := p.side
	if p.castling&right(us, kingside) == 0 {
		return false
	}
	king, rook := p.King(us), p.rooks[rightIndex(us, kingside)&3]
	rank := king & 56
	kingTo, rookTo := rank|C1, rank|D1
	if kingside {
		kingTo, rookTo = rank|G1, rank|F1
	}
	path := between[king&63][kingTo&63] | kingTo.Bit()
	cross := path | between[rook&63][rookTo&63] | rookTo.Bit()
	occ := p.Occupied() &^ (king.Bit() | rook.Bit())
	if cross&occ != 0 {
		return false
	}
	them := us.Other()
	if p.attacked(them, kingTo, occ|rookTo.Bit()) {
		return false
	}
	for path &^= kingTo.Bit(); path != 0; {
		if p.attacked(them, path.Pop(), occ|rook.Bit()) {
			return false
		}
	}
	return true
}

// pawnSets splits the pawns of the side to move by the moves that pins allow them.
type pawnSets struct{ push, east, west Bitboard }

// pawnSets returns the pawns that may step forward and those that may capture towards the h-file
// (east) and towards the a-file (west). A pinned pawn may only move along its pin.
func (p *Position) pawnSets(king Square) pawnSets {
	pawns := p.kinds[Pawn] & p.colors[p.side&1]
	if p.pinned&pawns == 0 {
		return pawnSets{pawns, pawns, pawns}
	}
	king &= 63
	east, west := diagonals[king], antiDiagonals[king]
	if p.side == Black {
		east, west = west, east
	}
	return pawnSets{
		push: pawns &^ (p.pinned &^ File(king.File())),
		east: pawns &^ (p.pinned &^ east),
		west: pawns &^ (p.pinned &^ west),
	}
}

// pawnTargets are the squares that pawns of the side to move can enter.
type pawnTargets struct{ single, double, east, west Bitboard }

// pawnTargets returns where the pawns can step and capture, en passant left out, within target.
func (p *Position) pawnTargets(king Square, target Bitboard) pawnTargets {
	sets := p.pawnSets(king)
	empty, theirs := ^p.Occupied(), p.colors[p.side.Other()&1]&target
	var t pawnTargets
	if p.side == White {
		t.single = sets.push << 8 & empty
		t.double = t.single & rank3 << 8 & empty & target
		t.east = sets.east &^ fileH << 9 & theirs
		t.west = sets.west &^ fileA << 7 & theirs
	} else {
		t.single = sets.push >> 8 & empty
		t.double = t.single & rank6 >> 8 & empty & target
		t.east = sets.east &^ fileH >> 7 & theirs
		t.west = sets.west &^ fileA >> 9 & theirs
	}
	t.single &= target
	return t
}

// pawnSteps are the differences between the square a pawn enters and the one it leaves, by colour.
var pawnSteps = [2]struct{ single, double, east, west int8 }{
	{8, 16, 9, 7},
	{-8, -16, -7, -9},
}

func (p *Position) addPawns(l *MoveList, mode genMode, king Square, target Bitboard) {
	const last = rank1 | rank8
	step := &pawnSteps[p.side&1]
	t := p.pawnTargets(king, target)
	addPromotions(l, mode, t.single&last, step.single, 0)
	addPromotions(l, mode, t.east&last, step.east, Capture)
	addPromotions(l, mode, t.west&last, step.west, Capture)
	if mode&genNoisy != 0 {
		addPawnMoves(l, t.east&^last, step.east, Capture)
		addPawnMoves(l, t.west&^last, step.west, Capture)
		if p.ep != NoSquare {
			for men := p.enPassantPawns(); men != 0; {
				l.Add(NewMove(men.Pop(), p.ep, EnPassant))
			}
		}
	}
	if mode&genQuiets != 0 {
		addPawnMoves(l, t.single&^last, step.single, Quiet)
		addPawnMoves(l, t.double, step.double, DoublePush)
	}
}

// enPassantPawns returns the pawns that can legally capture on the en-passant square.
func (p *Position) enPassantPawns() Bitboard {
	men := pawnAttacks[p.side.Other()&1][p.ep&63] & p.kinds[Pawn] & p.colors[p.side&1]
	for rest := men; rest != 0; {
		if s := rest.Pop(); !p.enPassantIsLegal(s, p.ep) {
			men &^= s.Bit()
		}
	}
	return men
}

func addPawnMoves(l *MoveList, to Bitboard, step int8, f Flag) {
	for to != 0 {
		s := to.Pop()
		l.Add(NewMove(Square(int8(s)-step), s, f))
	}
}

// addPromotions appends promotions. A promotion to a queen is noisy; to another piece it is noisy
// only when it captures.
func addPromotions(l *MoveList, mode genMode, to Bitboard, step int8, capture Flag) {
	for to != 0 {
		s := to.Pop()
		from := Square(int8(s) - step)
		if mode&genNoisy != 0 {
			l.Add(NewMove(from, s, PromoQueen|capture))
		}
		if capture != 0 && mode&genNoisy != 0 || capture == 0 && mode&genQuiets != 0 {
			l.Add(NewMove(from, s, PromoKnight|capture))
			l.Add(NewMove(from, s, PromoRook|capture))
			l.Add(NewMove(from, s, PromoBishop|capture))
		}
	}
}
