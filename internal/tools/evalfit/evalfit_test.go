package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"sente/board"
	"sente/internal/boardtest"
)

const games = `[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 1-0

[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 1-0

[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Result "*"]

1. d4 *

[Result "1/2-1/2"]

1. d4 Nonsense 1/2-1/2
`

// builtIn is the file of the built-in network.
const builtIn = "../../../eval/nnue/net/default.nnue"

func TestQuiet(t *testing.T) {
	samples, count, err := quiet(strings.NewReader(games))
	if err != nil {
		t.Fatal(err)
	}
	// The first game gives its moves before the exchange. The copy, the unfinished game and the
	// broken game are left out.
	if count != 2 || len(samples) != 6+4 {
		t.Errorf("%d games and %d positions, want 2 and 10", count, len(samples))
	}
	if samples[0].result != 1 || samples[9].result != 0 || samples[9].game != 1 {
		t.Errorf("results %v and %v, game %d",
			samples[0].result, samples[9].result, samples[9].game)
	}
}

// TestNothingQuiet: a file without a quiet position is an error. It must not print a line of NaN.
func TestNothingQuiet(t *testing.T) {
	const bare = "[FEN \"8/8/8/8/8/2k5/1p6/K7 w - - 0 1\"]\n[Result \"0-1\"]\n\n1. Ka2 0-1\n\n"
	path := filepath.Join(t.TempDir(), "bare.pgn")
	other := strings.Replace(bare, "1. Ka2", "", 1)
	if err := os.WriteFile(path, []byte(bare+other), 0o600); err != nil {
		t.Fatal(err)
	}
	if samples, games, err := file(path, quiet)(); err == nil {
		t.Errorf("%d positions of %d games, no error", len(samples), games)
	}
}

// TestSearchedIsNotDamped: the score is as for a label, whatever the fifty-move clock says.
func TestSearchedIsNotDamped(t *testing.T) {
	var samples []sample
	for _, clock := range []int{0, 60} {
		p := boardtest.Position(t,
			fmt.Sprintf("4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/R3K3 w - - %d 90", clock))
		samples = append(samples, sample{position: p})
	}
	score := make([]float64, len(samples))
	if err := searched(nil, 500, samples, score); err != nil {
		t.Fatal(err)
	}
	if fresh, late := score[0], score[1]; fresh < 100 || late < fresh*0.97 {
		t.Errorf("%v with a fresh clock, %v with a late one", fresh, late)
	}
}

func TestFit(t *testing.T) {
	// White wins 73 of 100 positions at +100. 1/(1+exp(-100/scale)) is 0.73 at a scale of 100.5.
	var samples []sample
	var score []float64
	for i := range 100 {
		r := 0.0
		if i < 73 {
			r = 1
		}
		samples, score = append(samples, sample{game: i, result: r}), append(score, 100)
	}
	scale, losses := fit(score, samples)
	want := -0.73*math.Log(0.73) - 0.27*math.Log(0.27)
	if math.Abs(scale/100.5-1) > 0.02 || math.Abs(stat.Mean(losses, nil)-want) > 1e-4 {
		t.Errorf("scale %.1f and cross-entropy %.5f, want 100.5 and %.5f",
			scale, stat.Mean(losses, nil), want)
	}
}

// TestTempo: the evaluator is right, except that it gives the side to move 30 centipawns too many.
func TestTempo(t *testing.T) {
	var samples []sample
	var score []float64
	for i := range 200 {
		fen, e := "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 30.0
		if i%2 == 1 {
			fen, e = "4k3/8/8/8/8/8/8/4K3 b - - 0 1", -30
		}
		p := boardtest.Position(t, fen)
		r := float64(i / 2 % 2)
		samples, score = append(samples, sample{p, i, r}), append(score, e)
	}
	bonus, least := tempo(score, samples, 100)
	if bonus != -30 || math.Abs(least-math.Log(2)) > 1e-9 {
		t.Errorf("%.0f and %.5f, want -30 and %.5f", bonus, least, math.Log(2))
	}
}

