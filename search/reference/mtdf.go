package reference

// MTDF returns the minimax value by searches with windows of zero width only (Plaat, "MTD(f), a new
// fixed-depth minimax algorithm", 1995). Each search asks whether the root is worth at least some
// number. The first number is the guess. Each answer is a bound, and the next question is put right
// at that bound, until the lower and the upper bound meet. The nearer the guess, the fewer the
// questions. At least two are needed, one from either side.
//
//	guess = -Infinity walks upwards: DUAL*
//	guess = +Infinity walks downwards: SSS*, see SSSMemory
//
// It depends on its table. Every question starts at the root, and only the table knows what the
// earlier ones found. If the table is too small the value is still right, because an alpha-beta
// search answers each question, table or not. But then every question searches positions again.
// The table may be empty or from an earlier call for the same game, but not nil.
//
// The guess may be any value; that of a search a ply or two shallower is a good one.
// Counts.Researches is the number of questions after the first.
func MTDF[G Game[G, M], M comparable](g G, depth, guess int, t *Table[Bounds[M]]) Result[M] {
	s := memorySearch[G, M]{table: t}
	var best M
	value := guess
	lower, upper := -Infinity, Infinity
	for lower < upper {
		if lower > -Infinity || upper < Infinity {
			s.Researches++
		}
		gamma := max(value, lower+1) // above lower, as the answer is known up to there
		var move M
		value, move = s.test(g, depth, gamma)
		if value >= gamma {
			lower, best = value, move
		} else {
			upper = value
		}
	}
	return s.result(value, best)
}

// Bounds is what MTD(f) and AB-SSS* remember of a position: a lower and an upper bound of its value
// for the side to move. The search for one question gives one of the two.
type Bounds[M comparable] struct {
	Lower, Upper int
	Move         M // the move that reached Lower; none before there is one
}

// memorySearch is alpha-beta with memory for windows of width zero (Plaat, Schaeffer, Pijls & de
// Bruin, "Best-first fixed-depth minimax algorithms", 1996: their MT). A driver asks it question
// after question about one root. The next question can use what one has found out about the
// positions below, so the tree grows instead of being searched again.
type memorySearch[G Game[G, M], M comparable] struct {
	table *Table[Bounds[M]]
	Counts
}

// test asks whether g is worth at least gamma to the side to move. A value at or above gamma means
// yes and is a lower bound of the true value; one below means no and is an upper bound.
//
// It remembers leaves too, so none is evaluated twice while the table holds it.
func (s *memorySearch[G, M]) test(g G, depth, gamma int) (value int, best M) {
	known, found := s.table.Load(g.Key(), depth)
	switch {
	case !found:
		known.Lower, known.Upper = -Infinity, Infinity
	case known.Lower >= gamma:
		s.Nodes++
		s.Hits++
		return known.Lower, known.Move
	case known.Upper < gamma:
		s.Nodes++
		s.Hits++
		return known.Upper, best
	}
	if visit(g, depth, &s.Counts) {
		value = valueToMove(g)
		s.table.Store(g.Key(), depth, Bounds[M]{Lower: value, Upper: value})
		return value, best
	}
	value = -Infinity
	for _, m := range g.Moves() {
		v, _ := s.test(g.Play(m), depth-1, 1-gamma)
		if v = -v; v > value {
			value = v
		}
		if value >= gamma {
			s.BetaCuts++
			best = m
			break
		}
	}
	if value >= gamma {
		known.Lower, known.Move = value, best
	} else {
		known.Upper = value
	}
	s.table.Store(g.Key(), depth, known)
	return value, best
}

// result returns the result of a driver's search.
func (s *memorySearch[G, M]) result(value int, best M) Result[M] {
	s.Held = max(s.Held, s.table.Len())
	return Result[M]{Value: value, Best: best, Counts: s.Counts}
}
