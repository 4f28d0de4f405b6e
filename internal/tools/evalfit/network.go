package main

import (
	"context"
	"errors"
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

// network asks the network called name about the samples. name is FILE or FILE@NODES.
func network(name string, samples []sample) (evaluator, error) {
	path, nodes, searches := splitNodes(name)
	f, err := os.Open(path)
	if err != nil {
		return evaluator{}, err
	}
	defer f.Close()
	net, err := nnue.Read(f)
	if err != nil {
		return evaluator{}, fmt.Errorf("%s: %w", path, err)
	}
	if !searches {
		return evaluator{name, static(net, samples), static(net, turned(samples))}, nil
	}
	if nodes == 0 {
		return evaluator{}, fmt.Errorf("%s: a search needs nodes", name)
	}
	e := evaluator{name: name, score: make([]float64, len(samples))}
	if err := searched(net, nodes, samples, e.score); err != nil {
		return evaluator{}, fmt.Errorf("%s: %w", name, err)
	}
	fromWhite(e.score, samples)
	return e, nil
}

// splitNodes splits FILE@NODES. If what follows the @ is not a number, it belongs to the file's
// name.
func splitNodes(name string) (path string, nodes uint64, searches bool) {
	if at := strings.LastIndexByte(name, '@'); at >= 0 {
		if nodes, err := strconv.ParseUint(name[at+1:], 10, 64); err == nil {
			return name[:at], nodes, true
		}
	}
	return name, 0, false
}

// static returns a network's static evaluations.
func static(net *nnue.Network, samples []sample) []float64 {
	score := make([]float64, len(samples))
	stack := nnue.NewStack(net)
	for i := range samples {
		stack.Reset(&samples[i].position)
		score[i] = float64(stack.Evaluate(&samples[i].position))
	}
	fromWhite(score, samples)
	return score
}

// fromWhite turns scores for the side to move into White's.
func fromWhite(score []float64, samples []sample) {
	for i := range samples {
		if samples[i].position.SideToMove() == board.Black {
			score[i] = -score[i]
		}
	}
}

// searched sets score to the scores of searches with the given number of soft nodes, for the side
// to move and at most 30 pawns. As when self-play labels positions, each search has an empty table
// and no damping by the fifty-move clock. It is an error if a search fails.
func searched(net *nnue.Network, nodes uint64, samples []sample, score []float64) error {
	const most = 3000
	threads := runtime.GOMAXPROCS(0)
	failed := make([]error, threads)
	var group sync.WaitGroup
	for t := range threads {
		group.Go(func() {
			e := search.New()
			e.SetNetwork(net)
			e.SetFiftyDamping(false)
			for i := t; i < len(samples); i += threads {
				e.NewGame()
				root := search.Root{Pos: samples[i].position}
				r, err := e.Search(context.Background(), root, search.Limits{SoftNodes: nodes}, nil)
				if err != nil {
					failed[t] = fmt.Errorf("%s: %w", root.Pos.FEN(), err)
					return
				}
				score[i] = float64(max(-most, min(most, r.Score)))
			}
		})
	}
	group.Wait()
	return errors.Join(failed...)
}
