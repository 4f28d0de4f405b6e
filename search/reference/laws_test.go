package reference_test

import (
	"hash/maphash"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sente/search/reference"
	"sente/search/reference/games"
)

// coarse is a random tree whose values are rounded, so that many are equal.
type coarse struct {
	games.Tree
	step int
}

func (c coarse) Play(m int) coarse { return coarse{c.Tree.Play(m), c.step} }
func (c coarse) Value() int        { return c.Tree.Value() / c.step }

// Rate is exact for the rounded values if it is for the others: rounding keeps their order.
func (c coarse) Rate(m int) int { return c.Tree.Rate(m) }

// perfect is a tree that offers the best move of every position first.
type perfect = reference.Ordered[coarse, int]

func drawTree(t *rapid.T) (tree coarse, depth int) {
	shape := games.TreeShape{
		Depth:       rapid.IntRange(0, 6).Draw(t, "depth"),
		Width:       rapid.IntRange(1, 4).Draw(t, "width"),
		Correlation: rapid.IntRange(0, 100).Draw(t, "correlation"),
		Seed:        rapid.Uint64().Draw(t, "seed"),
	}
	root, err := games.NewTree(shape)
	if err != nil {
		t.Fatal(err)
	}
	return coarse{root, rapid.SampledFrom([]int{1, 40, 150}).Draw(t, "step")}, shape.Depth
}

func drawPerfect(t *rapid.T) (tree perfect, width, depth int) {
	c, depth := drawTree(t)
	return reference.Reorder(c, depth, reference.ByRate[coarse]), c.Width, depth
}

// drawConnectFour is a position after some random moves on a small board. There, positions are
// reached in several ways, and games end early.
func drawConnectFour(t *rapid.T) games.ConnectFour {
	columns := rapid.IntRange(2, 4).Draw(t, "columns")
	rows := rapid.IntRange(max(2, 5-columns), 4).Draw(t, "rows") // room for three in a row
	g, err := games.NewConnectFour(columns, rows, 3)
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 5).Draw(t, "moves") {
		if next := g.Play(rapid.SampledFrom(g.Moves()).Draw(t, "move")); !next.Terminal() {
			g = next
		}
	}
	return g
}

// leaves returns the trace of a search, with the game's leaves named alike in all traces.
func leaves[G reference.Game[G, M], M comparable](
	g G, search func(reference.Traced[G, M])) *reference.Trace {
	trace := reference.NewTrace(traceSeed)
	search(reference.Follow(g, trace))
	return trace
}

var traceSeed = maphash.MakeSeed()

// mustBeWithin fails unless every leaf of inner is one of outer.
func mustBeWithin(t *rapid.T, what string, inner, outer *reference.Trace) {
	t.Helper()
	visited := map[uint64]bool{}
	for _, leaf := range outer.Leaves {
		visited[leaf] = true
	}
	for i, leaf := range inner.Leaves {
		if !visited[leaf] {
			t.Fatalf("%s: leaf %d of %d is none of the other's %d",
				what, i, len(inner.Leaves), len(outer.Leaves))
		}
	}
}

func full[G reference.Game[G, M], M comparable](
	search func(G, int, reference.Window) reference.Result[M], depth int) func(G) {
	return func(g G) { search(g, depth, reference.Full) }
}

// checkAgreement fails unless every algorithm finds minimax's value and a move that reaches it.
func checkAgreement[G reference.Game[G, M], M comparable](t *rapid.T, g G, depth int) {
	t.Helper()
	want := reference.Minimax(g, depth).Value
	settings := reference.Settings{
		TableSize: rapid.IntRange(0, 40).Draw(t, "table size"),
		Window:    rapid.OneOf(rapid.IntRange(0, 100), rapid.Just(math.MaxInt)).Draw(t, "window"),
	}
	for _, a := range reference.Algorithms[G](settings) {
		r := a.Search(g, depth)
		if r.Value != want {
			t.Errorf("%s: value %d, minimax has %d", a.Name, r.Value, want)
		}
		if depth == 0 || g.Terminal() {
			continue
		}
		if !slices.Contains(g.Moves(), r.Best) {
			t.Errorf("%s: best move %v is none", a.Name, r.Best)
		} else if v := -reference.Minimax(g.Play(r.Best), depth-1).Value; v != want {
			t.Errorf("%s: best move %v is worth %d, the position %d", a.Name, r.Best, v, want)
		}
	}
}

