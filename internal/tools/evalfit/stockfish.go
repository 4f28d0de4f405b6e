package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sente/board"
)

// stockfish asks a Stockfish for its two static evaluations, the network's and the classical one.
// If nodes is not 0, it also asks for the scores of searches of that many nodes with each of them.
func stockfish(path string, samples []sample, nodes int) ([]evaluator, error) {
	var static strings.Builder
	for i := range samples {
		fmt.Fprintf(&static, "position fen %s\neval\n", samples[i].position.FEN())
	}
	static.WriteString("quit\n")
	var all []evaluator
	err := ask(path, static.String(), func(r io.Reader) (err error) {
		all, err = readEvals(r, len(samples))
		return err
	})
	if err != nil || nodes == 0 {
		return all, err
	}
	searches := [2]evaluator{
		{name: fmt.Sprintf("NNUE@%d", nodes)},
		{name: fmt.Sprintf("Classical@%d", nodes)},
	}
	var failed [2]error
	var group sync.WaitGroup
	for i, use := range [2]bool{true, false} {
		group.Go(func() {
			var b strings.Builder
			fmt.Fprintf(&b, "setoption name Hash value 1\nsetoption name Use NNUE value %v\n", use)
			for j := range samples {
				fmt.Fprintf(&b, "ucinewgame\nposition fen %s\ngo nodes %d\n",
					samples[j].position.FEN(), nodes)
			}
			failed[i] = ask(path, b.String(), func(r io.Reader) (err error) {
				searches[i].score, err = readScores(r, samples)
				return err
			})
		})
	}
	group.Wait()
	return append(all, searches[:]...), errors.Join(failed[:]...)
}

// ask starts an engine, sends it commands, and lets read read its answers. The engine's input stays
// open until then, because the end of input would cut a search short.
func ask(path, commands string, read func(io.Reader) error) error {
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { // runs ahead of the answers; these show if the engine has died
		io.WriteString(in, commands)
	}()
	if err := read(out); err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		return err
	}
	in.Close()
	return cmd.Wait()
}

// readScores reads the answers to one go for each sample, each up to its bestmove. It returns the
// last exact score of each, from White's side and at most 30 pawns.
func readScores(r io.Reader, samples []sample) ([]float64, error) {
	const most = 3000
	var all []float64
	last := 0.0
	lines := bufio.NewScanner(r)
	for len(all) < len(samples) && lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) > 0 && words[0] == "bestmove" {
			if samples[len(all)].position.SideToMove() == board.Black {
				last = -last
			}
			all, last = append(all, last), 0
		}
		at := slices.Index(words, "score")
		if at < 0 || at+2 >= len(words) ||
			slices.Contains(words, "lowerbound") || slices.Contains(words, "upperbound") {
			continue
		}
		v, err := strconv.Atoi(words[at+2])
		if err != nil {
			return nil, fmt.Errorf("%q is no score", lines.Text())
		}
		last = float64(max(-most, min(most, v)))
		if words[at+1] == "mate" {
			last = most
			if v <= 0 {
				last = -most
			}
		}
	}
	if len(all) < len(samples) {
		return nil, fmt.Errorf("%d answers for %d positions", len(all), len(samples))
	}
	return all, lines.Err()
}

// readEvals reads the answers to n eval commands, two lines of each:
//
//	Classical evaluation   +0.00 (white side)
//	NNUE evaluation        +0.19 (white side)
func readEvals(r io.Reader, n int) ([]evaluator, error) {
	net, classical := evaluator{name: "NNUE evaluation"}, evaluator{name: "Classical evaluation"}
	for lines := bufio.NewScanner(r); lines.Scan(); {
		for _, e := range []*evaluator{&net, &classical} {
			rest, ok := strings.CutPrefix(lines.Text(), e.name)
			if ok && strings.Contains(rest, "(white side)") {
				pawns, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
				if err != nil {
					return nil, fmt.Errorf("%q is no evaluation", lines.Text())
				}
				e.score = append(e.score, 100*pawns)
			}
		}
	}
	if len(net.score) != n || len(classical.score) != n {
		return nil, fmt.Errorf("%d evaluations of its network and "+
			"%d classical ones for %d positions", len(net.score), len(classical.score), n)
	}
	return []evaluator{net, classical}, nil
}
