package reference

// SSSMemory is SSS* without its OPEN list (Plaat, Schaeffer, Pijls & de Bruin, "Best-first
// fixed-depth minimax algorithms", Artificial Intelligence 87, 1996: AB-SSS*).
//
// SSS* keeps states ordered by merit, an upper bound of what can still be reached through each of
// them, and always works on the best. That is what a row of zero-width alpha-beta searches does
// whose questions come down from +Infinity: "is the root worth at least gamma?", with gamma the
// upper bound that the last search has found. No search enters a position whose remembered upper
// bound lies below gamma, so each expands the leftmost of the positions whose merit is gamma, as
// SSS* does; with a table that forgets nothing, and no position reached in two ways, both visit the
// same leaves in the same order for the first time. The first search that succeeds has met the
// bound from below, and the value is found.
//
// In minimax's tree the first search asks for Infinity. It visits the first reply to each of Max's
// moves, the 3 and the 2, which says that the root is worth 3 at most: the merit of the left
// position is 3, of the right one 2. The second search asks whether the root is worth 3. It leaves
// the right position alone, whose bound is known to be less, looks at the 12 in the left one, and
// the answer is yes. Like SSS*, it has found the value without the 8.
//
// What SSS* needs as a list, this needs as a table, and unlike the list the table may be smaller
// than the tree: then work is repeated, but the value stays. Counts.Researches is the number of
// questions after the first; Counts.Held the number of entries in the end.
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
