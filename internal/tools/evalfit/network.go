package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"sente/board"
	"sente/eval/nnue"
	"sente/search"
)

// network evaluates with the network called name, FILE or FILE@NODES.
func network(name string, samples []sample) (evaluator, error) {
	path, number, searches := strings.Cut(name, "@")
	f, err := os.Open(path)
	if err != nil {
		return evaluator{}, err
	}
	defer f.Close()
	net, err := nnue.Read(f)
	if err != nil {
		return evaluator{}, fmt.Errorf("%s: %w", path, err)
	}
	e := evaluator{name, make([]float64, len(samples))}
	if searches {
		nodes, err := strconv.ParseUint(number, 10, 64)
		if err != nil || nodes == 0 {
			return evaluator{}, fmt.Errorf("%s: %q is no number of nodes", name, number)
		}
		searched(net, nodes, samples, e.score)
	} else {
		for i := range samples {
			e.score[i] = float64(net.Evaluate(&samples[i].position))
		}
	}
	for i := range samples {
		if samples[i].position.SideToMove() == board.Black {
			e.score[i] = -e.score[i]
		}
	}
	return e, nil
}

// searched sets score to the scores, at most 30 pawns, of searches of so many soft nodes for the
// side to move, each with an empty table.
func searched(net *nnue.Network, nodes uint64, samples []sample, score []float64) {
	const most = 3000
	threads := runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	for t := range threads {
		group.Go(func() {
			e := search.New()
			e.SetNetwork(net)
			for i := t; i < len(samples); i += threads {
				e.NewGame()
				r := e.Begin(search.Root{Pos: samples[i].position}, search.Limits{SoftNodes: nodes}).Run(nil)
				score[i] = float64(max(-most, min(most, r.Score)))
			}
		})
	}
	group.Wait()
}
