package reference

// SSSMemory is SSS* without its OPEN list (Plaat, Schaeffer, Pijls & de Bruin, "Best-first
// fixed-depth minimax algorithms", Artificial Intelligence 87, 1996: AB-SSS*).
//
// SSS* keeps states ordered by merit, an upper bound of what can still be reached through each of
// them, and always works on the best. A row of zero-width alpha-beta searches does the same. Each
// asks "is the root worth at least gamma?". gamma comes down from +Infinity: it is the upper bound
// that the last search found. No search enters a position whose remembered upper bound lies below
// gamma. So each search expands the leftmost of the positions whose merit is gamma, as SSS* does.
// If the table forgets nothing and no position is reached in two ways, both visit the same leaves
// for the first time in the same order. The first search that answers yes gives a lower bound that
// equals the upper one, so the value is found.
//
// In minimax's tree the first search asks for Infinity. It visits the first reply to each of Max's
// moves, the 3 and the 2. So the root is worth at most 3: the merit of the left position is 3, of
// the right one 2. The second search asks whether the root is worth 3. It does not enter the right
// position, whose bound is known to be less. It looks at the 12 in the left one, and the answer is
// yes. Like SSS*, it has found the value without the 8.
//
// SSS* needs a list, and this needs a table. Unlike the list, the table may be smaller than the
// tree: then work is repeated, but the value stays the same. Counts.Researches is the number of
// questions after the first; Counts.Held is the number of entries at the end.
func SSSMemory[G Game[G, M], M comparable](g G, depth int, t *Table[Bounds[M]]) Result[M] {
	s := memorySearch[G, M]{table: t}
	gamma := Infinity
	for {
		value, best := s.test(g, depth, gamma)
		if value >= gamma {
			return s.result(value, best)
		}
		gamma = value
		s.Researches++
	}
}
