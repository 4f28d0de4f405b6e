package main

import (
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

// runSpeed compares the nodes a second of self-play with those of bench, by turns on one thread.
func runSpeed(args []string) error {
	s := datagen.DefaultSelfPlay()
	f := newFlags("speed")
	rounds := quantity.Count(f, "rounds", 3, "how often each is measured")
	quantity.CountVar(f, &s.MaxGames, "games", 400, "games of self-play each time")
	depth := quantity.Count(f, "depth", search.DefaultBenchDepth, "depth of bench in plies")
	f.Uint64Var(&s.Seed, "seed", 1, "seed of the openings")
	selfPlayFlags(f, &s)
	if err := parse(f, args); err != nil {
		return err
	}
	if *rounds < 1 || s.MaxGames < 1 || *depth < 1 || f.NArg() > 0 {
		return cli.Misuse("needs at least one round of some games and depth, and no files")
	}
	dir, err := os.MkdirTemp("", "datagen-speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	onInterrupt("the rounds above are whole", func() bool { os.RemoveAll(dir); return true })
	bar := cli.Progress(os.Stderr, int64(*rounds))
	var ratios []float64
	for round := range *rounds {
		total, elapsed, err := search.Bench(search.New(), *depth, nil)
		if err != nil {
			return err
		}
		bench := float64(total) / elapsed.Seconds()
		file, err := datagen.Create(filepath.Join(dir, fmt.Sprint(round)), s.Header("speed"))
		if err != nil {
			return err
		}
		p, err := s.Run(context.Background(), file, datagen.Resumed{}, nil)
		if closing := file.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return err
		}
		positions, nodes, product := p.Speed()
		ratios = append(ratios, product/bench)
		bar.Clear()
		fmt.Printf("bench %.0f nodes/s; self-play %.0f positions/s of %.0f nodes: %.0f nodes/s, ratio %.3f\n",
			bench, positions, nodes, product, product/bench)
		s.Seed++
		bar.Add(1)
	}
	slices.Sort(ratios)
	fmt.Printf("median ratio %.3f\n", ratios[len(ratios)/2])
	return nil
}
