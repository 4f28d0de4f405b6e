package search

import (
	"slices"

	"sente/board"
	"sente/eval"
	"sente/internal/splitmix"
)

// Strength limits how well an engine plays, by the kind of mistakes people make: it looks less far,
// judges positions wrongly, and doesn't see every move in its calculations. A judgement's error and
// a blind spot last for a game: the same position is always misjudged alike. No move is random. The
// zero Strength is full strength, at no cost.
//
// In a simple ending (see simpleEnding) nothing is misjudged or overlooked and the reach is
// widened, so that the player gives the mates that everybody learns.
type Strength struct {
	Nodes uint64 // a move, once depth 1 is complete; 0: no limit
	Depth int    // plies; 0: no limit
	Noise int    // standard deviation of the evaluation's error in centipawns, 0 or more
	Blind int    // 0 to 1000: permille of the moves overlooked, more of those that are hard to see
}

// A simple ending has at most simpleEndingMen men, and is searched for at least simpleEndingNodes
// nodes.
const (
	simpleEndingNodes = 40000
	simpleEndingMen   = 8
)

// SetStrength limits the engine's strength from the next search on. Searches that are no part of a
// game, for Limits.Infinite and Limits.Mate, are never limited. Only one thread searches while
// strength is limited, and endgame tables are not asked.
func (e *Engine) SetStrength(s Strength) { e.strength = s }

// SetSeed sets the seed of a limited engine's errors for the running game. NewGame draws the next
// seed.
func (e *Engine) SetSeed(seed uint64) { e.seed = seed }

// limitStrength applies the engine's strength to s.
func (s *Search) limitStrength() {
	e := s.engine
	strength := e.strength
	if s.limits.Infinite || s.limits.Mate > 0 {
		strength = Strength{}
	}
	if strength != (Strength{}) {
		s.limited = true
		s.workers = s.workers[:1]
		s.view = view{noise: strength.Noise, blind: strength.Blind, seed: e.seed, textbook: true}
		s.reach = strength.Nodes * uint64(max(1, min(s.multiPV, len(s.rootMoves))))
		switch {
		case simpleEnding(&s.root.Pos):
			if s.reach > 0 {
				s.reach = max(s.reach, simpleEndingNodes)
			}
		case strength.Depth > 0:
			s.maxDepth = min(s.maxDepth, strength.Depth)
		}
		s.dropUnderpromotions()
	}
}

// dropUnderpromotions leaves out promotions to rook and bishop. People hardly ever choose them, but
// an error in judgement may prefer them. Nothing is left out when moves to search were named.
func (s *Search) dropUnderpromotions() {
	if s.root.Moves == nil {
		s.rootMoves = slices.DeleteFunc(s.rootMoves, func(m board.Move) bool {
			return m.Promotion() == board.Rook || m.Promotion() == board.Bishop
		})
	}
}

// reached tells whether the reach is used up, with depth 1 complete. If not it sets pollAt.
func (s *Search) reached() bool {
	w := s.main()
	switch {
	case w.nodes < s.reach:
		w.pollAt = min(w.pollAt, s.reach)
	case w.rootDepth > 1:
		return true
	default:
		w.pollAt = w.nodes + 1
	}
	return false
}

// simpleEnding tells whether p is an ending that everybody learns to win: against a king alone, or
// against a king with at most two pawns by a rook or queen at least.
func simpleEnding(p *board.Position) bool {
	if p.Occupied().Count() > simpleEndingMen {
		return false
	}
	heavy := p.ByKind(board.Rook) | p.ByKind(board.Queen)
	for c := board.White; c <= board.Black; c++ {
		if p.HasNonPawns(c) {
			continue
		}
		if pawns := p.Pieces(c, board.Pawn).Count(); pawns == 0 || pawns <= 2 && heavy != 0 {
			return true
		}
	}
	return false
}

