package board

// Position is a chess position with the counters that rules need. It holds no pointers and is
// copied by assignment. The zero value is not a legal position: use ParseFEN or Start. Compare
// positions by Key, not by ==, because == also compares the counters and the last moves.
type Position struct {
	kinds    [6]Bitboard
	colors   [2]Bitboard
	keys     keys
	checkers Bitboard // enemy pieces giving check
	pinned   Bitboard // own pieces that may only move along the line to their king
	castlers Bitboard // kings and rooks that still have a castling right
	pieces   [64]Piece
	delta    Delta
	rooks    [4]Square // the rook of each castling right, by rightIndex
	side     Color
	castling Castling
	ep       Square // en-passant target, only when the capture is legal
	halfmove uint16 // plies since the last capture or pawn move
	fullmove uint16
}

// PieceSquare is a piece on a square.
type PieceSquare struct {
	Piece  Piece
	Square Square
}

// Delta says which men the last Make added and removed. Incremental evaluation needs it. After
// MakeNull and ParseFEN it is empty.
type Delta struct {
	Add, Sub   [2]PieceSquare
	Adds, Subs uint8 // how many of Add and Sub are in use
}

func (d *Delta) add(pc Piece, s Square) {
	d.Add[d.Adds&1] = PieceSquare{pc, s}
	d.Adds++
}

func (d *Delta) sub(pc Piece, s Square) {
	d.Sub[d.Subs&1] = PieceSquare{pc, s}
	d.Subs++
}

// SideToMove returns the colour to move.
func (p *Position) SideToMove() Color { return p.side }

// Checkers returns the enemy pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.checkers }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.checkers != 0 }

// Pinned returns the pieces of the side to move that may only move along the line to their king.
func (p *Position) Pinned() Bitboard { return p.pinned }

// Occupied returns all occupied squares.
func (p *Position) Occupied() Bitboard { return p.colors[White] | p.colors[Black] }

// ByColor returns the men of colour c.
func (p *Position) ByColor(c Color) Bitboard { return p.colors[c&1] }

// ByKind returns the men of kind k, which must not be NoKind, of both colours.
func (p *Position) ByKind(k Kind) Bitboard { return p.kinds[k] }

// Pieces returns the men of colour c and kind k, which must not be NoKind.
func (p *Position) Pieces(c Color, k Kind) Bitboard { return p.colors[c&1] & p.kinds[k] }

// PieceOn returns what stands on s, which must be on the board, or NoPiece.
func (p *Position) PieceOn(s Square) Piece { return p.pieces[s&63] }

// King returns the square of c's king.
func (p *Position) King(c Color) Square { return (p.kinds[King] & p.colors[c&1]).First() }

// EnPassant returns the square a pawn can legally capture on en passant, or NoSquare.
func (p *Position) EnPassant() Square { return p.ep }

// Castling returns the castling rights.
func (p *Position) Castling() Castling { return p.castling }

// CastlingRook returns the square of the rook that c castles with on the given side. It is
// meaningful only while c has that right.
func (p *Position) CastlingRook(c Color, kingside bool) Square {
	return p.rooks[rightIndex(c, kingside)]
}

// FiftyMoves is the half-move clock, in plies, at which a player may claim a draw. Mate goes first.
const FiftyMoves = 100

// HalfmoveClock returns the plies since the last capture or pawn move. From FiftyMoves on a player
// may claim a draw; the search counts it as drawn.
func (p *Position) HalfmoveClock() int { return int(p.halfmove) }

// MaxFullmoveNumber is the greatest full-move number that readers of games accept. The counters
// hold no more than 65,535, and Make does not check. The 75-move rule ends every game before move
// 8,850.
const MaxFullmoveNumber = 20_000

// FullmoveNumber returns the number of the move, from 1, as FEN counts.
func (p *Position) FullmoveNumber() int { return int(p.fullmove) }

// Ply returns the plies played since the start of the game, by the full-move number.
func (p *Position) Ply() int { return 2*(int(p.fullmove)-1) + int(p.side) }

// Key returns the key of the position for tables and for the repetition rule.
func (p *Position) Key() uint64 { return p.keys.full }

// PawnKey returns the key of the pawns.
func (p *Position) PawnKey() uint64 { return p.keys.pawn }

// MinorKey returns the key of knights, bishops and kings.
func (p *Position) MinorKey() uint64 { return p.keys.minor }

