// Command train makes a network for the engine from packed positions.
//
//	train -data games.packed -hidden 64 -epochs 60 -out nets/first
//
// It leaves these files in the folder of -out: net.nnue (which the engine loads), net.f32 (the same
// before quantisation), loss.svg, loss.png and checkpoint.f32. It writes net.nnue and
// checkpoint.f32 after each superbatch too. Ctrl-C or a signal makes it write the checkpoint and
// stop. The same command then continues the run, to the same network bit for bit.
//
//	train -mean a/net.f32 -mean b/net.f32 -out nets/mean
//
// trains nothing. It writes the mean of networks of one shape, rounded to integers. Give it net.f32
// files. A net.nnue of three layers stores its products in an order of its own, so it fits only
// networks that were trained on from it. With -valid the command also prints the loss on those
// positions before and after the rounding. The flags -scale, -wdl-end and -loss-exponent define
// that loss. With -integer 1 the weights are rounded on both sides of the comparison, as in the
// last stage of a training. (A training corrects its last biases for the rounding. A mean does
// not.)
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sente/internal/cli"
	"sente/internal/processors"
	"sente/internal/quantity"
	"sente/train"
)

func main() { cli.Main("train", run) }

// options is the command line.
type options struct {
	recipe     train.Recipe
	data       []string
	valid      []train.NamedFile
	mean       []string // networks to average instead of training
	multiplier float64
	epochs     float64 // passes over the data, if recipe.Positions is 0
	threads    int
	out, init  string
	name       string
	resume     bool
	force      bool
	plot       bool
}

// addValid adds a validation set, given as [NAME=]FILE.
func (o *options) addValid(s string) error {
	name, path, named := strings.Cut(s, "=")
	if !named {
		name, path = strings.TrimSuffix(filepath.Base(s), filepath.Ext(s)), s
	}
	for _, other := range o.valid {
		if other.Name == name {
			return fmt.Errorf("two sets are called %q; want NAME=FILE", name)
		}
	}
	o.valid = append(o.valid, train.NamedFile{Name: name, Path: path})
	return nil
}

