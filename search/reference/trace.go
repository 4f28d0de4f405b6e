package reference

import (
	"hash/maphash"

	"sente/internal/splitmix"
)

// Trace remembers which leaves a search has visited. The sequence of moves that leads to a leaf
// identifies it, so one position reached in two ways is two leaves.
type Trace struct {
	Leaves []uint64 // names of the leaves, each once, in the order of their first visits
	Visits int64    // all visits
	seed   maphash.Seed
	seen   map[uint64]bool
}

// NewTrace returns an empty trace. Traces that are compared must share the seed.
func NewTrace(seed maphash.Seed) *Trace {
	return &Trace{seed: seed, seen: make(map[uint64]bool)}
}

// Revisits is how many visits were not the first one to their leaf.
func (t *Trace) Revisits() int64 { return t.Visits - int64(len(t.Leaves)) }

// Traced is a game that notes in a Trace each position whose value is asked for.
type Traced[G Game[G, M], M comparable] struct {
	game  G
	path  uint64
	trace *Trace
}

// Follow returns g with its leaves noted in t.
func Follow[G Game[G, M], M comparable](g G, t *Trace) Traced[G, M] {
	return Traced[G, M]{g, 0, t}
}

// Moves returns the game's moves.
func (t Traced[G, M]) Moves() []M { return t.game.Moves() }

// Play returns the position after m, traced likewise.
func (t Traced[G, M]) Play(m M) Traced[G, M] {
	path := splitmix.Mix(t.path + maphash.Comparable(t.trace.seed, m))
	return Traced[G, M]{t.game.Play(m), path, t.trace}
}

// Terminal reports whether the game is over here.
func (t Traced[G, M]) Terminal() bool { return t.game.Terminal() }

// Value is the game's value for the first player; the visit is noted.
func (t Traced[G, M]) Value() int {
	t.trace.Visits++
	if !t.trace.seen[t.path] {
		t.trace.seen[t.path] = true
		t.trace.Leaves = append(t.trace.Leaves, t.path)
	}
	return t.game.Value()
}

// Turn is +1 if the first player is to move, -1 if the second is.
func (t Traced[G, M]) Turn() int { return t.game.Turn() }

// Key is the game's key.
func (t Traced[G, M]) Key() uint64 { return t.game.Key() }
