package book

import "sente/board"

// Where each kind of number begins in randoms.
const (
	randomCastling  = 768 // in the order of the bits of board.Castling
	randomEnPassant = 772 // by file
	randomTurn      = 780 // White is to move
)

// Key returns the Polyglot key of a position. It returns false for the positions of Chess960 that
// have none: some rook may castle that is not the outermost on its side of the king.
//
// The format counts an en-passant capture even when a pin forbids it. Package board does not keep
// such a capture. The key is right nevertheless after board.Position.Make. It differs from other
// programs' keys only for a position that was set up with such a pin.
func Key(p *board.Position) (key uint64, ok bool) {
	for men := p.Occupied(); men != 0; {
		s := men.Pop()
		key ^= randoms[64*int(p.PieceOn(s)^1)+int(s)] // Black's men come first there
	}
	for i := range 4 {
		if p.Castling()&(1<<i) == 0 {
			continue
		}
		if !castlesOutermost(p, board.Color(i/2), i%2 == 0) {
			return 0, false
		}
		key ^= randoms[randomCastling+i]
	}
	if file, ok := enPassantFile(p); ok {
		key ^= randoms[randomEnPassant+file]
	}
	if p.SideToMove() == board.White {
		key ^= randoms[randomTurn]
	}
	return key, true
}

// castlesOutermost tells whether the rook of a castling right is the outermost on its side.
func castlesOutermost(p *board.Position, c board.Color, kingside bool) bool {
	rook := p.CastlingRook(c, kingside).Bit()
	rooks := p.Pieces(c, board.Rook) & board.Rank(7*int(c))
	if kingside {
		return rooks&^(rook<<1-1) == 0
	}
	return rooks&(rook-1) == 0
}

// enPassantFile returns the file of the pawn that just moved two squares if an enemy pawn stands
// beside it.
func enPassantFile(p *board.Position) (file int, ok bool) {
	if s := p.EnPassant(); s != board.NoSquare {
		return s.File(), true
	}
	d := p.Delta()
	if d.Adds != 1 || d.Subs != 1 || d.Add[0].Piece != d.Sub[0].Piece ||
		d.Add[0].Piece.Kind() != board.Pawn || d.Add[0].Square^d.Sub[0].Square != 16 {
		return 0, false
	}
	pawn := d.Add[0].Square
	beside := board.KingAttacks(pawn) & board.Rank(pawn.Rank())
	return pawn.File(), beside&p.Pieces(p.SideToMove(), board.Pawn) != 0
}
