package search

import (
	"sente/board"
	"sente/eval"
	"sente/ordering"
)

// nodeKind is the expected kind of a node (Knuth and Moore, 1975; Marsland): on the principal
// variation, where a cutoff is expected, and where every move is expected to fail low.
type nodeKind uint8

const (
	nodePV nodeKind = iota
	nodeCut
	nodeAll
)

// child returns the kind that a zero-window child of n is expected to have.
func (n nodeKind) child() nodeKind {
	if n == nodeCut {
		return nodeAll
	}
	return nodeCut
}

// sentinels is the number of frames before the root's. With them a node looks back without a test.
const sentinels = 8

// frame holds the state of the node at one ply. It is never on the stack, where Go would clear it
// at each call.
type frame struct {
	visit
	move         board.Move             // being searched from this node; NullMove while passing
	excluded     board.Move             // left out by a singular search
	killer       board.Move             // the last quiet move that failed high at this ply
	inCheck      bool                   // then there is no evaluation; true before the root, too
	movedPiece   board.Piece            // of move, NoPiece for a null move and before the root
	movedTo      board.Square           // of move
	rawEval      int                    // centipawns without correction, tt.NoEval in check
	staticEval   int                    // corrected, meaningless in check
	correction   int                    // centipawns, what correction history adds to rawEval
	reduction    int                    // of the reduced search below, else 0; 1/1024 plies
	cutoffs      int                    // fail-highs at this ply since the grandparent node began
	doubles      int                    // double extensions on the path to this node
	continuation *ordering.PieceTo      // of move, nil for a null move and before the root
	earlier      ordering.Continuations // of the moves 1, 2, 4 and 6 plies before this node
	pv           variation
	picker       ordering.Picker
	quiets       triedMoves
	noisies      triedMoves
}

// visit holds the findings of one search of a node. Razoring, null-move verification and singular
// search start another search of the same node in the middle of the first. Each of them saves the
// visit and restores it.
type visit struct {
	kind      nodeKind
	ttPv      bool       // the node is or was on a principal variation
	improving bool       // the side to move stands better than at its last turn
	noisy     bool       // the frame's move is noisy
	check     bool       // the frame's move gives check
	merit     int        // of the frame's move: see ordering.Picker
	bestMove  board.Move // raised alpha; NoMove if none did
	table     lookup
	estimate  int // centipawns: the best guess of the score without a search; not in check
	floor     int // the endgame tables' bounds of the score
	ceiling   int
	moves     int // how many were looked at, the frame's move included
	bestScore int // score
}

// variation is a line of moves from a node on.
type variation struct {
	n     int
	moves [eval.MaxPly + 2]board.Move
}

// set makes v the move m followed by rest.
func (v *variation) set(m board.Move, rest *variation) {
	v.moves[0] = m
	n := min(rest.n, len(v.moves)-1)
	copy(v.moves[1:], rest.moves[:n])
	v.n = n + 1
}

// line returns the moves of v; it shares v's memory.
func (v *variation) line() []board.Move { return v.moves[:v.n] }

// triedMoves are the first moves of a node that were searched and did not become the best.
type triedMoves struct {
	n     int
	moves [32]board.Move
}

func (t *triedMoves) add(m board.Move) {
	if t.n < len(t.moves) {
		t.moves[t.n] = m
		t.n++
	}
}

// tried remembers the frame's move m: it was searched and did not become the best.
func (f *frame) tried(m board.Move) {
	if f.noisy {
		f.noisies.add(m)
	} else {
		f.quiets.add(m)
	}
}

func (t *triedMoves) slice() []board.Move { return t.moves[:t.n] }
