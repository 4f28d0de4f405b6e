// Command evalfit says how well static evaluations foretell the results of games:
//
//	go run ./tests/evalfit -pgn games.pgn -net a.nnue -net b.nnue -stockfish stockfish
//
// It asks the networks, and with -stockfish that program's `eval` command (its network and its
// classical evaluation), about every position that is not in check, has eight men or more (at few nodes
// even king and rook against king may end in fifty moves) and whose move neither captures nor promotes. An evaluation of e centipawns foretells 1/(1+exp(-e/scale)), with the scale that fits
// the evaluator best, and is judged by its cross-entropy with the result, in nats a position: less is
// better. Differences are to the first evaluator, their 95% intervals take games as independent, and
// a game that was played twice counts once.
//
// Choose games that none of the evaluators played: whoever plays steers into positions that it
// overrates.
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
	"sente/eval/nnue"
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
	engine := flag.String("stockfish", "", "a Stockfish with the eval command, `file`")
	var nets []string
	flag.Func("net", "network `file`; may be given again", func(s string) error {
		nets = append(nets, s)
		return nil
	})
	flag.Parse()
	if *games == "" || flag.NArg() > 0 || len(nets) == 0 && *engine == "" {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, *games, nets, *engine); err != nil {
		fmt.Fprintln(os.Stderr, "evalfit:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, games string, nets []string, engine string) error {
	f, err := os.Open(games)
	if err != nil {
		return err
	}
	defer f.Close()
	samples, count, err := quiet(f)
	if err != nil {
		return fmt.Errorf("%s: %w", games, err)
	}
	if count < 2 {
		return fmt.Errorf("%s: %d finished games: at least two are needed", games, count)
	}
	var all []evaluator
	for _, path := range nets {
		e, err := network(path, samples)
		if err != nil {
			return err
		}
		all = append(all, e)
	}
	if engine != "" {
		e, err := stockfish(engine, samples)
		if err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
		all = append(all, e...)
	}
	fmt.Fprintf(out, "%d positions of %d games\n", len(samples), count)
	fmt.Fprintf(out, "%-24s %10s %14s %22s\n", "evaluation", "scale", "cross-entropy", "minus the first")
	var first []float64
	for _, e := range all {
		scale, losses := fit(e.score, samples)
		if first == nil {
			first = losses
		}
		difference, interval := compare(losses, first, samples)
		fmt.Fprintf(out, "%-24s %10.0f %14.5f %+12.5f ± %.5f\n", e.name, scale, mean(losses), difference, interval)
	}
	return nil
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

// network evaluates with a network.
func network(path string, samples []sample) (evaluator, error) {
	f, err := os.Open(path)
	if err != nil {
		return evaluator{}, err
	}
	defer f.Close()
	net, err := nnue.Read(f)
	if err != nil {
		return evaluator{}, fmt.Errorf("%s: %w", path, err)
	}
	e := evaluator{path, make([]float64, len(samples))}
	for i := range samples {
		p := &samples[i].position
		e.score[i] = float64(net.Evaluate(p))
		if p.SideToMove() == board.Black {
			e.score[i] = -e.score[i]
		}
	}
	return e, nil
}

// fit returns the scale that foretells the results best, to 2%, and each sample's cross-entropy with it.
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