func TestEveryAlgorithmReturnsTheMinimaxValue(t *testing.T) {
	t.Run("trees", rapid.MakeCheck(func(t *rapid.T) {
		tree, depth := drawTree(t)
		checkAgreement(t, tree, rapid.IntRange(0, depth).Draw(t, "search depth"))
	}))
	t.Run("connect four", rapid.MakeCheck(func(t *rapid.T) {
		checkAgreement(t, drawConnectFour(t), rapid.IntRange(0, 7).Draw(t, "search depth"))
	}))
}

// Of moves of equal worth the first is best. MTD(f) alone may meet another one first.
func TestFirstOfEqualMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, depth := drawTree(t)
		want := reference.Minimax(tree, depth)
		for _, a := range reference.Algorithms[coarse](reference.Settings{}) {
			if r := a.Search(tree, depth); r.Best != want.Best && a.Name != "mtd(f)" {
				t.Errorf("%s: best move %d, minimax's is %d", a.Name, r.Best, want.Best)
			}
		}
	})
}

func TestOrderNeverChangesTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := drawConnectFour(t), rapid.IntRange(0, 5).Draw(t, "search depth")
		want := reference.Minimax(g, depth).Value
		var work reference.Counts
		for name, order := range map[string]reference.Order[games.ConnectFour, int]{
			"moves":   reference.ByRate[games.ConnectFour],
			"shallow": reference.ByShallowSearch[games.ConnectFour](&work),
			"none":    nil,
			"random":  reference.Shuffled[games.ConnectFour, int](rapid.Uint64().Draw(t, "seed")),
		} {
			for _, a := range reference.Algorithms[reference.Ordered[games.ConnectFour, int]](
				reference.Settings{}) {
				if got := a.Search(reference.Reorder(g, depth, order), depth).Value; got != want {
					t.Errorf("%s, order %s: value %d, want %d", a.Name, name, got, want)
				}
			}
		}
	})
}

// A value at or below alpha must be an upper bound, one at or above beta a lower bound, and one
// between them exact; fail-soft's must be at least as tight as fail-hard's.
func TestBounds(t *testing.T) {
	t.Run("trees", rapid.MakeCheck(func(t *rapid.T) {
		tree, depth := drawTree(t)
		checkBounds(t, tree, depth)
	}))
	t.Run("connect four", rapid.MakeCheck(func(t *rapid.T) {
		checkBounds(t, drawConnectFour(t), rapid.IntRange(0, 7).Draw(t, "search depth"))
	}))
}

func checkBounds[G reference.Game[G, M], M comparable](t *rapid.T, g G, depth int) {
	exact := reference.Minimax(g, depth).Value
	alpha := exact + rapid.IntRange(-60, 60).Draw(t, "alpha")
	w := reference.Window{Alpha: alpha,
		Beta: alpha + rapid.IntRange(1, 80).Draw(t, "width of window")}
	size := rapid.IntRange(0, 40).Draw(t, "table size")

	hard := reference.FailHard(g, depth, w).Value
	if want := min(max(exact, w.Alpha), w.Beta); hard != want {
		t.Errorf("fail-hard %v: value %d, want %d (true %d)", w, hard, want, exact)
	}
	table := reference.NewTable[reference.Entry[M]](size)
	tableHard := reference.NewTable[reference.Entry[M]](size)
	for range 2 { // with an empty table and with a full one
		if v := reference.NegamaxTableHard(g, depth, w, tableHard).Value; v != hard {
			t.Errorf("fail-hard table %v: value %d, fail-hard %d", w, v, hard)
		}
		for name, r := range map[string]reference.Result[M]{
			"fail-soft":       reference.FailSoft(g, depth, w),
			"fail-soft table": reference.NegamaxTable(g, depth, w, table),
			"negascout":       reference.NegaScout(g, depth, w),
		} {
			v := r.Value
			if v > w.Alpha && depth > 0 && !g.Terminal() {
				if best := -reference.Minimax(g.Play(r.Best), depth-1).Value; best < v {
					t.Errorf("%s %v: value %d, but the best move has %d", name, w, v, best)
				}
			}
			switch {
			case v <= w.Alpha && (v < exact || v > hard):
				t.Errorf("%s %v: upper bound %d, fail-hard %d, true value %d",
					name, w, v, hard, exact)
			case v >= w.Beta && (v > exact || v < hard):
				t.Errorf("%s %v: lower bound %d, fail-hard %d, true value %d",
					name, w, v, hard, exact)
			case v > w.Alpha && v < w.Beta && v != exact:
				t.Errorf("%s %v: value %d, true value %d", name, w, v, exact)
			}
		}
	}
}

