package reference_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sente/search/reference"
	"sente/search/reference/games"
)

type tracedFour = reference.Traced[games.ConnectFour, int]

// silent is the tree of Minimax's comment without example's printing.
type silent struct{ example }

func (s silent) Play(m string) silent { return silent{s.example.Play(m)} }
func (s silent) Value() int           { return exampleLeaves[s.example] }

func TestCountsAdd(t *testing.T) {
	sum := reference.Counts{Nodes: 1, Leaves: 2, AlphaCuts: 3, BetaCuts: 4, Hits: 5, Researches: 6,
		Held: 9}
	sum.Add(reference.Counts{Nodes: 10, Leaves: 20, AlphaCuts: 30, BetaCuts: 40, Hits: 50,
		Researches: 60, Held: 7})
	want := reference.Counts{Nodes: 11, Leaves: 22, AlphaCuts: 33, BetaCuts: 44, Hits: 55,
		Researches: 66, Held: 9}
	if sum != want {
		t.Errorf("%+v, want %+v", sum, want)
	}
	if fields := reflect.TypeFor[reference.Counts]().NumField(); fields != 7 {
		t.Errorf("Counts has %d fields, this test knows 7", fields)
	}
}

// Guesses and searches that are repeated belong to the search, and so does each of their leaves.
func TestEveryLeafIsCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := drawConnectFour(t), rapid.IntRange(0, 7).Draw(t, "search depth")
		settings := reference.Settings{
			TableSize: rapid.IntRange(0, 40).Draw(t, "table size"),
			Window:    rapid.IntRange(0, 5).Draw(t, "window"),
		}
		for _, a := range reference.Algorithms[tracedFour](settings) {
			trace := reference.NewTrace(traceSeed)
			r := a.Search(reference.Follow(g, trace), depth)
			if r.Leaves != trace.Visits {
				t.Errorf("%s: %d leaves counted, %d visited", a.Name, r.Leaves, trace.Visits)
			}
			if r.Nodes < r.Leaves || r.Cutoffs() < 0 {
				t.Errorf("%s: %d nodes, %d leaves, %d cutoffs",
					a.Name, r.Nodes, r.Leaves, r.Cutoffs())
			}
		}
	})
}

// The guess is the value of a search two plies shallower. So a window that the value lies in needs
// the leaves of both searches, and no second search.
func TestGuessIsTwoPliesShallower(t *testing.T) {
	g, err := games.NewConnectFour(4, 4, 3)
	if err != nil {
		t.Fatal(err)
	}
	const depth = 5
	guess := reference.FailSoft(g, depth-2, reference.Full)
	value := reference.Minimax(g, depth).Value
	delta := max(value-guess.Value, guess.Value-value) + 1
	direct := reference.FailSoft(g, depth,
		reference.Window{Alpha: guess.Value - delta, Beta: guess.Value + delta})
	mtdf := reference.MTDF(g, depth, guess.Value, reference.NewTable[reference.Bounds[int]](0))
	want := map[string]int64{
		"fail-soft": guess.Leaves + direct.Leaves,
		"mtd(f)":    guess.Leaves + mtdf.Leaves,
	}
	settings := reference.Settings{Window: delta}
	for _, a := range reference.Algorithms[games.ConnectFour](settings) {
		if leaves, ok := want[a.Name]; ok {
			if got := a.Search(g, depth).Leaves; got != leaves {
				t.Errorf("%s: %d leaves, want %d", a.Name, got, leaves)
			}
			delete(want, a.Name)
		}
	}
	if len(want) != 0 {
		t.Errorf("no such algorithms: %v", want)
	}
}

