package reference

// FailHard is alpha-beta in one procedure (Knuth & Moore, 1975: their F2). On the way down the ends
// of the window are negated and swapped. On the way up values are negated.
//
// It is called fail-hard because the value never leaves the window. A search that fails low returns
// exactly Alpha, and one that fails high exactly Beta. Whatever more it has seen is forgotten. If
// the true value lies inside the window it is returned; otherwise
//
//	Alpha means that the true value is at most Alpha,
//	Beta means that it is at least Beta.
//
// The window must not be empty.
func FailHard[G Game[G, M], M comparable](g G, depth int, w Window) Result[M] {
	var r Result[M]
	r.Value, r.Best = failHard(g, depth, w.Alpha, w.Beta, &r.Counts)
	return r
}

func failHard[G Game[G, M], M comparable](g G, depth, alpha, beta int, c *Counts) (
	value int, best M,
) {
	if visit(g, depth, c) {
		return min(max(valueToMove(g), alpha), beta), best
	}
	for _, m := range g.Moves() {
		v, _ := failHard(g.Play(m), depth-1, -beta, -alpha, c)
		if v = -v; v > alpha {
			alpha, best = v, m
		}
		if alpha >= beta {
			c.BetaCuts++
			break
		}
	}
	return alpha, best
}

// FailSoft is alpha-beta that returns all it has learned (Fishburn, "Analysis of Speedup in
// Distributed Algorithms", 1983: falphabeta). The best value starts at -Infinity instead of
// Alpha, so the search may answer from outside its window:
//
//	a value at or below Alpha is an upper bound of the true value,
//	a value at or above Beta is a lower bound of it,
//	a value in between is the true value.
//
// It visits the positions that FailHard visits, since the windows below are the same. Its bounds
// are at least as tight. So a later search of the same position, through a table or with another
// window, can use what FailHard throws away. The window must not be empty.
func FailSoft[G Game[G, M], M comparable](g G, depth int, w Window) Result[M] {
	var r Result[M]
	r.Value, r.Best = failSoft(g, depth, w.Alpha, w.Beta, &r.Counts)
	return r
}

func failSoft[G Game[G, M], M comparable](g G, depth, alpha, beta int, c *Counts) (
	value int, best M,
) {
	if visit(g, depth, c) {
		return valueToMove(g), best
	}
	value = -Infinity
	for _, m := range g.Moves() {
		v, _ := failSoft(g.Play(m), depth-1, -beta, -max(alpha, value), c)
		if v = -v; v > value {
			value = v
			// Below alpha all values are bounds, and none of the moves is proven best.
			if value > alpha {
				best = m
			}
		}
		if value >= beta {
			c.BetaCuts++
			break
		}
	}
	return value, best
}
