package board

// A cuckoo table finds, for the difference of two positions' keys, the reversible move that leads
// from one to the other (van Kervinck, "The design and implementation of the Rookie 2.0 chess
// playing program", 2013). It holds 3,668 moves in 8,192 slots. Each key has two possible slots,
// and its move lies in one of them.
const cuckooSlots = 8192

var (
	cuckooKeys  [cuckooSlots]uint64
	cuckooMoves [cuckooSlots]Move // from and to, in either order; no flags
)

func cuckooSlot1(key uint64) int { return int(key % cuckooSlots) }
func cuckooSlot2(key uint64) int { return int((key >> 16) % cuckooSlots) }

// fillCuckoo needs the piece keys and the attacks of leapers and sliders.
func fillCuckoo() {
	for pc := NewPiece(White, Knight); pc < NoPiece; pc++ {
		for a := A1; a < NoSquare; a++ {
			for to := attacksOf(pc.Kind(), a, 0) &^ (a.Bit()<<1 - 1); to != 0; {
				b := to.Pop()
				cuckooInsert(pieceKeys[pc][a]^pieceKeys[pc][b]^sideKey, NewMove(a, b, Quiet))
			}
		}
	}
}

// cuckooInsert puts a move into one of its places and whatever stood there into its other one.
func cuckooInsert(key uint64, m Move) {
	for i := cuckooSlot1(key); ; {
		cuckooKeys[i], key = key, cuckooKeys[i]
		cuckooMoves[i], m = m, cuckooMoves[i]
		if m == NoMove {
			return
		}
		i ^= cuckooSlot1(key) ^ cuckooSlot2(key)
	}
}

// canReach reports whether the side to move can reach, by one reversible move of a piece, the
// position whose key is earlier, in which the opponent is to move. Checks and pins need no look:
// that position was legal.
func (p *Position) canReach(earlier uint64) bool {
	key := p.keys.full ^ earlier
	i := cuckooSlot1(key)
	if cuckooKeys[i] != key {
		if i = cuckooSlot2(key); cuckooKeys[i] != key {
			return false
		}
	}
	a, b := cuckooMoves[i].From(), cuckooMoves[i].To()
	if Between(a, b)&p.Occupied() != 0 {
		return false
	}
	pc := p.pieces[a]
	if pc == NoPiece {
		pc = p.pieces[b]
	}
	return pc != NoPiece && pc.Color() == p.side
}

// CanRepeat reports whether the side to move can return at once, by one reversible move of a piece,
// to an earlier position. The keys are those of the game up to p, p's own last. A position can come
// back only if the opponent's moves since then cancel out, which is cheap to see; only then is the
// table asked.
func (p *Position) CanRepeat(keys []uint64) bool {
	at := len(keys) - 1
	if at < 3 { // at-1 does not count: only the opponent could take that move back
		return false
	}
	theirs := keys[at] ^ keys[at-1] ^ sideKey // the opponent's moves since i; 0: they cancel out
	for i := at - 3; i >= 0; i -= 2 {
		theirs ^= keys[i] ^ keys[i+1] ^ sideKey
		if theirs == 0 && p.canReach(keys[i]) {
			return true
		}
	}
	return false
}
