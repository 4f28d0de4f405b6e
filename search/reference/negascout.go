package reference

// NegaScout searches the first move of a position with the full window. Of each other move it only
// asks whether it is better, with a window of zero (or null) width, which holds no value at all
// (Reinefeld, "An improvement to the Scout tree-search algorithm", ICCA Journal, 1983; Marsland &
// Campbell's principal variation search, 1982, is the same except for details; both descend from
// Pearl's Scout, 1980).
//
// A question costs less than a search: the narrower the window, the sooner there is a cutoff. If
// the answer is no, the move is done with. If it is yes, and the bound found is below beta, the
// move's true value is still wanted. The move is then searched again, between that bound and beta.
// So the first move should be the best one. Where it often isn't, the second searches cost more
// than the questions save.
//
// In minimax's tree the left position is searched with the full window and gives 3. Is the right
// one better, worth 4 or more? The leaf with the 2 says no. With a 7 in its place the right
// position would be worth at least 4, and a second search would have to find out how much.
//
// At exactDepth and below there is no second search. The first one has looked at everything below
// the move, so its fail-soft answer is already the true value. Windows, values and bounds are those
// of FailSoft.
func NegaScout[G Game[G, M], M comparable](g G, depth int, w Window) Result[M] {
	var r Result[M]
	r.Value, r.Best = negaScout(g, depth, w.Alpha, w.Beta, &r.Counts)
	return r
}

// exactDepth is the depth in plies up to which the zero-width search of a better move returns that
// move's true value.
const exactDepth = 2

func negaScout[G Game[G, M], M comparable](g G, depth, alpha, beta int, c *Counts) (
	value int, best M,
) {
	if visit(g, depth, c) {
		return valueToMove(g), best
	}
	value = -Infinity
	for i, m := range g.Moves() {
		v, child, lower := 0, g.Play(m), max(alpha, value)
		if i == 0 {
			v, _ = negaScout(child, depth-1, -beta, -lower, c)
			v = -v
		} else {
			v, _ = negaScout(child, depth-1, -(lower + 1), -lower, c)
			v = -v
			if lower < v && v < beta && depth > exactDepth {
				c.Researches++
				v, _ = negaScout(child, depth-1, -beta, -v, c)
				v = -v
			}
		}
		if v > value {
			value = v
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
