package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

func TestQuiet(t *testing.T) {
	samples, count, err := quiet(strings.NewReader(games))
	if err != nil {
		t.Fatal(err)
	}
	// Of the first game the moves before the exchange; the copy, the unfinished game and the broken
	// one are left out.
	if count != 2 || len(samples) != 6+4 {
		t.Errorf("%d games and %d positions, want 2 and 10", count, len(samples))
	}
	if samples[0].result != 1 || samples[9].result != 0 || samples[9].game != 1 {
		t.Errorf("results %v and %v, game %d", samples[0].result, samples[9].result, samples[9].game)
	}
}

func TestFit(t *testing.T) {
	// Of 100 positions at +100 White wins 73: 1/(1+exp(-100/scale)) is 0.73 at a scale of 100.5.
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
	if math.Abs(scale/100.5-1) > 0.02 || math.Abs(mean(losses)-want) > 1e-4 {
		t.Errorf("scale %.1f and cross-entropy %.5f, want 100.5 and %.5f", scale, mean(losses), want)
	}
}

// TestTempo: an evaluator that is right but for 30 centipawns too many for the side to move.
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
	samples, count, err := listed(strings.NewReader(start + "\t20\tD\t0\t12\n" + start + "\t20\tW\t3\t12\n" +
		"4k3/8/8/8/8/8/8/4K2R w K -\t500\tW\t0\t12\n" + start + "\t20\tL\t0\t12\n"))
	if err != nil || count != 2 || len(samples) != 2 || samples[0].result != 0.5 || samples[1].result != 0 || samples[1].game != 1 {
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
	// The games' sums are 2 off the mean of 1 a position either way.
	if difference != 1 || math.Abs(interval-1.96*math.Sqrt(8)/4) > 1e-12 {
		t.Errorf("%v ± %v", difference, interval)
	}
}

func TestReadEvals(t *testing.T) {
	answer := " Contributing terms\n\nClassical evaluation   -1.20 (white side)\nNNUE evaluation        +0.19 (white side)\nFinal evaluation       +0.25 (white side)\n"
	all, err := readEvals(strings.NewReader(answer+answer), 2)
	if err != nil {
		t.Fatal(err)
	}
	if all[0].score[1] != 19 || all[1].score[0] != -120 {
		t.Errorf("%v", all)
	}
	for _, bad := range []string{"", answer, answer + answer + answer, strings.ReplaceAll(answer, "+0.19", "none") + answer} {
		if _, err := readEvals(strings.NewReader(bad), 2); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

func TestReadScores(t *testing.T) {
	samples := make([]sample, 3)
	for i, fen := range []string{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"} {
		p := boardtest.Position(t, fen)
		samples[i].position = p
	}
	answers := "info depth 1 score cp 20 nodes 20\ninfo depth 2 score cp 35 nodes 70\ninfo depth 3 score cp 90 lowerbound nodes 99\nbestmove e1e2\n" +
		"info depth 1 score cp 15 nodes 20\nbestmove e8e7\ninfo depth 5 score mate -2 nodes 20\nbestmove e8e7 ponder e1e2\n"
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
	for _, fen := range []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1"} {
		p := boardtest.Position(t, fen)
		samples = append(samples, sample{position: p})
	}
	var out strings.Builder
	byMen(&out, []evaluator{{name: "a"}, {name: "b"}}, [][]float64{{0.5, 0.25, 0.75}, {0.5, 0.5, 0.5625}}, samples)
	rows := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(rows) != 3 {
		t.Fatalf("%d rows, want 3:\n%s", len(rows), &out)
	}
	for i, want := range []string{"8 to 11 2 0.50000 0.53125", "32 to 32 1 0.50000 0.50000"} {
		if got := strings.Join(strings.Fields(rows[i+1]), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(path, []byte(games), 0o644); err != nil {
		t.Fatal(err)
	}
	net := filepath.Join("..", "..", "..", "eval", "nnue", "net", "default.nnue")
	var out bytes.Buffer
	if err := run(&out, path, quiet, []string{net, net, net + "@100"}, "", 0); err != nil {
		t.Fatal(err)
	}
	if s := out.String(); !strings.HasPrefix(s, "10 positions of 2 games\n") || strings.Count(s, "+0.00000 ± 0.00000") != 2 || !strings.Contains(s, "@100") {
		t.Errorf("%s", s)
	}
	for name, err := range map[string]error{
		"no games":   run(&out, net+"x", quiet, []string{net}, "", 0),
		"no network": run(&out, path, quiet, []string{path}, "", 0),
		"no nodes":   run(&out, path, quiet, []string{net + "@0"}, "", 0),
		"no engine":  run(&out, path, quiet, nil, path, 0),
		"one game":   run(&out, net, quiet, []string{net}, "", 0),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
