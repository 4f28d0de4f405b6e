package reference

// Minimax returns the value of g when both sides look depth plies ahead and play their best
// (Shannon, "Programming a Computer for Playing Chess", 1950). It visits the whole tree, and is
// the definition that every other search in this package must agree with.
//
// It is written as it is usually taught: two players, two procedures. Max is the first player and
// Min the second. Values are always Max's.
//
//	       Max 3
//	      /     \
//	 Min 3       Min 2
//	 /   \       /   \
//	3     12    2     8
//
// Max can choose between a position where Min will take the 3 and one where Min will take the 2,
// so the root is worth 3. The comments of the other searches use this tree too.
func Minimax[G Game[G, M], M comparable](g G, depth int) Result[M] {
	var r Result[M]
	if g.Turn() > 0 {
		r.Value, r.Best = maxValue(g, depth, &r.Counts)
	} else {
		r.Value, r.Best = minValue(g, depth, &r.Counts)
		r.Value = -r.Value
	}
	return r
}

// maxValue is the value of a position where Max moves: the greatest value of its successors.
func maxValue[G Game[G, M], M comparable](g G, depth int, c *Counts) (value int, best M) {
	if visit(g, depth, c) {
		return g.Value(), best
	}
	value = -Infinity
	for _, m := range g.Moves() {
		if v, _ := minValue(g.Play(m), depth-1, c); v > value {
			value, best = v, m
		}
	}
	return value, best
}

// minValue is the value of a position where Min moves: the least value of its successors.
func minValue[G Game[G, M], M comparable](g G, depth int, c *Counts) (value int, best M) {
	if visit(g, depth, c) {
		return g.Value(), best
	}
	value = Infinity
	for _, m := range g.Moves() {
		if v, _ := maxValue(g.Play(m), depth-1, c); v < value {
			value, best = v, m
		}
	}
	return value, best
}