func TestAlphaBetaVisitsNoLeafThatMinimaxDoesNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, depth := drawTree(t)
		all := leaves(tree, func(g reference.Traced[coarse, int]) { reference.Minimax(g, depth) })
		two := leaves(tree, func(g reference.Traced[coarse, int]) { reference.AlphaBeta(g, depth) })
		mustBeWithin(t, "alpha-beta in minimax", two, all)
		type tracedSearch = func(reference.Traced[coarse, int], int,
			reference.Window) reference.Result[int]
		for name, search := range map[string]tracedSearch{
			"fail-hard": reference.FailHard[reference.Traced[coarse, int]],
			"fail-soft": reference.FailSoft[reference.Traced[coarse, int]],
		} {
			one := leaves(tree, full(search, depth))
			if !slices.Equal(one.Leaves, two.Leaves) || one.Visits != two.Visits {
				t.Errorf("%s visits other leaves than the two procedures: %d, %d",
					name, len(one.Leaves), len(two.Leaves))
			}
		}
	})
}

func power(base, exponent int) int64 {
	n := int64(1)
	for range exponent {
		n *= int64(base)
	}
	return n
}

// Knuth and Moore, 1975: with the best move first everywhere, alpha-beta visits
// b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves of a uniform tree.
func TestPerfectOrderVisitsTheMinimalTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, b, d := drawPerfect(t)
		want := power(b, (d+1)/2) + power(b, d/2) - 1
		if got := reference.Minimax(tree, d).Leaves; got != power(b, d) {
			t.Errorf("minimax: %d leaves, want %d", got, power(b, d))
		}
		for _, a := range reference.Algorithms[perfect](reference.Settings{}) {
			got := a.Search(tree, d).Leaves
			switch a.Name {
			case "alpha-beta", "fail-hard", "fail-soft", "fail-hard table", "fail-soft table",
				"negascout", "sss*":
				if got != want {
					t.Errorf("%s: %d leaves, want %d", a.Name, got, want)
				}
			default:
				if got < want {
					t.Errorf("%s: %d leaves, fewer than a proof needs: %d", a.Name, got, want)
				}
			}
		}
	})
}

// NegaScout's windows are never wider than alpha-beta's, so in any tree it visits no leaf that
// alpha-beta does not visit. It may visit some again.
func TestNegaScoutVisitsNoLeafThatAlphaBetaDoesNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, depth := drawTree(t)
		ab := leaves(tree, full(reference.FailSoft[reference.Traced[coarse, int]], depth))
		scout := leaves(tree, full(reference.NegaScout[reference.Traced[coarse, int]], depth))
		mustBeWithin(t, "negascout in alpha-beta", scout, ab)
	})
}

// Roizen and Pearl, 1983, for ties broken from left to right.
func TestSSSVisitsNoLeafThatAlphaBetaDoesNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, depth := drawTree(t)
		ab := leaves(tree, full(reference.FailSoft[reference.Traced[coarse, int]], depth))
		sss := leaves(tree, func(g reference.Traced[coarse, int]) { reference.SSS(g, depth) })
		mustBeWithin(t, "sss* in alpha-beta", sss, ab)
		if sss.Revisits() != 0 {
			t.Errorf("sss* visits %d leaves again", sss.Revisits())
		}
	})
}

