package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"sente/datagen"
	"sente/internal/cli"
	"sente/internal/cli/clitest"
)

func TestDisplayLine(t *testing.T) {
	found := datagen.Resumed{Games: 100, Positions: 10_000}
	half := datagen.Progress{Games: 50, Positions: 5_000, Draws: 6, Nodes: 1_200_000,
		Elapsed: 10 * time.Second}
	const so = "150 games, 15000 positions, 500 positions/s, 12 % drawn"
	tests := []struct {
		name string
		run  datagen.SelfPlay
		p    datagen.Progress
		want string
	}{
		{"no limit", datagen.SelfPlay{}, half, so},
		{"positions", datagen.SelfPlay{MaxPositions: 25_000}, half, so + ", 20s left"},
		{"games", datagen.SelfPlay{MaxGames: 500}, half, so + ", 1m10s left"},
		{"both: positions count", datagen.SelfPlay{MaxGames: 500, MaxPositions: 20_000}, half,
			so + ", 10s left"},
		{"beyond the limit", datagen.SelfPlay{MaxPositions: 14_999}, half, so + ", 0s left"},
		{"nothing yet", datagen.SelfPlay{MaxGames: 500}, datagen.Progress{},
			"100 games, 10000 positions, 0 positions/s, 0 % drawn"},
	}
	for _, tc := range tests {
		if got := newDisplay(&tc.run, found).line(tc.p); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestReport(t *testing.T) {
	p := datagen.Progress{Games: 50, Positions: 5_000, Draws: 6, Rejected: 7, Unfinished: 1,
		Nodes: 1_200_000, Elapsed: 10 * time.Second}
	var out strings.Builder
	report(&out, &datagen.SelfPlay{Threads: 4}, p)
	const want = "50 games, 5000 positions, 12.0 % drawn, in 10 s; " +
		"7 openings rejected, 1 games without an end\n" +
		"500 positions/s, 125 a thread; 240 nodes a position; 30000 nodes/s a thread\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	out.Reset()
	report(&out, &datagen.SelfPlay{Threads: 4}, datagen.Progress{})
	if strings.Contains(out.String(), "NaN") {
		t.Errorf("of nothing: %s", out.String())
	}
}

// TestSpeed measures two short games and checks that the printed numbers fit together.
func TestSpeed(t *testing.T) {
	out := clitest.Must(t, t.TempDir(), "speed", "-rounds", "1", "-games", "2", "-depth", "3",
		"-nodes", "20", "-hash", "1")
	line := regexp.MustCompile(`^bench (\d+) nodes/s; self-play (\d+) positions/s ` +
		`of (\d+) nodes: (\d+) nodes/s, ratio (\d+\.\d{3})\nmedian ratio (.*)\n$`)
	found := line.FindStringSubmatch(out)
	if found == nil {
		t.Fatalf("speed prints %q", out)
	}
	var bench, positions, each, product, ratio float64
	fmt.Sscan(strings.Join(found[1:6], " "), &bench, &positions, &each, &product, &ratio)
	if bench == 0 || positions == 0 || each < 20 || found[6] != found[5] ||
		product < 0.95*positions*each || product > 1.05*positions*each ||
		ratio < 0.99*product/bench-0.001 || ratio > 1.01*product/bench+0.001 {
		t.Errorf("speed prints numbers that don't fit together: %q", out)
	}
	for _, args := range [][]string{{"-rounds", "0"}, {"-games", "0"}, {"-depth", "0"}, {"file"}} {
		status, _, errs := clitest.Run(t, t.TempDir(), append([]string{"speed"}, args...)...)
		if status != cli.Misunderstood || errs == "" {
			t.Errorf("speed %v: status %d, %q", args, status, errs)
		}
	}
}
