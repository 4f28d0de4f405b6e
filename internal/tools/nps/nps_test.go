package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// actor returns an engine that plays a part: search i, from 0, tells nodes(i) nodes in 500 ms. It
// ends after a number of searches. The log gets its name for each.
func actor(t *testing.T, name string, searches int, log *[]string, nodes func(i int) int) *engine {
	t.Helper()
	commands, in := io.Pipe()
	out, answers := io.Pipe()
	go func() {
		defer answers.Close()
		done := 0
		for lines := bufio.NewScanner(commands); lines.Scan(); {
			switch word, _, _ := strings.Cut(lines.Text(), " "); word {
			case "uci":
				fmt.Fprintln(answers, "id name actor\nuciok")
			case "isready":
				if done == searches {
					commands.Close()
					return
				}
				fmt.Fprintln(answers, "readyok")
			case "go":
				*log = append(*log, name)
				fmt.Fprintf(answers, "info depth 1 nodes 7 nps 1 time 1 pv a2a3\n"+
					"info depth 2 score cp 5 nodes %d nps 1 time 500 pv a2a3\n"+
					"info depth 3 currmove a2a3 currmovenumber 1\ninfo string nodes 3 time\n"+
					"bestmove a2a3 ponder a7a6\n", nodes(done))
				done++
			}
		}
	}()
	t.Cleanup(func() { in.Close() })
	e := &engine{name: name, in: in, out: bufio.NewScanner(out)}
	if err := e.prepare(1, 16); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestCompare(t *testing.T) {
	const rounds = 2
	n := rounds * len(positions)
	var turns []string
	a := actor(t, "a", n, &turns, func(i int) int { return 3000 + 100*i })
	b := actor(t, "b", n, &turns, func(int) int { return 1000 })
	var out strings.Builder
	if err := compare(&out, [2]*engine{a, b}, 1, rounds); err != nil {
		t.Fatal(err)
	}
	if want := slices.Repeat([]string{"a", "b"}, n); !slices.Equal(turns, want) {
		t.Errorf("turns %v, want %v", turns, want)
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if want := "     6000      2000  3.00  " + positions[0]; lines[0] != want {
		t.Errorf("first line %q, want %q", lines[0], want)
	}
	got, want := lines[len(lines)-1], "median 3.75, from 3.00 to 4.50, 16 searches each"
	if len(lines) != n+1 || got != want {
		t.Errorf("%d lines, the last %q, want %d, the last %q", len(lines), got, n+1, want)
	}
}

func TestCompareErrors(t *testing.T) {
	tests := []struct {
		name     string
		searches int // of b
		nodes    int
		want     string // part of the error
	}{
		{"an engine ends", 3, 1000, `b ended before "readyok"`},
		{"no nodes", 99, 0, "b: " + positions[0] + ": no line with nodes and time"},
	}
	for _, tc := range tests {
		var turns []string
		a := actor(t, "a", 99, &turns, func(int) int { return 1 })
		b := actor(t, "b", tc.searches, &turns, func(int) int { return tc.nodes })
		err := compare(io.Discard, [2]*engine{a, b}, 1, 1)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want one with %q", tc.name, err, tc.want)
		}
	}
}

func TestMeanOf(t *testing.T) {
	mean, interval := meanOf([]float64{1, 2, 3})
	want := 4.302653 / math.Sqrt(3) // two degrees of freedom
	if mean != 2 || math.Abs(interval-want) > 1e-6 {
		t.Errorf("mean %v ± %v, want 2 ± %v", mean, interval, want)
	}
	if mean, interval := meanOf([]float64{5}); mean != 5 || interval != 0 {
		t.Errorf("one value: %v ± %v, want 5 ± 0", mean, interval)
	}
}

// TestMain makes the test binary an engine if it is asked to be one: search i from 1 tells as many
// nodes as it may search, plus those that the variable holds.
func TestMain(m *testing.M) {
	more, ok := os.LookupEnv("NPS_TEST_ENGINE")
	if !ok {
		os.Exit(m.Run())
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch word, rest, _ := strings.Cut(lines.Text(), " "); word {
		case "uci":
			fmt.Println("uciok")
		case "go":
			sum := 0
			for i := range 2_000_000 {
				sum += i
			}
			fmt.Printf("info depth 1 nodes %s%s time %d pv a2a3\nbestmove a2a3\n",
				strings.TrimPrefix(rest, "nodes "), more, sum%7)
		}
	}
}

func TestCPUTimes(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NPS_TEST_ENGINE", "5")
	var out strings.Builder
	if err := cpuTimes(&out, [2]string{self, self}, 100, 2, 16); err != nil {
		t.Fatal(err)
	}
	var ratio, interval float64
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	n, err := fmt.Sscanf(lines[len(lines)-1],
		"A is %f times as fast as B, 95%% interval ± %f, 2 rounds", &ratio, &interval)
	if n != 2 || len(lines) != 3 || ratio <= 0 {
		t.Errorf("%q: %v", out.String(), err)
	}
	nodes, used, err := cpuTime(self, 100, 16)
	if want := 1005 * len(positions); err != nil || nodes != want || used <= 0 {
		t.Errorf("%d nodes in %v, want %d: %v", nodes, used, want, err)
	}
	if err := cpuTimes(io.Discard, [2]string{self, "no such engine"}, 100, 1, 16); err == nil {
		t.Error("an engine that is not there is no error")
	}
}
