package reference

// NegaScout searches the first move of a position with the full window, and then only asks of each
// other move whether it is better, with a window that holds no value at all: zero, or null, width
// (Reinefeld, "An improvement to the Scout tree-search algorithm", ICCA Journal, 1983; Marsland &
// Campbell's principal variation search, 1982, is the same but for details; both descend from
// Pearl's Scout, 1980).
//
// A question costs less than a search: the narrower the window, the sooner it is cut off. If the
// answer is no, the move is done with. If it is yes, and by less than beta, the move's true value
// is still wanted and it is searched again, between the bound just found and beta. So the first
// move had better be the best one; where it often isn't, the second searches cost more than the
// questions save.
//
// In minimax's tree the left position is searched with the full window and gives 3. Is the right
// one better, worth 4 or more? The leaf with the 2 says no. Were there a 7 instead, it would be
// worth 4 at least, and a second search would have to say how much.
//
// Two plies before the horizon and nearer to it there is no second search: the question was
// answered by looking at all that there is below, and the fail-soft answer is the true value
// already. Windows, values and bounds are those of FailSoft.
func NegaScout[G Game[G, M], M comparable](g G, depth int, w Window) Result[M] {
	var r Result[M]
	r.Value, r.Best = negaScout(g, depth, w.Alpha, w.Beta, &r.Counts)
	return r
}

// exactDepth is the depth at and below which a zero-width search that exceeds its window by moving
// up has seen the true value.
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
