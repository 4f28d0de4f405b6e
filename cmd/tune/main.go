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
	"path/filepath"
	"runtime"
	"strings"

	"sente/datagen"
	"sente/internal/cli"
	"sente/tune"
)

// important are the numbers that are tuned unless others are named.
const important = "RFPMargin,RFPImproving,RazorBase,RazorSlope,NMPEvalDivisor,ProbCutMargin,FutilityBase,FutilityStep," +
	"HistoryPruneStep,SEEQuietStep,SEENoisyStep,SingularMargin,DoubleMargin,LMRQuietBase,LMRQuietScale,LMRCut," +
	"LMRNotImproving,LMRHistory,BonusStep,MalusStep"

// saveEvery is how many iterations may be lost.
const saveEvery = 50

func main() {
	os.Exit(cli.Report(os.Stderr, "tune", run(os.Args[1:])))
}

func run(args []string) error {
	f := flag.NewFlagSet("tune", flag.ContinueOnError)
	out := f.String("out", "", "folder of the run (required)")
	names := f.String("params", important, "numbers to tune, separated by commas; empty: all")
	iterations := f.Int("iterations", 10000, "pairs of games in all")
	limit := tune.Limit{Nodes: 5000}
	f.Uint64Var(&limit.Nodes, "nodes", limit.Nodes, "nodes a move")
	f.Func("clock", "a clock for each game instead, `BASE+INCREMENT` in nodes", func(s string) error {
		_, err := fmt.Sscanf(s, "%d+%d", &limit.Clock, &limit.Increment)
		return err
	})
	threads := f.Int("threads", runtime.NumCPU(), "games at a time")
	rate := f.Float64("rate", 0.002, "learning rate of the last iteration; 0: measure only what each number does")
	steps := f.Float64("steps", 1, "perturb each number by so many of its steps")
	seed := f.Uint64("seed", 1, "of openings and perturbations")
	book := f.String("book", "", "file of FENs or EPDs to begin from; empty: random openings")
	help := cli.Help{Usage: "tune -out FOLDER [flags]", Flags: f,
		Text:    "Adjusts the search's numbers by self-play. Ctrl-C keeps what is done; the same command goes on.",
		Example: "tune -out runs/margins -params RFPMargin,FutilityBase -iterations 5000 -nodes 10000"}
	if len(args) == 1 && args[0] == "help" {
		args = []string{"-h"}
	}
	if err := help.Parse(args, os.Stdout); err != nil {
		return err
	}
	if limit.Clock > 0 {
		limit.Nodes = 0
	}
	if *out == "" || f.NArg() > 0 || *iterations < 1 || limit.Nodes+limit.Clock < 1 || *threads < 1 || !(*steps > 0) || !(*rate >= 0) {
		return cli.Misuse("-out is required, and numbers are positive")
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
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
	ctx, cancel := cli.Interruptible()
	defer cancel()
	bar := cli.Progress(os.Stderr, int64(s.Total))
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
	failed = errors.Join(failed, s.Save(state))
	if s.Rate == 0 {
		failed = errors.Join(failed, writeEffects(s, filepath.Join(*out, "effects.txt")))
	} else {
		failed = errors.Join(failed, s.Plot(filepath.Join(*out, "plot.svg")), writeValues(s, filepath.Join(*out, "values.txt")))
	}
	if failed == nil && err != nil {
		return fmt.Errorf("%w after %d of %d pairs of games; the same command goes on", cli.ErrInterrupted, s.Done, s.Total)
	}
	return failed
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
		return err
	}
	return nil
}