// Plaat, Schaeffer, Pijls and de Bruin, 1996: the row of null-window searches is SSS* itself.
func TestSSSMemoryIsSSS(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, depth := drawTree(t)
		list := leaves(tree, func(g reference.Traced[coarse, int]) { reference.SSS(g, depth) })
		memory := leaves(tree, func(g reference.Traced[coarse, int]) {
			reference.SSSMemory(g, depth, reference.NewTable[reference.Bounds[int]](0))
		})
		if !slices.Equal(list.Leaves, memory.Leaves) {
			t.Errorf("sss* visits %d leaves, ab-sss* %d, or in another order",
				len(list.Leaves), len(memory.Leaves))
		}
	})
}

// The guess may be anything, and the table may have any size.
func TestMTDFWithAnyGuessAndTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := drawConnectFour(t), rapid.IntRange(0, 7).Draw(t, "search depth")
		want := reference.Minimax(g, depth).Value
		guess := rapid.OneOf(
			rapid.SampledFrom([]int{-reference.Infinity, reference.Infinity}),
			rapid.IntRange(-300, 300),
		).Draw(t, "guess")
		table := reference.NewTable[reference.Bounds[int]](
			rapid.IntRange(0, 40).Draw(t, "table size"))
		for range 2 {
			if r := reference.MTDF(g, depth, guess, table); r.Value != want {
				t.Errorf("guess %d: value %d, want %d", guess, r.Value, want)
			}
		}
	})
}

// A guess may be anything, and so may the window around it.
func TestAspirationWithAnyWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := drawConnectFour(t), rapid.IntRange(0, 5).Draw(t, "search depth")
		want := reference.Minimax(g, depth).Value
		extremes := rapid.SampledFrom([]int{math.MinInt, -1, 0, 1, math.MaxInt})
		guess := want + rapid.IntRange(-3, 3).Draw(t, "off by")
		if rapid.Bool().Draw(t, "an extreme guess") {
			guess = extremes.Draw(t, "guess")
		}
		delta := rapid.OneOf(rapid.IntRange(-5, 5), extremes).Draw(t, "delta")
		for name, search := range map[string]func(
			games.ConnectFour, int, reference.Window) reference.Result[int]{
			"fail-hard": reference.FailHard[games.ConnectFour],
			"fail-soft": reference.FailSoft[games.ConnectFour],
			"negascout": reference.NegaScout[games.ConnectFour],
		} {
			r := reference.Aspiration(func(w reference.Window) reference.Result[int] {
				return search(g, depth, w)
			}, guess, delta)
			if r.Value != want {
				t.Errorf("%s, %d±%d: value %d, want %d", name, guess, delta, r.Value, want)
			}
		}
	})
}

// Where little has to be searched again, questions are cheaper than searches.
func TestZeroWindowSaves(t *testing.T) {
	var scout, alphaBeta int64
	for seed := range uint64(20) {
		root, err := games.NewTree(games.TreeShape{Depth: 3, Width: 16, Noise: 100, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		tree := reference.Reorder(root, 3, reference.ByRate[games.Tree])
		scout += reference.NegaScout(tree, 3, reference.Full).Leaves
		alphaBeta += reference.FailSoft(tree, 3, reference.Full).Leaves
	}
	if scout >= alphaBeta {
		t.Errorf("negascout visits %d leaves, alpha-beta %d", scout, alphaBeta)
	}
}

// wide has more moves than 16 bits can number. All but the first are worth the same.
type wide struct{ games.Tree }

func (w wide) Play(m int) wide { return wide{w.Tree.Play(m)} }
func (w wide) Value() int      { return min(int(w.Key()&0xFFFFFFFF), 1) }

// Of moves of equal worth SSS* finds the first, even where there are very many.
func TestSSSGoesFromLeftToRight(t *testing.T) {
	tree, err := games.NewTree(games.TreeShape{Depth: 1, Width: 1<<16 + 1})
	if err != nil {
		t.Fatal(err)
	}
	if r := reference.SSS(wide{tree}, 1); r.Value != 1 || r.Best != 1 {
		t.Errorf("move %d, worth %d; want move 1, worth 1", r.Best, r.Value)
	}
}
