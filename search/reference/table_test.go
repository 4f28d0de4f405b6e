package reference_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sente/search/reference"
	"sente/search/reference/games"
)

func TestTableSavesNodes(t *testing.T) {
	g, err := games.NewConnectFour(4, 4, 4)
	if err != nil {
		t.Fatal(err)
	}
	const depth = 9
	without := reference.FailSoft(g, depth, reference.Full)
	table := reference.NewTable[reference.Entry[int]](0)
	with := reference.NegamaxTable(g, depth, reference.Full, table)
	if with.Nodes >= without.Nodes || with.Hits == 0 || with.Held != table.Len() {
		t.Errorf("with a table %d nodes, %d hits, %d entries; without one %d nodes",
			with.Nodes, with.Hits, with.Held, without.Nodes)
	}
	again := reference.NegamaxTable(g, depth, reference.Full, table)
	if again.Nodes != 1 || again.Value != without.Value {
		t.Errorf("the same search again: %d nodes, value %d; want 1 and %d",
			again.Nodes, again.Value, without.Value)
	}
	bounds := reference.NewTable[reference.Bounds[int]](0)
	if r := reference.MTDF(g, depth, 0, bounds); r.Held != bounds.Len() || r.Held == 0 {
		t.Errorf("mtd(f): %d entries counted, %d there", r.Held, bounds.Len())
	}
}

// What one search leaves in the table must not mislead the next, whatever its window and depth.
func TestTableServesManySearches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawConnectFour(t)
		entries := reference.NewTable[reference.Entry[int]](
			rapid.IntRange(0, 100).Draw(t, "table size"))
		bounds := reference.NewTable[reference.Bounds[int]](
			rapid.IntRange(0, 100).Draw(t, "table size"))
		for range 4 {
			depth := rapid.IntRange(1, 6).Draw(t, "search depth")
			want := reference.Minimax(g, depth).Value
			w := reference.Window{Alpha: want - rapid.IntRange(1, 9).Draw(t, "below"),
				Beta: want + rapid.IntRange(0, 9).Draw(t, "above")}
			for name, r := range map[string]reference.Result[int]{
				"fail-soft table": reference.NegamaxTable(g, depth, w, entries),
				"mtd(f)":          reference.MTDF(g, depth, w.Alpha, bounds),
			} {
				if r.Value != want && (r.Value < w.Beta || r.Value > want) {
					t.Errorf("%s, depth %d, %v: value %d, want %d", name, depth, w, r.Value, want)
				}
				if best := -reference.Minimax(g.Play(r.Best), depth-1).Value; best < r.Value {
					t.Errorf("%s, depth %d, %v: best move %d is worth %d, not %d",
						name, depth, w, r.Best, best, r.Value)
				}
			}
		}
	})
}

// TestNoBestBelowAlpha: a search that fails low has no best move, also where the table knows one.
func TestNoBestBelowAlpha(t *testing.T) {
	const depth = 3
	for seed := range uint64(20) {
		g, err := games.NewTree(games.TreeShape{Depth: depth, Width: 4, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		value := reference.Minimax(g, depth).Value
		for _, first := range []reference.Window{
			reference.Full, {Alpha: value - 20, Beta: value - 10},
		} {
			table := reference.NewTable[reference.Entry[int]](0)
			reference.NegamaxTable(g, depth, first, table)
			for _, above := range []int{10, 0} {
				w := reference.Window{Alpha: value + above, Beta: value + 20}
				r := reference.NegamaxTable(g, depth, w, table)
				if r.Value > w.Alpha || r.Best != 0 {
					t.Errorf("seed %d, after %v: value %d, best move %d, in %v",
						seed, first, r.Value, r.Best, w)
				}
			}
		}
	}
}

func TestTableMoveGoesFirst(t *testing.T) {
	const depth, move = 4, 3
	root, err := games.NewTree(games.TreeShape{Depth: depth, Width: 5})
	if err != nil {
		t.Fatal(err)
	}
	table := reference.NewTable[reference.Entry[int]](0)
	table.Store(root.Key(), depth,
		reference.Entry[int]{Value: -1000, Bound: reference.BoundLower, Move: move})
	below := leaves(root, func(g reference.Traced[games.Tree, int]) {
		reference.Minimax(g.Play(move), depth-1)
	})
	withTable := func(g reference.Traced[games.Tree, int], depth int,
		w reference.Window) reference.Result[int] {
		return reference.NegamaxTable(g, depth, w, table)
	}
	visited := leaves(root, full(withTable, depth))
	if !slices.Contains(below.Leaves, visited.Leaves[0]) {
		t.Errorf("the first leaf visited does not lie behind move %d", move)
	}
}
