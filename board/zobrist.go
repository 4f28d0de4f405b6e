package board

import "sente/internal/splitmix"

// keys identify a position (Zobrist, 1970). full covers everything that makes two positions the
// same for the repetition rule; the others cover some of the men, for tables indexed by structure.
type keys struct {
	full    uint64
	pawn    uint64    // pawns
	minor   uint64    // knights, bishops and kings
	nonPawn [2]uint64 // the men of one colour other than pawns
}

var (
	pieceKeys [16][64]uint64 // 12 pieces; rounded up so that an index &15 needs no check
	rightKeys [4][8]uint64   // castling rights by rightIndex and the rook's file
	epKeys    [8]uint64      // by file
	sideKey   uint64         // Black to move
)

// fillKeys sets the keys, the same on every machine.
func fillKeys() {
	rng := splitmix.Generator(0x53656E7465) // "Sente"
	for p := range NoPiece {
		for s := range pieceKeys[p] {
			pieceKeys[p][s] = rng.Next()
		}
	}
	usual := [4]int{7, 0, 7, 0} // the rooks' files outside Chess960
	for i, f := range usual {
		rightKeys[i][f] = rng.Next()
	}
	for f := range epKeys {
		epKeys[f] = rng.Next()
	}
	sideKey = rng.Next()
	for i := range rightKeys {
		for f := range rightKeys[i] {
			if f != usual[i] {
				rightKeys[i][f] = rng.Next()
			}
		}
	}
}

// toggle adds or removes pc on s in every key that covers it.
func (k *keys) toggle(pc Piece, s Square) {
	key := pieceKeys[pc&15][s&63]
	k.full ^= key
	switch pc.Kind() {
	case Pawn:
		k.pawn ^= key
		return
	case Knight, Bishop, King:
		k.minor ^= key
	}
	k.nonPawn[pc.Color()] ^= key
}

// keysFromScratch computes what Make keeps up to date.
func (p *Position) keysFromScratch() keys {
	var k keys
	for s := A1; s < NoSquare; s++ {
		if pc := p.pieces[s]; pc != NoPiece {
			k.toggle(pc, s)
		}
	}
	for i, rook := range p.rooks {
		if p.castling>>i&1 == 1 {
			k.full ^= rightKeys[i][rook.File()]
		}
	}
	if p.ep != NoSquare {
		k.full ^= epKeys[p.ep.File()]
	}
	if p.side == Black {
		k.full ^= sideKey
	}
	return k
}
