package games

import (
	"slices"

	"sente/board"
	"sente/eval"
	"sente/internal/splitmix"
)

// Chess is a position of chess over this module's board, evaluated by eval.Material. White is the
// first player. A mate is worth more the nearer it is to the root (eval.MateIn).
//
// Below the root a position counts as drawn by the fifty-move rule, for lack of material, and if it
// occurs for the second time since the root or the third time in the game. Mate and stalemate come
// before that. At the root none of these draws ends the game, because a move is wanted.
type Chess struct {
	pos     board.Position
	ply     int // since the root
	earlier *earlier
	outcome outcome
}

// earlier is a list of the positions since the last irreversible move, the latest first.
type earlier struct {
	key    uint64
	inTree bool // the root or below it
	before *earlier
}

type outcome uint8

const (
	undecided outcome = iota
	mated             // the side to move has lost
	drawn
)

// NewChess returns the root of a search. Keys are those of the game's positions since the last
// irreversible move, oldest first, without the root's own.
func NewChess(pos board.Position, keys []uint64) Chess {
	c := Chess{pos: pos}
	for _, key := range keys {
		c.earlier = &earlier{key: key, before: c.earlier}
	}
	c.outcome = c.judge()
	return c
}

// Moves returns the legal moves in the generator's order.
func (c Chess) Moves() []board.Move {
	var list board.MoveList
	c.pos.Legal(&list)
	return slices.Clone(list.Slice())
}

// Play makes a move.
func (c Chess) Play(m board.Move) Chess {
	next := Chess{ply: c.ply + 1}
	c.pos.Make(m, &next.pos)
	if next.pos.HalfmoveClock() > 0 {
		next.earlier = &earlier{key: c.pos.Key(), inTree: true, before: c.earlier}
	}
	next.outcome = next.judge()
	return next
}

// Terminal reports mate, stalemate and, below the root, a draw.
func (c Chess) Terminal() bool { return c.outcome != undecided }

// Value is the outcome, or Material's estimate, in centipawns for White.
func (c Chess) Value() int {
	switch c.outcome {
	case mated:
		return c.Turn() * eval.MatedIn(c.ply)
	case drawn:
		return eval.Draw
	}
	return c.Turn() * eval.Material(&c.pos)
}

// Turn is +1 if White is to move, -1 if Black is.
func (c Chess) Turn() int { return 1 - 2*int(c.pos.SideToMove()) }

// Key is the position's key mixed with its distance from the root, because a mate's value depends
// on that distance. The way to the position is not in it, so repetitions can give two positions of
// one key different values. That happens only from depth 5 on, since at depth 4 none but the root
// itself can come up a second time.
func (c Chess) Key() uint64 { return c.pos.Key() + splitmix.Mix(uint64(c.ply)) }

// Rate puts captures of great pieces by small ones first (MVV-LVA), then promotions, then checks.
func (c Chess) Rate(m board.Move) int {
	rate := 0
	if m.IsCapture() {
		rate = 10000 + 10*eval.PieceValue(c.pos.Captured(m).Kind()) -
			eval.PieceValue(c.pos.PieceOn(m.From()).Kind())
	}
	if m.IsPromotion() {
		rate += 10 * eval.PieceValue(m.Promotion())
	}
	if c.pos.GivesCheck(m) {
		rate++
	}
	return rate
}

func (c *Chess) judge() outcome {
	switch {
	case c.pos.IsCheckmate():
		return mated
	case !c.pos.HasLegalMove():
		return drawn
	case c.ply > 0 && (c.pos.HalfmoveClock() >= board.FiftyMoves ||
		c.pos.InsufficientMaterial() || c.repeats()):
		return drawn
	}
	return undecided
}

func (c *Chess) repeats() bool {
	inGame := 0
	for e := c.earlier; e != nil; e = e.before {
		if e.key != c.pos.Key() {
			continue
		}
		if e.inTree {
			return true
		}
		inGame++
	}
	return inGame >= 2
}
