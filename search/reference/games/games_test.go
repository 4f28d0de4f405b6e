package games

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/internal/splitmix"
	"sente/search/reference"
)

func TestTicTacToeIsADraw(t *testing.T) {
	table := reference.NewTable[reference.Entry[int]](0)
	if r := reference.NegamaxTable(TicTacToe{}, 9, reference.Full, table); r.Value != 0 {
		t.Errorf("tic-tac-toe is worth %d, want 0", r.Value)
	}
	r := reference.Minimax(TicTacToe{}, 9)
	// The 255,168 games of tic-tac-toe and all their beginnings.
	if r.Value != 0 || r.Leaves != 255168 || r.Nodes != 549946 {
		t.Errorf("minimax: value %d, %d leaves, %d nodes; want 0, 255168, 549946",
			r.Value, r.Leaves, r.Nodes)
	}
}

func TestEveryAlgorithmSolvesTicTacToe(t *testing.T) {
	// X in the corner, O beside it: X wins, with the seventh sign on the board.
	open := TicTacToe{}.Play(0).Play(1)
	for _, a := range reference.Algorithms[TicTacToe](reference.Settings{TableSize: 1000}) {
		if r := a.Search(open, 9); r.Value != 3 {
			t.Errorf("%s: value %d, want 3", a.Name, r.Value)
		}
	}
}

// Four on a board of four by four is a draw (Tromp's table of small boards); three on it is won by
// the first player, and two by anyone at once.
func TestSmallConnectFour(t *testing.T) {
	for _, tc := range []struct{ columns, rows, connect, sign int }{
		{4, 4, 4, 0}, {4, 4, 3, 1}, {3, 3, 2, 1},
	} {
		g, err := NewConnectFour(tc.columns, tc.rows, tc.connect)
		if err != nil {
			t.Fatal(err)
		}
		r := reference.NegamaxTable(g, 16, reference.Full,
			reference.NewTable[reference.Entry[int]](0))
		if sign := min(max(r.Value, -1), 1); sign != tc.sign {
			t.Errorf("%d on %d by %d: value %d", tc.connect, tc.columns, tc.rows, r.Value)
		}
	}
}

func TestConnectFourRejects(t *testing.T) {
	for _, size := range [][3]int{
		{0, 4, 4}, {4, 0, 4}, {8, 4, 4}, {7, 9, 4}, {4, 4, 1}, {7, 8 + 1, 4}, {4, 3, 5}, {2, 4, 5},
	} {
		if _, err := NewConnectFour(size[0], size[1], size[2]); err == nil {
			t.Errorf("%v: no error", size)
		}
	}
}

func TestTreeRejects(t *testing.T) {
	for _, s := range []TreeShape{
		{Depth: -1, Width: 2}, {Depth: 2}, {Depth: 2, Width: 2, Correlation: 101},
		{Depth: 2, Width: 2, Noise: -1}, {Depth: 30, Width: 2}, {Depth: 256, Width: 1},
		{Depth: 2, Width: 1 << 16}, // 2³² leaves
	} {
		if _, err := NewTree(s); err == nil {
			t.Errorf("%+v: no error", s)
		}
	}
}

// Exact ratings are the values that minimax finds. Noisy ones differ by no more than the noise.
func TestTreeRates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := TreeShape{
			Depth:       rapid.IntRange(1, 5).Draw(t, "depth"),
			Width:       rapid.IntRange(1, 4).Draw(t, "width"),
			Correlation: rapid.IntRange(0, 100).Draw(t, "correlation"),
			Noise:       rapid.SampledFrom([]int{0, 30}).Draw(t, "noise"),
			Seed:        rapid.Uint64().Draw(t, "seed"),
		}
		g, err := NewTree(shape)
		if err != nil {
			t.Fatal(err)
		}
		for level := 0; level < shape.Depth; level++ {
			m := rapid.SampledFrom(g.Moves()).Draw(t, "move")
			value := -reference.Minimax(g.Play(m), shape.Depth).Value
			if off := abs(g.Rate(m) - value); off > shape.Noise {
				t.Errorf("level %d: rate %d, value %d", level, g.Rate(m), value)
			}
			g = g.Play(m)
		}
	})
}

// The more correlated a tree is, the more a position says about the leaves below it. At 100% a leaf
// differs by no more than the last move's worth.
func TestTreeCorrelation(t *testing.T) {
	const trees = 400
	var off [3]int // sum over trees, by correlation
	for i, correlation := range []int{0, 50, 100} {
		for seed := range uint64(trees) {
			g, err := NewTree(TreeShape{Depth: 6, Width: 3, Correlation: correlation, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			for range 5 {
				g = g.Play(int(splitmix.Mix(seed) % 3))
			}
			distance := abs(g.Play(0).Value() - g.Value())
			if correlation == 100 && distance > stepWorth {
				t.Errorf("seed %d: a leaf is %d off its expectation", seed, distance)
			}
			off[i] += distance
		}
	}
	if off[0] < off[1]*3/2 || off[1] <= off[2] {
		t.Errorf("mean distance of leaves from expectation at 0, 50, 100%%: %d, %d, %d",
			off[0]/trees, off[1]/trees, off[2]/trees)
	}
}

// Seven lines of four go through the middle of the first row: four along it, one up, two askew.
func TestConnectFourCountsLines(t *testing.T) {
	g, err := NewConnectFour(7, 6, 4)
	if err != nil {
		t.Fatal(err)
	}
	if g = g.Play(3); g.Value() != 7 {
		t.Errorf("the first man in the middle is worth %d, want 7", g.Value())
	}
	// After d1 a1 d2: 14 lines with one of the first player's men and no other, d1 to d4 with two;
	// a1 to d1 has men of both, and two lines have only the second player's.
	if g = g.Play(0).Play(3); g.Value() != 14+4-2 {
		t.Errorf("after three men the value is %d, want 16", g.Value())
	}
}

// What a line is worth to one side it costs the other.
func TestConnectFourEstimateIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, err := NewConnectFour(5, 4, 3)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 20).Draw(t, "moves") {
			if g.Terminal() {
				break
			}
			g = g.Play(rapid.SampledFrom(g.Moves()).Draw(t, "move"))
		}
		other := g
		other.first, other.second = g.second, g.first
		if g.Value() != -other.Value() {
			t.Errorf("value %d, with the men exchanged %d", g.Value(), other.Value())
		}
	})
}

// Queens are captured before rooks, by pawns before knights. Then come promotions, to queens first,
// checks, and the rest.
func TestChessRates(t *testing.T) {
	pos, err := board.ParseFEN("k7/6P1/3q1r2/4P3/2N5/8/8/K7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	g := NewChess(pos, nil)
	rates := map[string]int{}
	for _, m := range g.Moves() {
		rates[m.String()] = g.Rate(m)
	}
	order := []string{"e5d6", "c4d6", "e5f6", "g7g8q", "g7g8r", "g7g8n", "c4b6", "a1b1"}
	if !slices.IsSortedFunc(order, func(a, b string) int { return rates[b] - rates[a] }) {
		t.Errorf("rates are %v", rates)
	}
	distinct := map[int]bool{}
	for _, m := range order {
		distinct[rates[m]] = true
	}
	if len(distinct) != len(order) {
		t.Errorf("rates of %v are %v, some of them equal", order, rates)
	}
}
