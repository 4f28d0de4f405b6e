package reference

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Order puts the moves of g, a position depth plies before the horizon, into another order. It
// must give the same order whenever it is asked for the same position.
type Order[G any, M comparable] func(g G, depth int, moves []M)

// Ordered is a game whose moves come in another order. It is a game itself, so every search accepts
// it.
type Ordered[G Game[G, M], M comparable] struct {
	game  G
	depth int
	order Order[G, M]
}

// Reorder returns g, to be searched depth plies deep, with its moves in order. A nil order leaves
// them as they are.
func Reorder[G Game[G, M], M comparable](g G, depth int, order Order[G, M]) Ordered[G, M] {
	return Ordered[G, M]{g, depth, order}
}

// Moves returns the game's moves in the new order.
func (o Ordered[G, M]) Moves() []M {
	moves := o.game.Moves()
	if o.order != nil {
		o.order(o.game, o.depth, moves)
	}
	return moves
}

// Play returns the position after m, ordered likewise.
func (o Ordered[G, M]) Play(m M) Ordered[G, M] {
	return Ordered[G, M]{o.game.Play(m), o.depth - 1, o.order}
}

// Terminal reports whether the game is over here.
func (o Ordered[G, M]) Terminal() bool { return o.game.Terminal() }

// Value is the game's value for the first player.
func (o Ordered[G, M]) Value() int { return o.game.Value() }

// Turn is +1 if the first player is to move, -1 if the second is.
func (o Ordered[G, M]) Turn() int { return o.game.Turn() }

// Key is the game's key.
func (o Ordered[G, M]) Key() uint64 { return o.game.Key() }

// ByShallowSearch orders moves by searching each of them to a smaller depth first, as NegaScout's
// description recommends. In a position depth plies before the horizon these searches are depth/2
// plies deep, the move included. Next to the horizon there is nothing shallower, and the moves stay
// as they are. The work is counted in c, not in the search that uses the order.
func ByShallowSearch[G Game[G, M], M comparable](c *Counts) Order[G, M] {
	return func(g G, depth int, moves []M) {
		if depth < 2 {
			return
		}
		sortByScore(moves, func(m M) int {
			r := FailSoft(g.Play(m), depth/2-1, Full)
			c.Add(r.Counts)
			return -r.Value
		})
	}
}

// Rater is a game that can guess how good a move is without playing it.
type Rater[M comparable] interface {
	// Rate returns a guess; greater is better for the side to move.
	Rate(m M) int
}

// ByRate orders moves by the game's own guess.
func ByRate[G interface {
	Game[G, M]
	Rater[M]
}, M comparable](g G, _ int, moves []M) {
	sortByScore(moves, g.Rate)
}

// Shuffled puts moves into a random order that depends on the position and the seed.
func Shuffled[G Game[G, M], M comparable](seed uint64) Order[G, M] {
	return func(g G, _ int, moves []M) {
		r := rand.New(rand.NewPCG(seed, g.Key()))
		r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	}
}

// sortByScore sorts moves so that the greatest score comes first; equal ones stay in their order.
func sortByScore[M comparable](moves []M, score func(M) int) {
	type scored struct {
		move  M
		score int
	}
	list := make([]scored, len(moves))
	for i, m := range moves {
		list[i] = scored{m, score(m)}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	for i := range list {
		moves[i] = list[i].move
	}
}
