// Command train makes a network for the engine from packed positions.
//
//	train -data games.packed -hidden 64 -epochs 60 -out nets/first
//
// It leaves net.nnue (what the engine loads), net.f32 (the same before quantisation), loss.svg,
// loss.png and checkpoint.f32 in the folder of -out. Interrupted by ctrl-C or a signal it writes the
// checkpoint and stops; the same command with -resume goes on from there, to the same network bit
// for bit.
//
//	train -mean a/net.f32 -mean b/net.nnue -out nets/mean
//
// trains nothing: it writes the mean of networks of one shape.
package main

import (
	"errors"
	"flag"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"

	"sente/internal/cli"
	"sente/train"
)

func main() {
	opts, err := parse(os.Args[1:])
	if err == nil {
		err = run(opts)
	}
	os.Exit(cli.Report(os.Stderr, "train", err))
}

// options is the command line.
type options struct {
	recipe      train.Recipe
	data, valid []string
	mean        []string // networks to average instead of training
	epochs      float64  // passes over the data, if recipe.Positions is 0
	out, init   string
	name        string
	resume      bool
	plot        bool
}

// files is a flag that may be given several times.
type files []string

func (f *files) String() string { return strings.Join(*f, " ") }

func (f *files) Set(s string) error {
	*f = append(*f, s)
	return nil
}

// count is a number of positions: digits, and k or M for thousands or millions.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }

func (c *count) Set(s string) error {
	unit := 1.0
	switch {
	case strings.HasSuffix(s, "k"):
		s, unit = s[:len(s)-1], 1e3
	case strings.HasSuffix(s, "M"):
		s, unit = s[:len(s)-1], 1e6
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= 0 && x*unit <= 1e15) {
		return errors.New("want a count like 16384, 500k or 100M")
	}
	*c = count(math.Round(x * unit))
	return nil
}

func parse(args []string) (options, error) {
	var o options
	set := flag.NewFlagSet("train", flag.ContinueOnError)
	r := &o.recipe
	set.Var((*files)(&o.data), "data", "packed positions to train on; may be given again")
	set.Var((*files)(&o.valid), "valid", "packed positions to validate on; may be given again")
	set.Float64Var(&r.Holdout, "holdout", 0, "share of each -data file to validate on, for instance 0.01")
	set.IntVar(&r.MaxScore, "max-score", 0, "leave out positions with a larger score, in `centipawns`; 0: none")
	set.IntVar(&r.MinPly, "min-ply", 0, "leave out positions of an earlier `ply`")
	set.IntVar(&r.Hidden, "hidden", 64, "accumulator width per perspective, a multiple of 32")
	set.IntVar(&r.KingBuckets, "king-buckets", 1, "sets of input weights by the own king's square: 1, 2, 4 or 8")
	set.IntVar(&r.OutputBuckets, "output-buckets", 1, "sets of output weights by the number of pieces: 1 or 8")
	set.Var((*count)(&r.Positions), "positions", "how many positions to train on in all, as 500k or 100M; see -epochs")
	set.Float64Var(&o.epochs, "epochs", 0, "the same as `passes` over the data")
	r.Superbatch = 10_000_000
	set.Var((*count)(&r.Superbatch), "superbatch", "positions between two checkpoints and validations")
	set.IntVar(&r.Batch, "batch", 8192, "positions a step")
	set.Float64Var(&r.LR, "lr", 0.002, "learning rate after the warm-up")
	set.Float64Var(&r.LREnd, "lr-end", 2.7e-5, "learning rate at the end of the cosine")
	set.IntVar(&r.WarmUp, "warm-up", 200, "`batches` in which the learning rate grows to -lr")
	set.Float64Var(&r.WDLStart, "wdl-start", 0.3, "share of the game's result in the target at the start, 0 to 1")
	set.Float64Var(&r.WDLEnd, "wdl-end", 0.3, "and at the end")
	set.Float64Var(&r.Scale, "scale", 0, "a score s means an expected result of 1/(1+exp(-s/scale)), in `centipawns`; 0: what fits the data's results best")
	set.IntVar(&r.Threads, "threads", runtime.GOMAXPROCS(0), "goroutines; a network depends on their number")
	set.Uint64Var(&r.Seed, "seed", 1, "for the first weights and the order of the positions")
	set.StringVar(&o.out, "out", "", "`folder` for everything that is written; made if it does not exist")
	set.StringVar(&o.init, "init", "", "start from the weights of this net.f32, checkpoint.f32 or net.nnue")
	set.Var((*files)(&o.mean), "mean", "train nothing: write the mean of these networks, of one shape, as net.nnue; give it again for each")
	set.StringVar(&o.name, "name", "", "description stored in the network; default: the recipe in short")
	set.BoolVar(&o.resume, "resume", false, "go on from the checkpoint in -out")
	set.BoolVar(&o.plot, "plot", true, "draw loss.svg and loss.png at the end")
	help := cli.Help{Usage: "train -data FILE -epochs N -out FOLDER [flags]", Flags: set,
		Text:    "Makes a network of packed positions. Ctrl-C writes a checkpoint; -resume goes on from it.",
		Example: "train -data games.packed -hidden 64 -epochs 60 -out nets/first"}
	if len(args) == 1 && args[0] == "help" {
		args = []string{"-h"}
	}
	if err := help.Parse(args, os.Stdout); err != nil {
		return o, err
	}
	switch {
	case set.NArg() > 0:
		return o, cli.Misuse("unexpected argument %q", set.Arg(0))
	case o.out == "":
		return o, cli.Misuse("-out is missing")
	case len(o.mean) > 0 && (len(o.data) > 0 || o.init != "" || o.resume):
		return o, cli.Misuse("-mean trains nothing: leave out -data, -init and -resume")
	case len(o.mean) > 0:
		return o, nil
	case len(o.data) == 0:
		return o, cli.Misuse("-data is missing")
	case (r.Positions > 0) == (o.epochs > 0):
		return o, cli.Misuse("give either -positions or -epochs")
	case o.epochs < 0 || o.epochs > 1e6:
		return o, cli.Misuse("%g epochs", o.epochs)
	case o.resume && o.init != "":
		return o, cli.Misuse("-init is for a new run, not for -resume")
	}
	return o, nil
}
