package reference

// MTDF returns the minimax value by asking zero-width questions only (Plaat, "MTD(f), a new
// fixed-depth minimax algorithm", 1995). The first question is put at a guess. Each answer is a
// bound, and the next question is put just at it, until the lower and the upper bound meet. The
// nearer the guess, the fewer the questions; at least two are needed, one from either side.
//
//	guess = -Infinity walks upwards: DUAL*
//	guess = +Infinity walks downwards: SSS*, see SSSMemory
//
// It lives on its table. Every question starts at the root, and what the last ones have found is
// only known from the table; with one that is too small the value is right all the same (each
// question is answered by an alpha-beta search, table or not), but positions are searched again
// with each question. The table may be empty or from an earlier call for the same game, but not
// nil.
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
		gamma := max(value, lower+1) // above lower: up to there the answer is known
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

// Bounds is what MTD(f) and AB-SSS* remember of a position: both what it is worth at least and
// what at most, for the side to move. A search of one question gives one of the two.
type Bounds[M comparable] struct {
	Lower, Upper int
	Move         M // the move that reached Lower; none before there is one
}

// memorySearch is alpha-beta with memory for windows of width zero (Plaat, Schaeffer, Pijls & de
// Bruin, "Best-first fixed-depth minimax algorithms", 1996: their MT). A driver asks it question
// after question about one root; what one has taught about the positions below is there for the
// next, so that the tree is, in effect, grown rather than searched again.
type memorySearch[G Game[G, M], M comparable] struct {
	table *Table[Bounds[M]]
	Counts
}

// test asks whether g is worth at least gamma to the side to move. A value at or above gamma means
// yes and is a lower bound of the true value; one below means no and is an upper bound.
//
// Leaves are remembered too, so none is evaluated twice while the table holds it.
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

// result closes a driver's search.
func (s *memorySearch[G, M]) result(value int, best M) Result[M] {
	s.Held = max(s.Held, s.table.Len())
	return Result[M]{Value: value, Best: best, Counts: s.Counts}
}
