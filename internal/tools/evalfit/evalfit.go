// Command evalfit measures how well evaluations predict the results of games:
//
//	go run ./internal/tools/evalfit -pgn games.pgn -net a.nnue -net b.nnue -net a.nnue@250 \
//		-stockfish stockfish
//
// The evaluators:
//
//	-net FILE           a network
//	-net FILE@NODES     searches of NODES soft nodes with it, as self-play labels positions
//	-stockfish PROGRAM  its `eval` command: its network's and its classical evaluation;
//	                    with -nodes also the scores of its searches
//	-teacher COMMAND    the program that `datagen label -command` takes
//
// The positions, none of them in check:
//
//	-pgn FILE        those of games whose move neither captures nor promotes
//	-positions FILE  the game positions (0 plies into a variation) of a file that
//	                 `datagen import-positions` reads, unpacked
//	-packed FILE     packed positions of three men or more; may be given again
//
// Positions of -pgn and -positions need eight men or more. With fewer men and few nodes, even king
// and rook against king may end in a draw by fifty moves.
//
// An evaluation of e centipawns predicts 1/(1+exp(-e/scale)). The scale is the one that fits the
// evaluator best. The evaluator is judged by its cross-entropy with the results, in nats a
// position: less is better. Differences are to the first evaluator. Their 95% intervals take games
// as independent; each position of -positions counts as a game. A game that was played twice counts
// once. The last columns are about the tempo: the centipawns which, added for the side to move,
// would improve the evaluator most, and its cross-entropy with that. Tables by the number of men
// follow: the cross-entropies, the best scales with that many men alone, and the tempo in the
// evaluation. That is half of what a side gains on average by having the move. A teacher's scale
// may change with the men in another way than the network's; then it would teach the network such a
// change.
//
// Choose games that none of the evaluators played, because a player steers into positions that it
// overrates. Choose games that no network was trained on.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"gonum.org/v1/gonum/stat"

	"sente/board"
	"sente/pgn"
)

// sample is a position with the result of its game.
type sample struct {
	position board.Position
	game     int
	result   float64 // White's: 0, ½ or 1
}

// fewestMen is how many men a position must have.
const fewestMen = 8

// evaluator is one evaluation of all samples, in centipawns from White's side.
type evaluator struct {
	name   string
	score  []float64
	turned []float64 // with the other side to move; nil: not asked
}

func main() {
	games := flag.String("pgn", "", "`file` of games")
	positions := flag.String("positions", "", "`file` of positions with results instead")
	engine := flag.String("stockfish", "", "a Stockfish with the eval command, `file`")
	teacher := flag.String("teacher", "", "a program that labels packed positions, `command`")
	nodes := flag.Int("nodes", 0, "with -stockfish: ask for searches of so many `nodes`, too")
	var nets, packs []string
	flag.Func("packed", "packed `file` of positions instead; may be given again",
		func(s string) error {
			packs = append(packs, s)
			return nil
		})
	flag.Func("net", "network `file` or file@nodes; may be given again", func(s string) error {
		nets = append(nets, s)
		return nil
	})
	flag.Parse()
	var from []source
	if *games != "" {
		from = append(from, file(*games, quiet))
	}
	if *positions != "" {
		from = append(from, file(*positions, listed))
	}
	if len(packs) > 0 {
		from = append(from, packed(packs))
	}
	ask := asked{nets: nets, teacher: *teacher, stockfish: *engine, nodes: *nodes}
	if len(from) != 1 || flag.NArg() > 0 || !ask.sensible() {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, from[0], &ask); err != nil {
		fmt.Fprintln(os.Stderr, "evalfit:", err)
		os.Exit(1)
	}
}

// source returns samples, and the number of games that they come from.
type source func() ([]sample, int, error)

// file returns a source that reads the file at path with read.
func file(path string, read func(io.Reader) ([]sample, int, error)) source {
	return func() ([]sample, int, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, 0, err
		}
		defer f.Close()
		samples, games, err := read(f)
		switch {
		case err != nil:
			return nil, 0, fmt.Errorf("%s: %w", path, err)
		case games < 2:
			return nil, 0, fmt.Errorf("%s: %d finished games: at least two are needed", path, games)
		case len(samples) == 0:
			return nil, 0, fmt.Errorf("%s: no position of %d games is quiet", path, games)
		}
		return samples, games, nil
	}
}

