package main

import (
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"strconv"
	"strings"

	"sente/datagen"
	"sente/internal/cli"
	"sente/internal/processors"
	"sente/internal/quantity"
	"sente/search"
	"sente/tune"
)

// important are the numbers to tune if -params is not given.
const important = "RFPMargin,RFPImproving,RazorBase,RazorSlope,NMPEvalDivisor,ProbCutMargin," +
	"FutilityBase,FutilityStep,HistoryPruneStep,SEEQuietStep,SEENoisyStep,SingularMargin," +
	"DoubleMargin,LMRQuietBase,LMRQuietScale,LMRCut,LMRNotImproving,LMRHistory," +
	"BonusStep,MalusStep"

// options is the command line.
type options struct {
	out, params, book string
	wanted            *tune.State // a run with the numbers of params, to compare with
	iterations        int
	limit             tune.Limit
	threads           int
	rate, steps       float64
	seed              uint64
	given             map[string]bool // names of the flags that were given
}

func parse(args []string) (*options, error) {
	o := &options{given: map[string]bool{}}
	set := flag.NewFlagSet("tune", flag.ContinueOnError)
	set.StringVar(&o.out, "out", "",
		"`FOLDER` of the run (required); one that is there is continued")
	set.StringVar(&o.params, "params", important,
		"`LIST` of the numbers to tune, separated by commas; empty: all")
	quantity.CountVar(set, &o.iterations, "iterations", 10000, "`N` pairs of games in all")
	quantity.CountVar(set, &o.limit.Nodes, "nodes", 5000, "`N` nodes a move")
	set.Func("clock",
		"instead of -nodes a clock for each game, `BASE+INCREMENT` in nodes", o.setClock)
	quantity.CountVar(set, &o.threads, "threads", processors.Count(), "play `N` games at a time")
	set.Float64Var(&o.rate, "rate", 0.002,
		"learning `RATE` of the last iteration; 0: measure only what each number does")
	set.Float64Var(&o.steps, "steps", 1, "perturb each number by `N` of its steps")
	set.Uint64Var(&o.seed, "seed", 1, "`SEED` of openings and perturbations")
	set.StringVar(&o.book, "book", "",
		"`FILE` of FENs or EPDs to begin from; empty: random openings")
	help := cli.Help{
		Usage: "tune -out FOLDER [flags]", Flags: set,
		Text: "Adjusts the search's numbers by self-play. " +
			"Ctrl-C keeps what is done; the same command goes on.",
		Example: "tune -out runs/margins -params RFPMargin,FutilityBase " +
			"-iterations 5000 -nodes 10k",
	}
	if err := help.ParseProgram(args, os.Stdout); err != nil {
		return nil, err
	}
	set.Visit(func(f *flag.Flag) { o.given[f.Name] = true })
	if o.given["clock"] {
		o.limit.Nodes = 0
	}
	switch {
	case set.NArg() > 0:
		return nil, cli.Misuse("unexpected argument %q", set.Arg(0))
	case o.out == "":
		return nil, cli.Misuse("-out is missing")
	case o.given["clock"] && o.given["nodes"]:
		return nil, cli.Misuse("give either -nodes or -clock")
	case o.iterations < 1 || o.limit.Nodes+o.limit.Clock < 1 || o.threads < 1:
		return nil, cli.Misuse("-iterations, -nodes, -clock and -threads are at least 1")
	case o.threads > search.MaxThreads:
		return nil, cli.Misuse("-threads is at most %d", search.MaxThreads)
	case !(o.steps > 0) || math.IsInf(o.steps, 0) || !(o.rate >= 0) || math.IsInf(o.rate, 0):
		return nil, cli.Misuse("-steps is above 0, and -rate is not below")
	}
	wanted, err := tune.New(o.names(), 1, 0, 1, tune.Limit{Nodes: 1})
	if err != nil {
		return nil, cli.Misuse("-params: %w", err)
	}
	o.wanted = wanted
	return o, nil
}

// setClock reads BASE+INCREMENT.
func (o *options) setClock(s string) error {
	base, increment, ok := strings.Cut(s, "+")
	if !ok {
		return errors.New("want nodes as BASE+INCREMENT, like 600k+6k")
	}
	b, err := quantity.ParseCount(base)
	if err != nil {
		return err
	}
	i, err := quantity.ParseCount(increment)
	o.limit.Clock, o.limit.Increment = uint64(b), uint64(i)
	return err
}

// names returns the names of the numbers to tune. nil means all.
func (o *options) names() []string {
	if o.params == "" {
		return nil
	}
	return strings.Split(o.params, ",")
}

// differs returns an error that names each given flag that differs from the run to be continued.
// Flags that were not given are as in that run.
func (o *options) differs(s *tune.State) error {
	var errs []error
	compare := func(name, was, is string) {
		if o.given[name] && was != is {
			errs = append(errs, fmt.Errorf("-%s was %s, is %s", name, was, is))
		}
	}
	compare("iterations", strconv.Itoa(s.Total), strconv.Itoa(o.iterations))
	compare("nodes", s.Limit.String(), o.limit.String())
	compare("clock", s.Limit.String(), o.limit.String())
	compare("rate", number(s.Rate), number(o.rate))
	if s.Steps > 0 {
		compare("steps", number(s.Steps), number(o.steps))
	}
	compare("seed", strconv.FormatUint(s.Seed, 10), strconv.FormatUint(o.seed, 10))
	compare("params", namesOf(s), namesOf(o.wanted))
	if len(errs) > 0 {
		return fmt.Errorf("the run was begun with other flags: %w", errors.Join(errs...))
	}
	return nil
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func namesOf(s *tune.State) string {
	var names []string
	for _, p := range s.Parameters {
		names = append(names, p.Name)
	}
	return strings.Join(names, ",")
}

// openings returns the openings that the games begin from, and notes them in a new run. It returns
// an error if the run that is continued has other openings.
func (o *options) openings(s *tune.State) (*datagen.Openings, error) {
	path := o.book
	if s.Book != nil && !o.given["book"] {
		path = s.Book.Path
	}
	openings := &datagen.Openings{RandomPlies: 8, BookPlies: datagen.NoPlies}
	book := &tune.Book{Path: path}
	if path != "" {
		var err error
		if openings.Book, err = datagen.ReadBook(path); err != nil {
			return nil, err
		}
		book.Sum = crc32.ChecksumIEEE([]byte(strings.Join(openings.Book, "\n")))
	}
	switch {
	case s.Book == nil: // a new run, or an old one that does not tell its book
		s.Book = book
	case (s.Book.Path == "") != (path == "") || s.Book.Sum != book.Sum:
		return nil, fmt.Errorf("the run was begun with other openings: "+
			"-book was %q, is %q with other positions", s.Book.Path, path)
	}
	return openings, nil
}
