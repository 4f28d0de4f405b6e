package reference

// AlphaBeta returns what Minimax returns and leaves out the moves that cannot matter (Knuth &
// Moore, "An Analysis of Alpha-Beta Pruning", 1975: their procedures F2 and G2).
//
// It is minimax's two procedures with two numbers carried down the tree. Max has already secured
// alpha somewhere on the way from the root, and Min has secured beta. If a Min position falls to
// alpha, Max will not enter it, because Max has something at least as good elsewhere. For the same
// reason Min will not enter a Max position that rises to beta. Values are Max's and stay inside
// [alpha, beta].
//
// In minimax's tree the left position gives Max 3, so alpha is 3. In the right position Min finds
// the 2, which is less. Max will not go there, whatever the last leaf holds, so the 8 is not
// visited. That is a cutoff by alpha. A cutoff by beta is the same with the sides changed.
//
// With perfect ordering and width b everywhere it visits b^⌈d/2⌉ + b^⌊d/2⌋ - 1 of minimax's b^d
// leaves. No search that proves its value can visit fewer.
func AlphaBeta[G Game[G, M], M comparable](g G, depth int) Result[M] {
	var r Result[M]
	if g.Turn() > 0 {
		r.Value, r.Best = maxAlphaBeta(g, depth, -Infinity, Infinity, &r.Counts)
	} else {
		r.Value, r.Best = minAlphaBeta(g, depth, -Infinity, Infinity, &r.Counts)
		r.Value = -r.Value
	}
	return r
}

// maxAlphaBeta is the value of a position where Max moves, clamped to [alpha, beta].
func maxAlphaBeta[G Game[G, M], M comparable](g G, depth, alpha, beta int, c *Counts) (
	value int, best M,
) {
	if visit(g, depth, c) {
		return min(max(g.Value(), alpha), beta), best
	}
	for _, m := range g.Moves() {
		v, _ := minAlphaBeta(g.Play(m), depth-1, alpha, beta, c)
		if v > alpha {
			alpha, best = v, m
		}
		if alpha >= beta { // Min has beta elsewhere and will not come here
			c.BetaCuts++
			break
		}
	}
	return alpha, best
}

// minAlphaBeta is the value of a position where Min moves, clamped to [alpha, beta].
func minAlphaBeta[G Game[G, M], M comparable](g G, depth, alpha, beta int, c *Counts) (
	value int, best M,
) {
	if visit(g, depth, c) {
		return min(max(g.Value(), alpha), beta), best
	}
	for _, m := range g.Moves() {
		v, _ := maxAlphaBeta(g.Play(m), depth-1, alpha, beta, c)
		if v < beta {
			beta, best = v, m
		}
		if alpha >= beta { // Max has alpha elsewhere and will not come here
			c.AlphaCuts++
			break
		}
	}
	return beta, best
}