func parse(args []string) (options, error) {
	var o options
	set := flag.NewFlagSet("train", flag.ContinueOnError)
	r := &o.recipe
	set.Func("data", "train on the packed positions of this `FILE`; may be given again",
		func(s string) error { o.data = append(o.data, s); return nil })
	set.Func("valid", "validate on the packed positions of `[NAME=]FILE`; may be given again",
		o.addValid)
	set.Float64Var(&r.Holdout, "holdout", 0,
		"validate on this `SHARE` of each -data file, for instance 0.01")
	quantity.CountVar(set, &r.MaxScore, "max-score", 2500,
		"leave out positions with scores beyond so many `CENTIPAWNS`; 0: none")
	quantity.CountVar(set, &r.MinPly, "min-ply", 0,
		"leave out positions before ply `N` of the game")
	quantity.CountVar(set, &r.MinMen, "min-men", 0, "leave out positions with fewer than `N` men")
	quantity.CountVar(set, &r.MaxMen, "max-men", 0,
		"leave out positions with more than `N` men; 0: none")
	set.IntVar(&r.Layers, "layers", 1,
		"`N` layers behind the accumulators: 1, squared activations and an output; "+
			"or 3, products of pairs, 16, 32 and an output")
	quantity.CountVar(set, &r.Hidden, "hidden", 64,
		"width of each perspective's accumulator, `N`: a multiple of 32; with three layers of 64")
	kingBuckets := set.Int("king-buckets", 1,
		"`N` sets of input weights by the own king's square: 1, 2, 4 or 8; see -king-map")
	set.StringVar(&r.KingMap, "king-map", "",
		"the set of input weights for each square of the king, as a `MAP`: files a to d of each "+
			"rank, the first rank first, as 0123/4455/6666/6666/7777/7777/7777/7777")
	set.BoolVar(&r.Threats, "threats", false,
		"inputs for men that are attacked by a lesser man, or attacked and not defended; "+
			"for three layers")
	set.IntVar(&r.OutputBuckets, "output-buckets", 1,
		"`N` sets of later weights by the number of men: 1 to 8")
	quantity.CountVar(set, &r.Positions, "positions", 0,
		"train on `N` positions in all, as 500k or 100M; see -epochs")
	set.Float64Var(&o.epochs, "epochs", 0, "instead of -positions: train on the data `N` times")
	quantity.CountVar(set, &r.Superbatch, "superbatch", 10_000_000,
		"a checkpoint and a validation every `N` positions")
	quantity.CountVar(set, &r.Integer, "integer", 0,
		"train on the last `N` positions with rounded weights and activations, "+
			"as the engine has them; for three layers")
	quantity.CountVar(set, &r.Batch, "batch", 8192, "`N` positions a step")
	set.Float64Var(&r.LR, "lr", 0.002, "learning `RATE` after the warm-up")
	set.Float64Var(&r.LREnd, "lr-end", 2.7e-5, "learning `RATE` at the end of the cosine")
	quantity.CountVar(set, &r.WarmUp, "warm-up", 200,
		"the learning rate grows to -lr in `N` steps")
	set.Float64Var(&r.Decay, "decay", 0.01,
		"weight decay of the first layer: a step takes away this `SHARE` of a weight, "+
			"times the learning rate")
	set.Float64Var(&r.DecayOwn, "decay-own", 0.01,
		"weight decay of what each of several king buckets adds to their common weights, "+
			"a `SHARE` as in -decay")
	set.Float64Var(&r.LossExponent, "loss-exponent", 2,
		"the loss is |prediction - target| to the power `P`")
	set.Float64Var(&r.EMA, "ema", 0,
		"the network is a running mean of the weights that keeps this `SHARE` of itself a step, "+
			"for instance 0.999; 0: the weights themselves")
	set.Float64Var(&r.WDLStart, "wdl-start", 0.3,
		"`SHARE` of the game's result in the target at the start, 0 to 1")
	set.Float64Var(&r.WDLEnd, "wdl-end", 0.3,
		"`SHARE` of the game's result in the target at the end, 0 to 1")
	set.Float64Var(&r.Scale, "scale", 0,
		"a score s means an expected result of 1/(1+exp(-s/scale)), scale in `CENTIPAWNS`; "+
			"0: what fits the data's results best")
	quantity.CountVar(set, &r.Pool, "pool", 32_000_000,
		"shuffle `N` positions in memory at a time, 64 bytes each; "+
			"they come from everywhere in the data")
	set.BoolVar(&r.Shuffled, "shuffled", false,
		"the data are in random order already, as datagen mix leaves them, "+
			"and are read in their order: for files larger than memory")
	set.Uint64Var(&r.Seed, "seed", 1, "`SEED` of the first weights and the order of the positions")
	quantity.CountVar(set, &o.threads, "threads", processors.Count(),
		"`N` goroutines; a network does not depend on their number")
	set.StringVar(&o.out, "out", "",
		"`FOLDER` for everything that is written; made if it does not exist")
	set.StringVar(&o.init, "init", "",
		"start from the weights of this `FILE`: a net.f32, checkpoint.f32 or net.nnue")
	set.Func("mean", "train nothing: write the mean of several networks "+
		"of one shape as net.nnue; give the flag once for the `FILE` of each network; "+
		"-valid shows what rounding the mean costs",
		func(s string) error { o.mean = append(o.mean, s); return nil })
	set.Float64Var(&o.multiplier, "multiplier", 1,
		"net.nnue's evaluations are the trained ones times `X`, "+
			"to fit the search's margins; for three layers")
	set.StringVar(&o.name, "name", "",
		"`TEXT` stored in the network as its description; default: the recipe in short")
	set.BoolVar(&o.resume, "resume", false,
		"go on from the checkpoint in -out, or fail; "+
			"without it a run goes on if it was interrupted")
	set.BoolVar(&o.force, "force", false, "begin anew whatever there is in -out")
	set.BoolVar(&o.plot, "plot", true, "draw loss.svg and loss.png at the end")
	help := cli.Help{
		Usage: "train -data FILE -epochs N -out FOLDER [flags]", Flags: set,
		Text: "Makes a network of packed positions. Ctrl-C writes a checkpoint; " +
			"the same command goes on from it.",
		Example: "train -data games.packed -hidden 64 -epochs 60 -out nets/first\n" +
			"train -data games.packed -layers 3 -hidden 768 -king-buckets 8 " +
			"-output-buckets 8 -positions 2000M -out nets/large\n" +
			"train -mean a/net.f32 -mean b/net.f32 -out nets/mean",
	}
	if err := help.ParseProgram(args, os.Stdout); err != nil {
		return o, err
	}
	switch {
	case set.NArg() > 0:
		return o, cli.Misuse("unexpected argument %q", set.Arg(0))
	case o.out == "":
		return o, cli.Misuse("-out is missing")
	case len(o.mean) > 0 && trainingFlag(set) != "":
		return o, cli.Misuse("-mean trains nothing: leave out -%s", trainingFlag(set))
	case !(o.multiplier > 0):
		return o, cli.Misuse("-multiplier %g: want more than 0", o.multiplier)
	case o.threads < 1 || o.threads > 1024:
		return o, cli.Misuse("%d threads: want 1 to 1024", o.threads)
	case len(o.mean) > 0:
		return o, nil
	case o.multiplier != 1 && r.Layers != 3:
		return o, cli.Misuse("-multiplier is for -layers 3")
	case r.Integer > 0 && r.Integer < r.Batch:
		return o, cli.Misuse("-integer %d is less than one batch of %d", r.Integer, r.Batch)
	case len(o.data) == 0:
		return o, cli.Misuse("-data is missing")
	case (r.Positions > 0) == (o.epochs > 0):
		return o, cli.Misuse("give either -positions or -epochs")
	case o.epochs < 0 || o.epochs > 1e6:
		return o, cli.Misuse("%g epochs", o.epochs)
	case r.KingMap != "" && given(set, "king-buckets"):
		return o, cli.Misuse("give either -king-buckets or -king-map")
	case o.resume && o.force:
		return o, cli.Misuse("-resume goes on and -force begins anew: give one of them")
	}
	if r.KingMap == "" {
		var err error
		if r.KingMap, err = train.StandardKingMap(*kingBuckets); err != nil {
			return o, cli.Misuse("%w", err)
		}
	}
	if err := o.checkRecipe(); err != nil {
		return o, cli.Misuse("%w", err)
	}
	if _, buckets, _ := train.ParseKingMap(r.KingMap); buckets == 1 && given(set, "decay-own") {
		return o, cli.Misuse("-decay-own does nothing with one king bucket")
	}
	return o, nil
}

// checkRecipe returns an error if the recipe makes no sense with any data. The fields that are 0
// get their values from the data.
func (o *options) checkRecipe() error {
	r := o.recipe
	if r.Scale == 0 {
		r.Scale = 1
	}
	if r.Positions == 0 {
		r.Positions = r.Batch
	}
	return r.Check()
}

// given reports whether the command line has a flag.
func given(set *flag.FlagSet, name string) (found bool) {
	set.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// trainingFlag returns the name of a given flag that has no meaning with -mean, or "" if there is
// none.
func trainingFlag(set *flag.FlagSet) (name string) {
	set.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "mean", "out", "multiplier", "name", "force":
		case "valid", "integer", "scale", "wdl-end", "loss-exponent", "max-score",
			"min-ply", "min-men", "max-men", "threads":
			if !given(set, "valid") { // these flags say what the mean is compared on, and how
				name = f.Name
			}
		default:
			name = f.Name
		}
	})
	return name
}
