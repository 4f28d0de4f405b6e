package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"sente/board"
)

// listed returns the game positions in a file of ImportPositions (package datagen) that are not in
// check and have enough men. Each counts as a game of its own.
func listed(r io.Reader) (samples []sample, games int, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 5 {
			return nil, 0, fmt.Errorf("%q: %d fields between tabs, not 5",
				lines.Text(), len(fields))
		}
		p, err := board.ParseFEN(fields[0])
		if err != nil {
			return nil, 0, err
		}
		result, known := map[string]float64{"W": 1, "D": 0.5, "L": 0}[fields[2]]
		if !known {
			return nil, 0, fmt.Errorf("%q: result %q", lines.Text(), fields[2])
		}
		if fields[3] != "0" || p.Checkers() != 0 || p.Occupied().Count() < fewestMen {
			continue
		}
		samples = append(samples, sample{p, games, result})
		games++
	}
	return samples, games, lines.Err()
}
