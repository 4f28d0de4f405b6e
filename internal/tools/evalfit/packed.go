package main

import (
	"context"
	"fmt"
	"strings"

	"sente/datagen"
)

// fewestPacked is how many men a packed position must have: two bare kings are a draw.
const fewestPacked = 3

// packed returns a source of the packed positions in files. Each counts as a game of its own,
// because the files don't tell the games.
func packed(paths []string) source {
	return func() (samples []sample, games int, err error) {
		for _, path := range paths {
			all, err := datagen.ReadPackedFile(path)
			if err != nil {
				return nil, 0, err
			}
			for i := range all {
				p, err := all[i].Position()
				if err != nil {
					return nil, 0, fmt.Errorf("%s: position %d: %w", path, i, err)
				}
				if p.Checkers() == 0 && p.Occupied().Count() >= fewestPacked {
					samples = append(samples, sample{p, len(samples), float64(all[i].Result()) / 2})
				}
			}
		}
		if len(samples) < 2 {
			return nil, 0, fmt.Errorf("%s: %d positions: at least two are needed",
				strings.Join(paths, " "), len(samples))
		}
		return samples, len(samples), nil
	}
}

// teacher asks a program that labels packed positions.
func teacher(command string, samples []sample) (evaluator, error) {
	words := strings.Fields(command)
	ask := datagen.CommandLabeller(words[0], words[1:]...)
	answer := func(samples []sample) ([]float64, error) {
		in := make([]datagen.Packed, len(samples))
		for i := range samples {
			in[i] = datagen.Pack(&samples[i].position, 0, datagen.Draw)
		}
		out, err := ask(context.Background(), in)
		if err != nil {
			return nil, err
		}
		if len(out) != len(in) {
			return nil, fmt.Errorf("%s: %d answers for %d positions", command, len(out), len(in))
		}
		score := make([]float64, len(out))
		for i := range out {
			score[i] = float64(out[i].Score())
		}
		return score, nil
	}
	score, err := answer(samples)
	if err != nil {
		return evaluator{}, err
	}
	other, err := answer(turned(samples))
	return evaluator{"teacher", score, other}, err
}
