package reference

// MTDF returns the minimax value by asking zero-width questions only (Plaat, "MTD(f), a new
// fixed-depth minimax algorithm", 1995). Each question halves nothing, but leaves a bound: starting
// at a guess, the next question is put just at the bound that the last one has found, until the
// lower and the upper bound meet. The nearer the guess, the fewer the questions; two are needed at
// least, one from either side.
//
//	guess = -Infinity walks upwards: DUAL*
//	guess = +Infinity walks downwards: SSS*, see SSSMemory
//
// It lives on its table. Every question starts at the root, and what the last ones have found is
// only known from the table; with one that is too small the value is right all the same (each
// question is answered by an alpha-beta search, table or not), but positions are searched again
// with each question. The table may be empty or from an earlier call for the same game.
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
		gamma := max(value, lower+1) // above what is known, or the answer would be too
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
