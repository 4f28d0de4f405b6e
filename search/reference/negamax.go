package reference

// Negamax is minimax in one procedure (Knuth & Moore, 1975: their F). What one side wins the
// other loses, so the value for the side to move is the greatest of the negated values that the
// successors have for their side to move. Each position knows whose turn it is, and the static
// value is converted to the side to move where it is read.
//
//	       3
//	     /   \
//	  -3       -2
//	 /  \     /  \
//	3   12   2    8
//
// In minimax's tree the values of the inner positions are now those for the second player, who
// moves there: the greater of -3 and -12, and of -2 and -8. The root is the greater of 3 and 2.
func Negamax[G Game[G, M], M comparable](g G, depth int) Result[M] {
	var r Result[M]
	r.Value, r.Best = negamax(g, depth, &r.Counts)
	return r
}

func negamax[G Game[G, M], M comparable](g G, depth int, c *Counts) (value int, best M) {
	if visit(g, depth, c) {
		return valueToMove(g), best
	}
	value = -Infinity
	for _, m := range g.Moves() {
		v, _ := negamax(g.Play(m), depth-1, c)
		if v = -v; v > value {
			value, best = v, m
		}
	}
	return value, best
}

// valueToMove is the static value of g for the side to move.
func valueToMove[G Game[G, M], M comparable](g G) int { return g.Turn() * g.Value() }

// NegamaxColour is negamax as it is often printed, for evaluations that do not know whose turn it
// is. The search carries a colour, +1 while the first player is to move and -1 while the second is.
// It negates the colour with every ply and multiplies the leaf's value by it.
func NegamaxColour[G Game[G, M], M comparable](g G, depth int) Result[M] {
	var r Result[M]
	r.Value, r.Best = negamaxColour(g, depth, g.Turn(), &r.Counts)
	return r
}

func negamaxColour[G Game[G, M], M comparable](g G, depth, colour int, c *Counts) (
	value int, best M,
) {
	if visit(g, depth, c) {
		return colour * g.Value(), best
	}
	value = -Infinity
	for _, m := range g.Moves() {
		v, _ := negamaxColour(g.Play(m), depth-1, -colour, c)
		if v = -v; v > value {
			value, best = v, m
		}
	}
	return value, best
}
