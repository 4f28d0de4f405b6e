package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// actor starts an engine that plays a part. Its search i, from 0, claims first + step*i nodes in
// 500 ms. After the given number of searches the next request ends it. For each search it writes
// its name into the log.
func actor(t *testing.T, name, log string, searches, first, step int) *engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "NPS_TEST_LOG="+log,
		"NPS_TEST_PART="+fmt.Sprintln(name, searches, first, step))
	e, err := start(cmd, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Kill)
	if err := e.prepare(1, 16); err != nil {
		t.Fatal(err)
	}
	return e
}

// act is the engine that actor starts.
func act(part, log string) error {
	turns, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	var name string
	var searches, first, step, done int
	if _, err := fmt.Sscan(part, &name, &searches, &first, &step); err != nil {
		return err
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch word, _, _ := strings.Cut(lines.Text(), " "); word {
		case "uci":
			fmt.Println("id name actor\nuciok")
		case "isready":
			if done == searches {
				return nil
			}
			fmt.Println("readyok")
		case "go":
			fmt.Fprintln(turns, name)
			fmt.Printf("info depth 1 nodes 7 nps 1 time 1 pv a2a3\n"+
				"info depth 2 score cp 5 nodes %d nps 1 time 500 pv a2a3\n"+
				"info depth 3 currmove a2a3 currmovenumber 1\ninfo string nodes 3 time\n"+
				"bestmove a2a3 ponder a7a6\n", first+step*done)
			done++
		}
	}
	return nil
}

func TestCompare(t *testing.T) {
	const rounds = 2
	n := rounds * len(positions)
	log := filepath.Join(t.TempDir(), "turns")
	a := actor(t, "a", log, n, 3000, 100)
	b := actor(t, "b", log, n, 1000, 0)
	var out strings.Builder
	if err := compare(&out, [2]*engine{a, b}, 1, rounds); err != nil {
		t.Fatal(err)
	}
	turns, err := os.ReadFile(log)
	if want := strings.Repeat("a\nb\n", n); string(turns) != want {
		t.Errorf("turns %q, want %q: %v", turns, want, err)
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
		want     string // a part of the error
	}{
		{"an engine ends", 3, 1000, `the engine ended before "readyok"`},
		{"no nodes", 99, 0, "b: " + positions[0] + ": no line with nodes and time"},
	}
	for _, tc := range tests {
		log := filepath.Join(t.TempDir(), "turns")
		a := actor(t, "a", log, 99, 1, 0)
		b := actor(t, "b", log, tc.searches, tc.nodes, 0)
		err := compare(io.Discard, [2]*engine{a, b}, 1, 1)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want one with %q", tc.name, err, tc.want)
		}
	}
}

func TestMeanOf(t *testing.T) {
	mean, interval := meanOf([]float64{1, 2, 3})
	want := 4.302653 / math.Sqrt(3) // Student's t for two degrees of freedom
	if mean != 2 || math.Abs(interval-want) > 1e-6 {
		t.Errorf("mean %v ± %v, want 2 ± %v", mean, interval, want)
	}
	if mean, interval := meanOf([]float64{5}); mean != 5 || interval != 0 {
		t.Errorf("one value: %v ± %v, want 5 ± 0", mean, interval)
	}
}

// TestMain makes the test binary an engine if it is asked to be one. It is either an actor, or an
// engine whose searches claim the nodes that they may search plus those in NPS_TEST_ENGINE.
func TestMain(m *testing.M) {
	if part := os.Getenv("NPS_TEST_PART"); part != "" {
		if err := act(part, os.Getenv("NPS_TEST_LOG")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
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
