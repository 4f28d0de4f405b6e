package reference

// Algorithm is one of the searches with its name. Only the position and the depth are left open.
type Algorithm[G any, M comparable] struct {
	Name   string
	Search func(g G, depth int) Result[M]
}

// Settings holds what some of the algorithms need besides a position and a depth.
type Settings struct {
	// TableSize is the number of entries of each table; 0 means no limit. Every search begins with
	// an empty table.
	TableSize int
	// Window, if positive, is half the width of the first window of the searches that take one. The
	// window lies around a guess: the value of a fail-soft search two plies shallower, which counts
	// as part of the search. MTD(f) begins at that guess too, with or without a window. An Ordered
	// game orders the guess's moves as for the whole depth.
	Window int
}

// Algorithms returns every search of this package, minimax first.
func Algorithms[G Game[G, M], M comparable](s Settings) []Algorithm[G, M] {
	windowed := func(search func(G, int, Window) Result[M]) func(G, int) Result[M] {
		return func(g G, depth int) Result[M] {
			if s.Window <= 0 {
				return search(g, depth, Full)
			}
			guess := FailSoft(g, max(depth-2, 0), Full)
			r := Aspiration(func(w Window) Result[M] { return search(g, depth, w) },
				guess.Value, s.Window)
			r.Add(guess.Counts)
			return r
		}
	}
	return []Algorithm[G, M]{
		{"minimax", Minimax[G, M]},
		{"negamax", Negamax[G, M]},
		{"negamax colour", NegamaxColour[G, M]},
		{"alpha-beta", AlphaBeta[G, M]},
		{"fail-hard", windowed(FailHard[G, M])},
		{"fail-soft", windowed(FailSoft[G, M])},
		{"fail-hard table", windowed(func(g G, depth int, w Window) Result[M] {
			return NegamaxTableHard(g, depth, w, NewTable[Entry[M]](s.TableSize))
		})},
		{"fail-soft table", windowed(func(g G, depth int, w Window) Result[M] {
			return NegamaxTable(g, depth, w, NewTable[Entry[M]](s.TableSize))
		})},
		{"negascout", windowed(NegaScout[G, M])},
		{"mtd(f)", func(g G, depth int) Result[M] {
			guess := FailSoft(g, max(depth-2, 0), Full)
			r := MTDF(g, depth, guess.Value, NewTable[Bounds[M]](s.TableSize))
			r.Add(guess.Counts)
			return r
		}},
		{"sss*", SSS[G, M]},
		{"ab-sss*", func(g G, depth int) Result[M] {
			return SSSMemory(g, depth, NewTable[Bounds[M]](s.TableSize))
		}},
	}
}