// asked says which evaluators to ask.
type asked struct {
	nets      []string // FILE or FILE@NODES
	teacher   string   // command; "": none
	stockfish string   // program; "": none
	nodes     int      // of Stockfish's searches; 0: none
}

func (a *asked) sensible() bool {
	anybody := len(a.nets) > 0 || a.teacher != "" || a.stockfish != ""
	blank := a.teacher != "" && strings.TrimSpace(a.teacher) == ""
	return anybody && !blank && a.nodes >= 0 && (a.nodes == 0 || a.stockfish != "")
}

// evaluate asks all evaluators about all samples.
func (a *asked) evaluate(samples []sample) (all []evaluator, err error) {
	for _, name := range a.nets {
		e, err := network(name, samples)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	if a.teacher != "" {
		e, err := teacher(a.teacher, samples)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	if a.stockfish != "" {
		e, err := stockfish(a.stockfish, samples, a.nodes)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.stockfish, err)
		}
		all = append(all, e...)
	}
	return all, nil
}

func run(w io.Writer, from source, ask *asked) error {
	samples, count, err := from()
	if err != nil {
		return err
	}
	all, err := ask.evaluate(samples)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%d positions of %d games\n", len(samples), count)
	fmt.Fprintf(out, "%-24s %10s %14s %22s %7s %14s\n",
		"evaluation", "scale", "cross-entropy", "minus the first", "tempo", "with it")
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
		fmt.Fprintf(out, "%-24s %10.0f %14.5f %+12.5f ± %.5f %7.0f %14.5f\n",
			e.name, scale, stat.Mean(losses, nil), difference, interval, bonus, with)
	}
	lossesByMen(out, all, each, samples)
	scalesByMen(out, all, samples)
	temposByMen(out, all, samples)
	return out.Flush()
}

// quiet returns the quiet positions of all finished games, and the number of these games. It leaves
// out broken games and second copies of a game.
func quiet(r io.Reader) (samples []sample, games int, err error) {
	seen := map[string]bool{}
	in := pgn.NewReader(r)
	for {
		g, err := in.Next()
		_, broken := errors.AsType[*pgn.Error](err)
		switch {
		case errors.Is(err, io.EOF):
			return samples, games, nil
		case broken:
			continue
		case err != nil:
			return nil, 0, err
		}
		result, finished := map[string]float64{
			pgn.WhiteWins: 1, pgn.BlackWins: 0, pgn.Drawn: 0.5,
		}[g.Result]
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
			p = p.After(m.Move)
		}
		games++
	}
}

// fit returns the scale that predicts the results best, to within 2%, and each sample's
// cross-entropy with it.
func fit(score []float64, samples []sample) (best float64, losses []float64) {
	least := math.Inf(1)
	for scale := 20.0; scale < 2000; scale *= 1.02 {
		l := crossEntropies(score, samples, scale)
		if m := stat.Mean(l, nil); m < least {
			least, best, losses = m, scale, l
		}
	}
	return best, losses
}

// tempo returns the bonus for the side to move that gives the smallest cross-entropy, and that
// cross-entropy. It tries -60 to 60 centipawns in steps of 3.
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
		if m := stat.Mean(crossEntropies(shifted, samples, scale), nil); m < least {
			best, least = bonus, m
		}
	}
	return best, least
}

func crossEntropies(score []float64, samples []sample, scale float64) []float64 {
	losses := make([]float64, len(samples))
	for i, s := range samples {
		const surest = 1e-4 // so that a missed mate does not cost a fortune
		p := min(max(1/(1+math.Exp(-score[i]/scale)), surest), 1-surest)
		losses[i] = -s.result*math.Log(p) - (1-s.result)*math.Log(1-p)
	}
	return losses
}

// compare returns the mean difference of a and b and the half width of its 95% interval. It sums by
// game.
func compare(a, b []float64, samples []sample) (difference, interval float64) {
	difference = stat.Mean(a, nil) - stat.Mean(b, nil)
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
