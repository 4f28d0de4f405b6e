// Tune adjusts the search's numbers by self-play at fixed nodes, or by a clock that runs by nodes.
//
//	tune -out DIR [-params A,B,…] [-iterations N] [-nodes N | -clock N+N] [-threads N] [-rate R] [-steps F] [-book FILE]
//
// DIR/state.json holds the run and is continued by the next start; values.txt the numbers reached,
// plot.svg how they moved. With -rate 0 the numbers stay where they are, and effects.txt says what
// raising each of them instead of lowering it does. Interrupt it at any time.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/schollz/progressbar/v3"

	"sente/datagen"
	"sente/tune"
)

// important are the numbers that are tuned unless others are named.
const important = "RFPMargin,RFPImproving,RazorBase,RazorSlope,NMPEvalDivisor,ProbCutMargin,FutilityBase,FutilityStep," +
	"HistoryPruneStep,SEEQuietStep,SEENoisyStep,SingularMargin,DoubleMargin,LMRQuietBase,LMRQuietScale,LMRCut," +
	"LMRNotImproving,LMRHistory,BonusStep,MalusStep"

// saveEvery is how many iterations may be lost.
const saveEvery = 50

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	out := flag.String("out", "", "folder of the run (required)")
	names := flag.String("params", important, "numbers to tune, separated by commas; empty: all")
	iterations := flag.Int("iterations", 10000, "pairs of games in all")
	limit := tune.Limit{Nodes: 5000}
	flag.Uint64Var(&limit.Nodes, "nodes", limit.Nodes, "nodes a move")
	flag.Func("clock", "a clock for each game instead, `BASE+INCREMENT` in nodes", func(s string) error {
		_, err := fmt.Sscanf(s, "%d+%d", &limit.Clock, &limit.Increment)
		return err
	})
	threads := flag.Int("threads", runtime.NumCPU(), "games at a time")
	rate := flag.Float64("rate", 0.002, "learning rate of the last iteration; 0: measure only what each number does")
	steps := flag.Float64("steps", 1, "perturb each number by so many of its steps")
	seed := flag.Uint64("seed", 1, "of openings and perturbations")
	book := flag.String("book", "", "file of FENs or EPDs to begin from; empty: random openings")
	flag.Parse()
	if limit.Clock > 0 {
		limit.Nodes = 0
	}
	if *out == "" || flag.NArg() > 0 || *iterations < 1 || limit.Nodes+limit.Clock < 1 || *threads < 1 || !(*steps > 0) || !(*rate >= 0) {
		flag.Usage()
		return errors.New("tune: -out is required, and numbers are positive")
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	openings := &datagen.Openings{RandomPlies: 8}
	if *book != "" {
		fens, err := datagen.ReadBook(*book)
		if err != nil {
			return err
		}
		openings.Book = fens
	}
	state := filepath.Join(*out, "state.json")
	s, err := tune.Load(state)
	if err != nil {
		return err
	}
	if s == nil {
		var list []string
		if *names != "" {
			list = strings.Split(*names, ",")
		}
		if s, err = tune.New(list, *iterations, *rate, *seed, limit); err != nil {
			return err
		}
		s.Widen(*steps)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	bar := progressbar.Default(int64(s.Total))
	var failed error
	err = s.Run(ctx, *threads, openings, func(s *tune.State) {
		bar.Describe(fmt.Sprintf("+%d =%d -%d", s.Wins, s.Draws, s.Losses))
		failed = errors.Join(failed, bar.Set(s.Done))
		if s.Done%saveEvery == 0 {
			failed = errors.Join(failed, s.Save(state))
		}
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if s.Rate == 0 {
		return errors.Join(failed, s.Save(state), writeEffects(s, filepath.Join(*out, "effects.txt")))
	}
	return errors.Join(failed, s.Save(state), s.Plot(filepath.Join(*out, "plot.svg")), writeValues(s, filepath.Join(*out, "values.txt")))
}

// writeEffects writes what each number does, one a line.
func writeEffects(s *tune.State, path string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Elo of the raised against the lowered value, 95%% interval, %d pairs of games\n", s.Done)
	for _, e := range s.Effects() {
		fmt.Fprintf(&b, "%-20s %+6.1f ± %.1f\n", e.Name, e.Elo, e.Error)
	}
	return write(path, b.String())
}

// writeValues writes the numbers reached, one a line.
func writeValues(s *tune.State, path string) error {
	var b strings.Builder
	for _, p := range s.Parameters {
		fmt.Fprintf(&b, "%s %d\n", p.Name, int(math.Round(p.Value)))
	}
	return write(path, b.String())
}

func write(path, text string) error {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	return nil
}
