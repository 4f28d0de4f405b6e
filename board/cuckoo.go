package board

// The cuckoo table takes the XOR of two positions' keys and finds the reversible move that leads
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

// cuckooInsert puts a move into its first slot. A move that stood there goes to its own other slot,
// and so on, until a slot was free.
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

// canReach reports whether one reversible move of a piece leads to the position whose key is
// earlier. In that position the opponent is to move. canReach need not test checks and pins,
// because the earlier position was legal.
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

// CanRepeat reports whether one reversible move of a piece leads back to an earlier position. keys
// are those of the game's positions; the last one is p's own. A position can come back only if the
// opponent's moves since then cancel out. That test is cheap, so it comes before the table.
func (p *Position) CanRepeat(keys []uint64) bool {
	at := len(keys) - 1
	if at < 3 { // at-1 does not count: only the opponent can take back the move made there
		return false
	}
	theirs := keys[at] ^ keys[at-1] ^ sideKey // the opponent's moves since i; 0 if they cancel out
	for i := at - 3; i >= 0; i -= 2 {
		theirs ^= keys[i] ^ keys[i+1] ^ sideKey
		if theirs == 0 && p.canReach(keys[i]) {
			return true
		}
	}
	return false
}