// NonPawnKey returns the key of c's men other than pawns.
func (p *Position) NonPawnKey(c Color) uint64 { return p.keys.nonPawn[c&1] }

// Delta returns what the last Make changed; the caller must not write to it.
func (p *Position) Delta() *Delta { return &p.delta }

// HasNonPawns reports whether c has more than king and pawns.
func (p *Position) HasNonPawns(c Color) bool {
	return p.colors[c&1]&^(p.kinds[Pawn]|p.kinds[King]) != 0
}

// Captured returns the piece that m takes, NoPiece if none.
func (p *Position) Captured(m Move) Piece {
	switch {
	case !m.IsCapture():
		return NoPiece
	case m.IsEnPassant():
		return NewPiece(p.side.Other(), Pawn)
	}
	return p.pieces[m.To()]
}

// InsufficientMaterial reports whether no sequence of moves can mate: bare kings, a single minor
// piece, or only bishops of one square colour.
func (p *Position) InsufficientMaterial() bool {
	if p.kinds[Pawn]|p.kinds[Rook]|p.kinds[Queen] != 0 {
		return false
	}
	minors := p.kinds[Knight] | p.kinds[Bishop]
	if !minors.More() {
		return true
	}
	return p.kinds[Knight] == 0 && (minors&DarkSquares == 0 || minors&^DarkSquares == 0)
}

// AttackersTo returns the men of both colours that attack s when occ is occupied.
func (p *Position) AttackersTo(s Square, occ Bitboard) Bitboard {
	return pawnAttacks[Black][s&63]&p.colors[White]&p.kinds[Pawn] |
		pawnAttacks[White][s&63]&p.colors[Black]&p.kinds[Pawn] |
		knightAttacks[s&63]&p.kinds[Knight] |
		kingAttacks[s&63]&p.kinds[King] |
		BishopAttacks(s, occ)&(p.kinds[Bishop]|p.kinds[Queen]) |
		RookAttacks(s, occ)&(p.kinds[Rook]|p.kinds[Queen])
}

// attacked reports whether c attacks s when occ is occupied.
func (p *Position) attacked(c Color, s Square, occ Bitboard) bool {
	by := p.colors[c&1]
	if knightAttacks[s&63]&p.kinds[Knight]&by != 0 ||
		pawnAttacks[c.Other()&1][s&63]&p.kinds[Pawn]&by != 0 ||
		kingAttacks[s&63]&p.kinds[King]&by != 0 {
		return true
	}
	diagonal := (p.kinds[Bishop] | p.kinds[Queen]) & by
	straight := (p.kinds[Rook] | p.kinds[Queen]) & by
	return emptyBishop[s&63]&diagonal != 0 && BishopAttacks(s, occ)&diagonal != 0 ||
		emptyRook[s&63]&straight != 0 && RookAttacks(s, occ)&straight != 0
}

// Threats returns the squares that the side not to move attacks.
func (p *Position) Threats() Bitboard {
	them := p.side.Other()
	by, occ := p.colors[them&1], p.Occupied()
	b := PawnAttackSet(them, p.kinds[Pawn]&by) | KingAttacks(p.King(them))
	for men := p.kinds[Knight] & by; men != 0; {
		b |= KnightAttacks(men.Pop())
	}
	for men := (p.kinds[Bishop] | p.kinds[Queen]) & by; men != 0; {
		b |= BishopAttacks(men.Pop(), occ)
	}
	for men := (p.kinds[Rook] | p.kinds[Queen]) & by; men != 0; {
		b |= RookAttacks(men.Pop(), occ)
	}
	return b
}

// setChecks computes checkers and pinned for the side to move.
func (p *Position) setChecks() {
	us := p.side & 1
	own, theirs := p.colors[us], p.colors[us^1]
	king := (p.kinds[King] & own).First() & 63
	p.checkers = theirs & (knightAttacks[king]&p.kinds[Knight] |
		pawnAttacks[us][king]&p.kinds[Pawn])
	p.pinned = 0
	snipers := theirs & (emptyBishop[king]&(p.kinds[Bishop]|p.kinds[Queen]) |
		emptyRook[king]&(p.kinds[Rook]|p.kinds[Queen]))
	occ := own | theirs
	for snipers != 0 {
		s := snipers.Pop()
		blockers := between[king][s&63] & occ
		if blockers == 0 {
			p.checkers |= s.Bit()
		} else if !blockers.More() {
			p.pinned |= blockers & own
		}
	}
}
