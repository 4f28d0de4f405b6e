package compare

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sente/search/reference"
)

// steps counts progress.
type steps struct{ expected, done int }

func (s *steps) Describe(string)     {}
func (s *steps) Add(steps int) error { s.done += steps; return nil }

func run(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	var progress steps
	begin := func(n int) Progress { progress.expected = n; return &progress }
	if err := Run(t.Context(), args, &out, begin); err != nil {
		t.Errorf("compare %q: %v", args, err)
	}
	if progress.done != progress.expected {
		t.Errorf("compare %q: %d steps of %d", args, progress.done, progress.expected)
	}
	return out.String()
}

// Every game runs with every order and option, and all algorithms agree. If not, Run fails.
func TestEveryGameAndOrder(t *testing.T) {
	for _, args := range [][]string{
		{"-depth", "2"},
		{"-depth", "2", "-order", "moves", "-fen", "8/8/4k3/8/3Kp3/8/1R6/8 w - - 0 1"},
		{"-depth", "3", "-order", "shallow", "-fen", "8/8/4k3/8/3Kp3/8/1R6/8 w - - 0 1"},
		{"-depth", "1", "-game", "suite"},
		{"-depth", "1", "-game", "notnil", "-order", "moves"},
		{"-depth", "5", "-game", "tictactoe", "-order", "random", "-trees", "2"},
		{"-depth", "4", "-game", "connectfour", "-table", "5", "-order", "moves"},
		{"-depth", "3", "-game", "tree", "-width", "3", "-correlation", "50", "-noise", "9",
			"-order", "moves", "-trees", "3"},
		{"-depth", "3", "-game", "tree", "-window", "10", "-revisits"},
		{"-depth", "0", "-game", "tictactoe", "-order", "shallow", "-algorithms", "minimax,sss*"},
	} {
		if out := run(t, args...); strings.Count(out, "\n") < 4 {
			t.Errorf("compare %q: %s", args, out)
		}
	}
}

// TestSeedsOfOrders: each root is searched in as many random orders as -trees says.
func TestSeedsOfOrders(t *testing.T) {
	out := run(t, "-game", "suite", "-depth", "1", "-order", "random", "-trees", "2",
		"-algorithms", "minimax")
	if want := fmt.Sprintf("sums over %d searches", 2*len(suite)); !strings.Contains(out, want) {
		t.Errorf("%q is not in\n%s", want, out)
	}
}

// runCSV runs a comparison and returns a function that finds a cell of its report.
func runCSV(t *testing.T, args ...string) func(algorithm, name string) string {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(run(t, append(args, "-csv")...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return func(algorithm, name string) string {
		for _, line := range lines {
			if line[0] == algorithm {
				return line[slices.Index(lines[0], name)]
			}
		}
		return ""
	}
}

// TestSeedsOfTrees: each tree has the random order of its own seed, as if it were searched alone.
func TestSeedsOfTrees(t *testing.T) {
	leaves := func(seed, trees string) int {
		cell := runCSV(t, "-game", "tree", "-order", "random", "-seed", seed, "-trees", trees)
		n, err := strconv.Atoi(cell("alpha-beta", "leaves"))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if sum, want := leaves("1", "2"), leaves("1", "1")+leaves("2", "1"); sum != want {
		t.Errorf("two trees have %d leaves together, %d one by one", sum, want)
	}
}

func TestCSV(t *testing.T) {
	cell := runCSV(t, "-depth", "3", "-game", "tree", "-width", "4", "-order", "moves")
	// A perfect tree of width 4 and depth 3: 64 leaves, or 4² + 4 - 1.
	for algorithm, want := range map[string]string{
		"minimax": "64", "alpha-beta": "19", "sss*": "19",
	} {
		if got := cell(algorithm, "leaves"); got != want {
			t.Errorf("%s: %q leaves, want %s", algorithm, got, want)
		}
	}
	if got, err := strconv.ParseFloat(cell("minimax", "ratio"), 64); err != nil ||
		got < 3.36 || got > 3.37 {
		t.Errorf("minimax: ratio %v (%v), want 64/19", got, err)
	}
	if got := cell("alpha-beta", "ratio"); got != "1.000" {
		t.Errorf("alpha-beta: ratio %q", got)
	}
}

func TestRejects(t *testing.T) {
	for _, args := range [][]string{
		{"-depth", "-1"}, {"-depth", "x"}, {"-order", "best"}, {"-game", "go"},
		{"-trees", "0"}, {"-table", "-1"}, {"-window", "-1"}, {"-fen", "x"}, {"-fen", ""},
		{"-game", "notnil", "-fen", "x"}, {"-game", "tree", "-fen", "x"},
		{"-game", "tree", "-width", "0"}, {"-game", "tree", "-depth", "40"},
		{"-algorithms", "minimax,magic"}, {"-algorithms", "sss*,minimax,sss*"},
		{"-nonsense"}, {"operand"}, {"-game", "tictactoe", "-table", "1000000000000000"},
		{"-game", "tree", "-width", "1", "-depth", "100000000"}, {"-width", "3"}, {"-noise", "0"},
		{"-trees", "2"}, {"-game", "tree", "-noise", "5"},
		{"-game", "tree", "-order", "random", "-noise", "5"},
		{"-game", "notnil", "-fen", "8/4p3/8/8/8/8/4P3/8 w - - 0 1"},
		{"-seed", "2", "-order", "moves"},
	} {
		var out bytes.Buffer
		err := Run(t.Context(), args, &out, func(int) Progress { return &steps{} })
		_, ok := errors.AsType[UsageError](err)
		if !ok || out.Len() > 0 || strings.Contains(err.Error(), "\n") {
			t.Errorf("compare %q: printed %q, error %v", args, out.String(), err)
		}
	}
}

func TestHelp(t *testing.T) {
	if out := run(t, "-h"); !strings.Contains(out, "-algorithms LIST") {
		t.Errorf("help: %s", out)
	}
}

// waiting holds a search up until begin is closed.
type waiting struct {
	steps
	begin chan struct{}
}

func (w *waiting) Describe(string) { <-w.begin }

// TestInterrupted cancels a comparison before its search has begun.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := waiting{begin: make(chan struct{})}
	defer close(w.begin)
	var out bytes.Buffer
	err := Run(ctx, []string{"-depth", "1", "-algorithms", "minimax"}, &out, func(int) Progress {
		return &w
	})
	if err != (Unfinished{0, 1}) || out.Len() > 0 {
		t.Errorf("error %v, printed %q", err, out.String())
	}
}

func TestDisagreementIsFound(t *testing.T) {
	p := report{request: &request{}, roots: 2, rows: []row{
		{name: "minimax", values: []int{1, 2}},
		{name: "alpha-beta", values: []int{1, 3}, Counts: reference.Counts{Leaves: 1}},
	}}
	err := p.disagreement()
	if err == nil || !strings.Contains(err.Error(), "search 2 of 2: alpha-beta finds 3") {
		t.Errorf("disagreement: %v", err)
	}
}