func TestListed(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	samples, count, err := listed(strings.NewReader(
		start + "\t20\tD\t0\t12\n" +
			start + "\t20\tW\t3\t12\n" +
			"4k3/8/8/8/8/8/8/4K2R w K -\t500\tW\t0\t12\n" +
			start + "\t20\tL\t0\t12\n"))
	if err != nil || count != 2 || len(samples) != 2 || samples[0].result != 0.5 ||
		samples[1].result != 0 || samples[1].game != 1 {
		t.Errorf("%v, %d games, %v", samples, count, err)
	}
	for _, bad := range []string{start, start + "\t20\tX\t0\t12", "nonsense\t20\tW\t0\t12"} {
		if _, _, err := listed(strings.NewReader(bad)); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

func TestCompare(t *testing.T) {
	samples := []sample{{game: 0}, {game: 0}, {game: 1}, {game: 1}}
	difference, interval := compare([]float64{3, 3, 1, 1}, []float64{1, 1, 1, 1}, samples)
	// The mean is 1 a position. The sum of each game is 2 above or below that.
	if difference != 1 || math.Abs(interval-1.96*math.Sqrt(8)/4) > 1e-12 {
		t.Errorf("%v ± %v", difference, interval)
	}
}

func TestReadEvals(t *testing.T) {
	answer := " Contributing terms\n\nClassical evaluation   -1.20 (white side)\n" +
		"NNUE evaluation        +0.19 (white side)\nFinal evaluation       +0.25 (white side)\n"
	all, err := readEvals(strings.NewReader(answer+answer), 2)
	if err != nil {
		t.Fatal(err)
	}
	if all[0].score[1] != 19 || all[1].score[0] != -120 {
		t.Errorf("%v", all)
	}
	for _, bad := range []string{
		"", answer, answer + answer + answer, strings.ReplaceAll(answer, "+0.19", "none") + answer,
	} {
		if _, err := readEvals(strings.NewReader(bad), 2); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

func TestReadScores(t *testing.T) {
	samples := make([]sample, 3)
	for i, fen := range []string{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
		"4k3/8/8/8/8/8/8/4K3 b - - 0 1",
	} {
		p := boardtest.Position(t, fen)
		samples[i].position = p
	}
	answers := "info depth 1 score cp 20 nodes 20\ninfo depth 2 score cp 35 nodes 70\n" +
		"info depth 3 score cp 90 lowerbound nodes 99\nbestmove e1e2\n" +
		"info depth 1 score cp 15 nodes 20\nbestmove e8e7\ninfo depth 5 score mate -2 nodes 20\n" +
		"bestmove e8e7 ponder e1e2\n"
	got, err := readScores(strings.NewReader(answers), samples)
	if err != nil || len(got) != 3 || got[0] != 35 || got[1] != -15 || got[2] != 3000 {
		t.Errorf("%v, %v, want 35, -15 and 3000", got, err)
	}
	for _, bad := range []string{"", "bestmove e1e2\n", "info score cp x\n" + answers} {
		if _, err := readScores(strings.NewReader(bad), samples); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

func TestByMen(t *testing.T) {
	var samples []sample
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "4k3/ppppp3/8/8/8/8/PPPP4/4K3 b - - 0 1",
	} {
		p := boardtest.Position(t, fen)
		samples = append(samples, sample{position: p, result: 1})
	}
	samples[2].result = 0
	all := []evaluator{{name: "a", score: []float64{20, 50, 100}, turned: []float64{10, 30, 140}},
		{name: "b", score: []float64{40, 100, 200}}}
	tables := func(print func(out *strings.Builder)) []string {
		var out strings.Builder
		print(&out)
		var rows []string
		for _, row := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			rows = append(rows, strings.Join(strings.Fields(row), " "))
		}
		return rows[1:]
	}
	losses := [][]float64{{0.5, 0.25, 0.75}, {0.5, 0.5, 0.5625}}
	for _, tc := range []struct {
		name  string
		print func(out *strings.Builder)
		want  []string
	}{
		{"losses", func(out *strings.Builder) { lossesByMen(out, all, losses, samples) },
			[]string{"9 to 12 2 0.50000 0.53125", "29 to 32 1 0.50000 0.50000"}},
		// For the samples with White to move the turned score is 20 centipawns lower, for Black 40
		// higher.
		{"tempo", func(out *strings.Builder) { temposByMen(out, all, samples) },
			[]string{"9 to 16 2 15.0 NaN", "25 to 32 1 5.0 NaN"}},
	} {
		if got := tables(tc.print); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	// Three wins and a loss at +100 give a scale of 91; at +200 they give 182.
	even := make([]sample, 4)
	for i := range even {
		even[i] = sample{position: samples[1].position, result: float64(min(i, 1))}
	}
	all = []evaluator{{name: "a", score: []float64{100, 100, 100, 100}},
		{name: "b", score: []float64{200, 200, 200, 200}}}
	rows := tables(func(out *strings.Builder) { scalesByMen(out, all, even) })
	var a, b float64
	_, err := fmt.Sscanf(rows[0], "9 to 16 4 %f %f", &a, &b)
	if err != nil || math.Abs(a-91) > 2 || math.Abs(b-182) > 4 {
		t.Errorf("scales %q, want 91 and 182", rows[0])
	}
}

// TestTurned: the position is that after a null move, and the samples stay as they were.
func TestTurned(t *testing.T) {
	samples := []sample{{position: boardtest.Position(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
		game: 3, result: 1}}
	other := turned(samples)
	if other[0].position.SideToMove() != board.Black ||
		samples[0].position.SideToMove() != board.White || other[0].result != 1 {
		t.Errorf("%s of %s", other[0].position.FEN(), samples[0].position.FEN())
	}
}

func TestSensible(t *testing.T) {
	for _, tc := range []struct {
		ask  asked
		want bool
	}{
		{asked{}, false},
		{asked{teacher: "cat"}, true},
		{asked{teacher: " "}, false},
		{asked{nets: []string{"a.nnue"}, teacher: " "}, false},
		{asked{nets: []string{"a.nnue"}, nodes: 5}, false},
		{asked{stockfish: "stockfish", nodes: 5}, true},
	} {
		if got := tc.ask.sensible(); got != tc.want {
			t.Errorf("%+v: %v", tc.ask, got)
		}
	}
}

func TestSplitNodes(t *testing.T) {
	for _, tc := range []struct {
		name, path string
		nodes      uint64
		searches   bool
	}{
		{"a.nnue", "a.nnue", 0, false},
		{"a.nnue@250", "a.nnue", 250, true},
		{"a.nnue@0", "a.nnue", 0, true},
		{"me@host/a.nnue", "me@host/a.nnue", 0, false},
		{"me@host/a.nnue@250", "me@host/a.nnue", 250, true},
	} {
		path, nodes, searches := splitNodes(tc.name)
		if path != tc.path || nodes != tc.nodes || searches != tc.searches {
			t.Errorf("%s: %s, %d, %t", tc.name, path, nodes, searches)
		}
	}
}

// TestNetworkIsAskedTwice: if a position is the same for both sides, a network gives each the same
// score. So White's score changes its sign with the side to move.
func TestNetworkIsAskedTwice(t *testing.T) {
	e, err := network(builtIn, []sample{{position: board.Start()}})
	if err != nil || e.score[0] == 0 || e.turned[0] != -e.score[0] {
		t.Errorf("%v with White to move, %v with Black; %v", e.score, e.turned, err)
	}
}

func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(path, []byte(games), 0o644); err != nil {
		t.Fatal(err)
	}
	const net = builtIn
	var out bytes.Buffer
	err := run(&out, file(path, quiet), &asked{nets: []string{net, net, net + "@100"}})
	if err != nil {
		t.Fatal(err)
	}
	if s := out.String(); !strings.HasPrefix(s, "10 positions of 2 games\n") ||
		strings.Count(s, "+0.00000 ± 0.00000") != 2 || !strings.Contains(s, "@100") {
		t.Errorf("%s", s)
	}
	r, closed := io.Pipe()
	r.Close()
	for name, err := range map[string]error{
		"no games":            run(&out, file(net+"x", quiet), &asked{nets: []string{net}}),
		"no network":          run(&out, file(path, quiet), &asked{nets: []string{path}}),
		"no nodes":            run(&out, file(path, quiet), &asked{nets: []string{net + "@0"}}),
		"no engine":           run(&out, file(path, quiet), &asked{stockfish: path}),
		"no packed positions": run(&out, packed([]string{path}), &asked{nets: []string{net}}),
		"one game":            run(&out, file(net, quiet), &asked{nets: []string{net}}),
		"no output":           run(closed, file(path, quiet), &asked{nets: []string{net}}),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
