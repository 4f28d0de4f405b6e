package reference

import "slices"

// Bound says how a value relates to the true one.
type Bound uint8

// The three kinds of value that a search with a window can end with.
const (
	BoundExact Bound = iota // the true value
	BoundLower              // the true value is at least this one: the search failed high
	BoundUpper              // the true value is at most this one: the search failed low
)

// Entry is what a transposition table holds of a searched position.
type Entry[M comparable] struct {
	Value int // for the side to move
	Bound Bound
	Move  M // the best move found; with BoundUpper that of an earlier search, or none
}

// NegamaxTable is fail-soft alpha-beta with a transposition table (Breuker, "Memory versus Search
// in Games", 1998, chapter 2). A position may be reached again, by another order of the same moves
// or in a later search. The table then answers it if its bound allows that. If it doesn't, the
// bound still narrows the window, and the move found best before goes first.
//
// The table may be empty or from earlier searches of the same game, and of any size. A position's
// value must depend on its key and the depth alone. If it also depends on the way there
// (repetitions in chess), a table can change the value of the root: the graph history interaction.
func NegamaxTable[G Game[G, M], M comparable](g G, depth int, w Window,
	t *Table[Entry[M]]) Result[M] {
	s := tableSearch[G, M]{table: t}
	return s.run(g, depth, w)
}

// NegamaxTableHard is NegamaxTable with fail-hard values: a value outside the window is cut back to
// it before it is remembered. It is here to show what fail-soft is worth.
func NegamaxTableHard[G Game[G, M], M comparable](g G, depth int, w Window,
	t *Table[Entry[M]]) Result[M] {
	s := tableSearch[G, M]{table: t, hard: true}
	return s.run(g, depth, w)
}

type tableSearch[G Game[G, M], M comparable] struct {
	table *Table[Entry[M]]
	hard  bool
	Counts
}

func (s *tableSearch[G, M]) run(g G, depth int, w Window) (r Result[M]) {
	value, best := s.search(g, depth, w.Alpha, w.Beta)
	if r.Value = value; value > w.Alpha {
		r.Best = best // else it is the table's, of another window
	}
	r.Counts = s.Counts
	r.Held = s.table.Len()
	return r
}

func (s *tableSearch[G, M]) search(g G, depth, alpha, beta int) (value int, best M) {
	if visit(g, depth, &s.Counts) {
		return s.clamp(valueToMove(g), alpha, beta), best
	}
	window := Window{alpha, beta}
	moves := g.Moves()
	if entry, found := s.table.Load(g.Key(), depth); found {
		switch entry.Bound {
		case BoundExact:
			alpha, beta = entry.Value, entry.Value
		case BoundLower:
			alpha = max(alpha, entry.Value)
			best = entry.Move // stays the best if no other exceeds the bound
		case BoundUpper:
			beta = min(beta, entry.Value)
		}
		if alpha >= beta {
			s.Hits++
			return s.clamp(entry.Value, window.Alpha, window.Beta), entry.Move
		}
		toFront(moves, entry.Move)
	}
	value = -Infinity
	for _, m := range moves {
		v, _ := s.search(g.Play(m), depth-1, -beta, -max(alpha, value))
		if v = -v; v > value {
			value = v
			if value > alpha {
				best = m
			}
		}
		if value >= beta {
			s.BetaCuts++
			break
		}
	}
	value = s.clamp(value, window.Alpha, window.Beta)
	s.table.Store(g.Key(), depth, Entry[M]{value, window.bound(value), best})
	return value, best
}

// bound says how a value relates to the true one if a search with this window has returned it. It
// does not matter whether a table has narrowed the window on the way. If a value is at an edge that
// the table has set, the table's bound holds from the other side, so the value is exact.
func (w Window) bound(value int) Bound {
	switch {
	case value <= w.Alpha:
		return BoundUpper
	case value >= w.Beta:
		return BoundLower
	}
	return BoundExact
}

// clamp cuts a fail-hard search's value back to its window.
func (s *tableSearch[G, M]) clamp(value, alpha, beta int) int {
	if s.hard {
		return min(max(value, alpha), beta)
	}
	return value
}

// toFront moves m, if it is there, before all others, whose order stays.
func toFront[M comparable](moves []M, m M) {
	if i := slices.Index(moves, m); i > 0 {
		copy(moves[1:], moves[:i])
		moves[0] = m
	}
}