// view is what makes the scores of one search useless to another: a player's errors, the textbook,
// and the lighter pruning of a search for mates. The zero view is what the network says.
type view struct {
	noise    int // standard deviation in centipawns
	blind    int // permille
	seed     uint64
	textbook bool // basic mates are judged as textbooks teach them
	mates    bool // the search wants a mate and prunes less: see forMates
}

// salt returns a number that separates the entries of different views in the transposition table: 0
// for the zero view.
func (v view) salt() uint64 {
	if v == (view{}) {
		return 0
	}
	limits := uint64(v.noise)<<32 ^ uint64(v.blind)
	if v.textbook {
		limits |= 1 << 63
	}
	if v.mates {
		limits |= 1 << 62
	}
	return splitmix.At(v.seed ^ splitmix.At(limits))
}

// The error of a judgement has four parts. They depend on the pawns, on the pieces of each side,
// and on the whole position, and last as long as these stand the same. These are their shares in
// permille. The parts are independent, so the squares sum up to the square of the whole.
const (
	pawnShare  = 548
	pieceShare = 447 // of each side
	wholeShare = 548
)

// misjudge returns value, the evaluation of p for the side to move in centipawns, with the error
// that the view makes about p.
func (v *view) misjudge(p *board.Position, value int) int {
	if simpleEnding(p) {
		return value
	}
	e := pawnShare*normal(v.seed^p.PawnKey()) +
		pieceShare*(normal(v.seed+p.NonPawnKey(board.White))+
			normal(v.seed-p.NonPawnKey(board.Black))) +
		wholeShare*normal(v.seed^p.Key())
	e = e / permille * v.noise / normalUnit
	if p.SideToMove() == board.Black {
		e = -e
	}
	return max(-eval.MaxEval, min(eval.MaxEval, value+e))
}

// normalUnit is the standard deviation of normal.
const normalUnit = 37837

// normal returns a number that is a fixed function of x and nearly normally distributed with mean
// 0: the sum of four uniform ones (Irwin and Hall).
func normal(x uint64) int {
	x = splitmix.At(x)
	return int(x&0xFFFF+x>>16&0xFFFF+x>>32&0xFFFF+x>>48) - 2*0xFFFF
}

// A player sees moves near the last one best, and misses long and backward moves more often than
// others.
const (
	attentionDivisor = 4 // of the chance to overlook a recapture, or another move of the same man
	hardFactor       = 2 // of the chance to overlook a long move, and a backward one
	longMove         = 4 // squares
)

// overlooks reports whether a player with the worker's view doesn't see that m can be played in
// the node at ply, below the root. Check evasions are always seen. Chance decides by man, squares
// and pawns: while the pawns stand still, the same move is overlooked again.
func (w *worker) overlooks(ply int, m board.Move) bool {
	p := &w.pos[ply]
	if ply == 0 || w.at(ply).inCheck || m.IsCastle() || simpleEnding(p) {
		return false
	}
	chance := w.view.blind
	from, to := m.From(), m.To()
	switch before := w.at(ply - 1); {
	case m.IsCapture() && before.movedPiece != board.NoPiece && before.movedTo == to:
		chance /= attentionDivisor
	case lastMoved(&w.pos[ply-1]) == from:
		chance /= attentionDivisor
	default:
		files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
		if p.SideToMove() == board.Black {
			ranks = -ranks
		}
		if max(files, -files, ranks, -ranks) >= longMove || ranks < 0 {
			chance *= hardFactor
		}
	}
	spot := w.view.seed ^ p.PawnKey() ^
		uint64(from)<<32 ^ uint64(to)<<40 ^ uint64(p.PieceOn(from))<<48
	return int(splitmix.At(spot)%permille) < chance
}

// lastMoved returns the square on which the move that led to p ended, the king's if it castled;
// NoSquare if the move is not known.
func lastMoved(p *board.Position) board.Square {
	if d := p.Delta(); d.Adds > 0 {
		return d.Add[0].Square
	}
	return board.NoSquare
}
