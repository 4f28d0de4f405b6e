package reference

// Aspiration searches with a window of ±delta around a guess, which is cheaper than the full
// window. If the value lies outside, it searches once more, with what is left of the full window.
// The bound that the first search returned limits the second one, so after a fail-soft search,
// whose bounds are tighter, there is less to search again. Counts.Researches includes the second
// search.
//
// Guess and delta may be anything, and the value is the same. A delta below 1 counts as 1: the
// window of ±1 is the smallest that is not empty, and only the guess is in it.
func Aspiration[M comparable](search func(Window) Result[M], guess, delta int) Result[M] {
	guess = min(max(guess, -Infinity), Infinity)
	delta = min(max(delta, 1), Infinity)
	// guess-delta and guess+delta, cut to ±Infinity. The sums themselves may not fit into 32 bits.
	w := Window{max(guess, delta-Infinity) - delta, min(guess, Infinity-delta) + delta}
	first := search(w)
	var second Result[M]
	switch w.bound(first.Value) {
	case BoundExact:
		return first
	case BoundUpper:
		second = search(Window{-Infinity, first.Value + 1})
	case BoundLower:
		second = search(Window{first.Value - 1, Infinity})
	}
	counts := first.Counts
	counts.Add(second.Counts)
	counts.Researches++
	second.Counts = counts
	return second
}