// One search is enough if the value lies in the window, two are needed if it does not.
func TestAspirationCountsItsSecondSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := drawConnectFour(t), rapid.IntRange(0, 5).Draw(t, "search depth")
		value := reference.Minimax(g, depth).Value
		guess := value + rapid.IntRange(-4, 4).Draw(t, "off by")
		delta := rapid.IntRange(1, 4).Draw(t, "delta")
		var searches int64
		r := reference.Aspiration(func(w reference.Window) reference.Result[int] {
			if searches == 0 && w != (reference.Window{Alpha: guess - delta, Beta: guess + delta}) {
				t.Errorf("%d±%d: the first window is %v", guess, delta, w)
			}
			searches++
			return reference.FailSoft(g, depth, w)
		}, guess, delta)
		want := int64(1)
		if value <= guess-delta || value >= guess+delta {
			want = 2
		}
		if searches != want || r.Researches != want-1 {
			t.Errorf("value %d, %d±%d: %d searches, %d of them counted as repeated",
				value, guess, delta, searches, r.Researches)
		}
	})
}

// Minimax's tree has one cutoff, where Min is to move. The other forms of alpha-beta call every
// cutoff one by beta.
func TestCutoffsOfTheExample(t *testing.T) {
	two := reference.AlphaBeta(silent{}, 2)
	one := reference.FailSoft(silent{}, 2, reference.Full)
	if two.AlphaCuts != 1 || two.BetaCuts != 0 || one.AlphaCuts != 0 || one.BetaCuts != 1 {
		t.Errorf("two procedures: %d by alpha, %d by beta; one: %d, %d",
			two.AlphaCuts, two.BetaCuts, one.AlphaCuts, one.BetaCuts)
	}
}

// OPEN is fullest when the first solution tree is grown: in a uniform tree it has a state for each
// leaf of the tree in which Max has all moves and Min one (Stockman, 1979).
func TestLongestOpenList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, depth := drawTree(t)
		want := int(power(tree.Width, (depth+1)/2))
		if got := reference.SSS(tree, depth).Held; got != want {
			t.Errorf("width %d, depth %d: %d states at most, want %d", tree.Width, depth, got, want)
		}
	})
}

// An order is told how far the horizon is.
func TestOrderKnowsTheHorizon(t *testing.T) {
	asked := 0
	reference.Minimax(reference.Reorder(silent{}, 2, func(e silent, depth int, _ []string) {
		if asked++; depth != 2-len(e.example) {
			t.Errorf("depth %d after %d moves of a search of 2 plies", depth, len(e.example))
		}
	}), 2)
	if asked != 3 {
		t.Errorf("asked for %d orders, want 3", asked)
	}
}

// The work of a shallow search that orders moves is its own. No move is lost.
func TestShallowSearchCountsItsWork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, depth := drawConnectFour(t), rapid.IntRange(1, 5).Draw(t, "search depth")
		trace := reference.NewTrace(traceSeed)
		followed := reference.Follow(g, trace)
		moves := followed.Moves()
		var work reference.Counts
		reference.ByShallowSearch[tracedFour](&work)(followed, depth, moves)
		if work.Leaves != trace.Visits || (trace.Visits == 0) != (depth == 1) {
			t.Errorf("depth %d: %d leaves counted, %d visited", depth, work.Leaves, trace.Visits)
		}
		if slices.Sort(moves); !slices.Equal(moves, g.Moves()) {
			t.Errorf("depth %d: the moves are %v, not %v", depth, moves, g.Moves())
		}
	})
}

// Where every position has one move, nothing is left out.
func TestNoCutoffWithoutChoice(t *testing.T) {
	tree, err := games.NewTree(games.TreeShape{Depth: 6, Width: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range reference.Algorithms[games.Tree](reference.Settings{}) {
		// MTD(f) and AB-SSS* ask for bounds, and each answer ends the search of a position.
		if a.Name == "mtd(f)" || a.Name == "ab-sss*" {
			continue
		}
		if r := a.Search(tree, 6); r.Cutoffs() != 0 {
			t.Errorf("%s: %d cutoffs", a.Name, r.Cutoffs())
		}
	}
}
