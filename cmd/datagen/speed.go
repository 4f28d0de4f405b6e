package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"sente/datagen"
	"sente/internal/cli"
	"sente/internal/quantity"
	"sente/search"
)

// runSpeed compares the nodes a second of self-play with those of bench. They run by turns, on one
// thread.
func runSpeed(args []string) error {
	s := datagen.DefaultSelfPlay()
	f := newFlags("speed")
	rounds := quantity.Count(f, "rounds", 3, "measure each `N` times")
	quantity.CountVar(f, &s.MaxGames, "games", 400, "`N` games of self-play each time")
	depth := quantity.Count(f, "depth", search.DefaultBenchDepth, "depth of bench, `N` plies")
	f.Uint64Var(&s.Seed, "seed", 1, "`SEED` of the openings")
	selfPlayFlags(f, &s)
	if err := parse(f, args); err != nil {
		return err
	}
	if *rounds < 1 || s.MaxGames < 1 || *depth < 1 || f.NArg() > 0 {
		return cli.Misuse("needs at least one round of some games and depth, and no files")
	}
	if err := s.Check(); err != nil {
		return cli.Misuse("%w", err)
	}
	dir, err := os.MkdirTemp("", "datagen-speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	onInterrupt("the rounds above are whole", func() bool { os.RemoveAll(dir); return true })
	return printing(func(out *bufio.Writer) error {
		bar := cli.Progress(os.Stderr, int64(*rounds))
		defer bar.Clear()
		var ratios []float64
		for round := range *rounds {
			ratio, line, err := measure(&s, filepath.Join(dir, fmt.Sprint(round)), *depth)
			if err != nil {
				return err
			}
			ratios = append(ratios, ratio)
			bar.Clear()
			out.WriteString(line)
			if out.Flush() != nil {
				return nil // nobody sees the other rounds; printing returns the error
			}
			s.Seed++
			bar.Add(1)
		}
		fmt.Fprintf(out, "median ratio %.3f\n", median(ratios))
		return nil
	})
}

// measure runs bench, then self-play into a file. It returns the ratio of their speeds, and a line
// that says more.
func measure(s *datagen.SelfPlay, path string, depth int) (ratio float64, line string, err error) {
	total, elapsed, err := search.Bench(search.New(), depth, nil)
	if err != nil {
		return 0, "", err
	}
	bench := float64(total) / elapsed.Seconds()
	file, err := datagen.Create(path, s.Header("speed"))
	if err != nil {
		return 0, "", err
	}
	p, err := s.Run(context.Background(), file, datagen.Resumed{}, nil)
	err = cmp.Or(err, file.Close())
	positions, nodes, product := p.Speed()
	ratio = product / bench
	return ratio, fmt.Sprintf("bench %.0f nodes/s; self-play %.0f positions/s of %.0f nodes: "+
		"%.0f nodes/s, ratio %.3f\n", bench, positions, nodes, product, ratio), err
}

// median sorts values, which must not be empty, and returns the median. For an even number of
// values that is the mean of the two in the middle.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
