// Command evalfit says how well evaluations foretell the results of games:
//
//	go run ./internal/tools/evalfit -pgn games.pgn -net a.nnue -net b.nnue -net a.nnue@250 \
//		-stockfish stockfish
//
// It asks the networks, and with -stockfish that program's `eval` command (its network and its
// classical evaluation; with -nodes also the scores of its searches), about every position that is
// not in check, has eight men or more (at few nodes even king and rook against king may end in
// fifty moves) and whose move neither captures nor promotes. FILE@NODES is the score of a search of
// so many soft nodes with that network: what self-play would label the position with. -positions
// FILE instead of -pgn asks about the game positions (0 plies into a variation) of a file that
// `datagen import-positions` reads, unpacked.
//
// An evaluation of e centipawns foretells 1/(1+exp(-e/scale)), with the scale that fits the
// evaluator best, and is judged by its cross-entropy with the result, in nats a position: less is
// better. Differences are to the first evaluator, their 95% intervals take games as independent
// (each of -positions is one), and a game that was played twice counts once. The last columns say
// which tempo, centipawns added for the side to move, would improve it most, and the cross-entropy
// with that. A second table has the cross-entropies by the number of men.
//
// Choose games that none of the evaluators played, for whoever plays steers into positions that it
// overrates, and none that a network was trained on.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"sente/board"
	"sente/pgn"
)

// sample is a position with the result of its game.
type sample struct {
	position board.Position
	game     int
	result   float64 // White's: 0, ½ or 1
}

// fewestMen is how many men a position needs to be asked about.
const fewestMen = 8

// evaluator is somebody's opinion of all samples, in centipawns from White's side.
type evaluator struct {
	name  string
	score []float64
}

func main() {
	games := flag.String("pgn", "", "`file` of games")
	positions := flag.String("positions", "", "`file` of positions with results instead")
	engine := flag.String("stockfish", "", "a Stockfish with the eval command, `file`")
	nodes := flag.Int("nodes", 0, "with -stockfish: ask for searches of so many `nodes`, too")
	var nets []string
	flag.Func("net", "network `file` or file@nodes; may be given again", func(s string) error {
		nets = append(nets, s)
		return nil
	})
	flag.Parse()
	if (*games == "") == (*positions == "") || flag.NArg() > 0 || len(nets) == 0 && *engine == "" ||
		*nodes < 0 || *nodes > 0 && *engine == "" {
		flag.Usage()
		os.Exit(2)
	}
	path, read := *games, quiet
	if *positions != "" {
		path, read = *positions, listed
	}
	if err := run(os.Stdout, path, read, nets, *engine, *nodes); err != nil {
		fmt.Fprintln(os.Stderr, "evalfit:", err)
		os.Exit(1)
	}
}

// reader returns samples and the number of games that they are from.
type reader func(io.Reader) ([]sample, int, error)

func run(out io.Writer, path string, read reader, nets []string, engine string, nodes int) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	samples, count, err := read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if count < 2 {
		return fmt.Errorf("%s: %d finished games: at least two are needed", path, count)
	}
	var all []evaluator
	for _, name := range nets {
		e, err := network(name, samples)
		if err != nil {
			return err
		}
		all = append(all, e)
	}
	if engine != "" {
		e, err := stockfish(engine, samples, nodes)
		if err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
		all = append(all, e...)
	}
	fmt.Fprintf(out, "%d positions of %d games\n", len(samples), count)
	fmt.Fprintf(out, "%-24s %10s %14s %22s %7s %14s\n", "evaluation", "scale", "cross-entropy", "minus the first", "tempo", "with it")
	var first []float64
	var each [][]float64
	for _, e := range all {
		scale, losses := fit(e.score, samples)
		each = append(each, losses)
		if first == nil {
			first = losses
		}
		difference, interval := compare(losses, first, samples)
		bonus, with := tempo(e.score, samples, scale)
		fmt.Fprintf(out, "%-24s %10.0f %14.5f %+12.5f ± %.5f %7.0f %14.5f\n", e.name, scale, mean(losses), difference, interval, bonus, with)
	}
	byMen(out, all, each, samples)
	return nil
}

// menStep is how many numbers of men share a row of byMen.
const menStep = 4

