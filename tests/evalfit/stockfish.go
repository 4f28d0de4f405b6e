package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// stockfish asks a Stockfish for its static evaluations: its network's and its classical one.
func stockfish(path string, samples []sample) ([]evaluator, error) {
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() { // asks ahead of the answers; an engine that has died shows in those
		w := bufio.NewWriter(in)
		for i := range samples {
			fmt.Fprintf(w, "position fen %s\neval\n", samples[i].position.FEN())
		}
		fmt.Fprintln(w, "quit")
		w.Flush()
		in.Close()
	}()
	all, err := readEvals(out, len(samples))
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		return nil, err
	}
	return all, cmd.Wait()
}

// readEvals reads the answers to n eval commands, two lines of each:
//
//	Classical evaluation   +0.00 (white side)
//	NNUE evaluation        +0.19 (white side)
func readEvals(r io.Reader, n int) ([]evaluator, error) {
	net, classical := evaluator{"NNUE evaluation", nil}, evaluator{"Classical evaluation", nil}
	for lines := bufio.NewScanner(r); lines.Scan(); {
		for _, e := range []*evaluator{&net, &classical} {
			if rest, ok := strings.CutPrefix(lines.Text(), e.name); ok && strings.Contains(rest, "(white side)") {
				pawns, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
				if err != nil {
					return nil, fmt.Errorf("%q is no evaluation", lines.Text())
				}
				e.score = append(e.score, 100*pawns)
			}
		}
	}
	if len(net.score) != n || len(classical.score) != n {
		return nil, fmt.Errorf("%d evaluations of its network and %d classical ones for %d positions", len(net.score), len(classical.score), n)
	}
	return []evaluator{net, classical}, nil
}