// byMen prints the mean of each evaluator's losses for every few numbers of men.
func byMen(out io.Writer, all []evaluator, losses [][]float64, samples []sample) {
	fmt.Fprintf(out, "\n%-24s %10s", "men", "positions")
	for _, e := range all {
		fmt.Fprintf(out, " %20s", e.name)
	}
	fmt.Fprintln(out)
	for from := fewestMen; from <= 32; from += menStep {
		sums, count := make([]float64, len(all)), 0
		for i := range samples {
			if men := samples[i].position.Occupied().Count(); men < from || men >= from+menStep {
				continue
			}
			count++
			for j := range sums {
				sums[j] += losses[j][i]
			}
		}
		if count == 0 {
			continue
		}
		fmt.Fprintf(out, "%-24s %10d", fmt.Sprintf("%d to %d", from, min(from+menStep-1, 32)), count)
		for _, sum := range sums {
			fmt.Fprintf(out, " %20.5f", sum/float64(count))
		}
		fmt.Fprintln(out)
	}
}

// quiet returns the quiet positions of all finished games and the number of these. Broken games are
// left out, and so is the second copy of a game.
func quiet(r io.Reader) (samples []sample, games int, err error) {
	seen := map[string]bool{}
	in := pgn.NewReader(r)
	for {
		g, err := in.Next()
		var broken *pgn.Error
		switch {
		case errors.Is(err, io.EOF):
			return samples, games, nil
		case errors.As(err, &broken):
			continue
		case err != nil:
			return nil, 0, err
		}
		result, finished := map[string]float64{pgn.WhiteWins: 1, pgn.BlackWins: 0, pgn.Drawn: 0.5}[g.Result]
		var key strings.Builder
		key.WriteString(g.Start.FEN())
		for _, m := range g.Moves {
			key.WriteString(m.Move.UCI(false))
		}
		if !finished || seen[key.String()] {
			continue
		}
		seen[key.String()] = true
		p := g.Start
		for _, m := range g.Moves {
			if m.Move == board.NullMove {
				break
			}
			if p.Checkers() == 0 && p.Occupied().Count() >= fewestMen && !m.Move.IsNoisy() {
				samples = append(samples, sample{p, games, result})
			}
			var next board.Position
			p.Make(m.Move, &next)
			p = next
		}
		games++
	}
}

// fit returns the scale that foretells the results best, to 2%, and each sample's cross-entropy
// with it.
func fit(score []float64, samples []sample) (best float64, losses []float64) {
	least := math.Inf(1)
	for scale := 20.0; scale < 2000; scale *= 1.02 {
		l := crossEntropies(score, samples, scale)
		if m := mean(l); m < least {
			least, best, losses = m, scale, l
		}
	}
	return best, losses
}

// tempo returns what, in steps of 3 centipawns added for the side to move, makes the cross-entropy
// least, and that.
func tempo(score []float64, samples []sample, scale float64) (best, least float64) {
	least = math.Inf(1)
	shifted := make([]float64, len(score))
	for bonus := -60.0; bonus <= 60; bonus += 3 {
		for i, s := range samples {
			shifted[i] = score[i] + bonus
			if s.position.SideToMove() == board.Black {
				shifted[i] = score[i] - bonus
			}
		}
		if m := mean(crossEntropies(shifted, samples, scale)); m < least {
			best, least = bonus, m
		}
	}
	return best, least
}

func crossEntropies(score []float64, samples []sample, scale float64) []float64 {
	losses := make([]float64, len(samples))
	for i, s := range samples {
		const surest = 1e-4 // a mate that was missed costs no fortune
		p := min(max(1/(1+math.Exp(-score[i]/scale)), surest), 1-surest)
		losses[i] = -s.result*math.Log(p) - (1-s.result)*math.Log(1-p)
	}
	return losses
}

// compare returns the mean difference of a and b and its 95% interval, from the sums by game.
func compare(a, b []float64, samples []sample) (difference, interval float64) {
	difference = mean(a) - mean(b)
	var sum, squares float64
	for i := range samples {
		sum += a[i] - b[i] - difference
		if i+1 == len(samples) || samples[i+1].game != samples[i].game {
			squares += sum * sum
			sum = 0
		}
	}
	return difference, 1.96 * math.Sqrt(squares) / float64(len(samples))
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
