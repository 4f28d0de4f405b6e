package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/schollz/progressbar/v3"

	"sente/datagen"
	"sente/internal/cli"
	"sente/internal/outfile"
	"sente/internal/quantity"
)

// mixWeights reads weights of positions by a number that they have, as in 8=2,16=1.5.
func mixWeights(s string) (weights datagen.MixWeights, err error) {
	for part := range strings.SplitSeq(s, ",") {
		most, weight, _ := strings.Cut(part, "=")
		n, err1 := strconv.Atoi(most)
		x, err2 := strconv.ParseFloat(weight, 64)
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("%q: want weights like 8=2,16=1.5", part)
		}
		weights = append(weights, datagen.MixWeight{Most: n, Weight: x})
	}
	return weights, nil
}

// mixInput reads [SHARE=]FILE.
func mixInput(s string) datagen.MixInput {
	if share, path, found := strings.Cut(s, "="); found {
		if x, err := strconv.ParseFloat(share, 64); err == nil {
			return datagen.MixInput{Path: path, Share: x}
		}
	}
	return datagen.MixInput{Path: s, Share: 1}
}

// runMix writes packed positions in random order.
func runMix(args []string) error {
	f := newFlags("mix")
	m := datagen.Mix{}
	out := f.String("out", "", "packed `FILE` to write (required)")
	f.Func("men", "how often positions are taken, by their number of men, as a `LIST`: "+
		"8=2,16=1.5 is twice up to 8 men, 1.5 times up to 16, once beyond",
		func(s string) (err error) { m.Men, err = mixWeights(s); return err })
	f.Func("scores",
		"how often positions are taken, by their score in centipawns either way, as a `LIST`: "+
			"400=1,600=0.5 is once up to 400, half of them up to 600, once beyond",
		func(s string) (err error) { m.Scores, err = mixWeights(s); return err })
	f.Float64Var(&m.Noisy, "skip-noisy", 0,
		"leave out this `SHARE` of the positions where a capture or promotion wins material")
	f.BoolVar(&m.Unique, "unique", false,
		"leave out positions that were there before, in the same file or in another "+
			"(6 to 12 bytes of memory for each position)")
	quantity.CountVar(f, &m.AtOnce, "at-once", 64_000_000,
		"`N` positions in memory at a time, 32 bytes each")
	f.Uint64Var(&m.Seed, "seed", 1, "`SEED` of the order and of what a share leaves out")
	if err := parseFiles(f, args); err != nil {
		return err
	}
	if *out == "" {
		return cli.Misuse("needs -out FILE")
	}
	if outfile.Direct(*out) {
		return fmt.Errorf("%s: mix needs a regular file, to put its shards beside it", *out)
	}
	var paths []string
	for _, arg := range f.Args() {
		in := mixInput(arg)
		m.Inputs = append(m.Inputs, in)
		paths = append(paths, in.Path)
	}
	files := newOutputs(paths)
	defer files.discard()
	m.Scratch = func() (datagen.ScratchFile, error) { return files.scratch(*out) }
	if err := m.Check(); err != nil {
		return cli.Misuse("%w", err)
	}
	to, err := files.add(*out, true)
	if err != nil {
		return err
	}
	reading := newReading(paths)
	defer reading.end()
	var writing *progressbar.ProgressBar
	counts, err := m.Run(to, reading.at, func(done, of int) {
		if done == 1 {
			reading.end()
			writing = cli.Progress(os.Stderr, int64(of),
				progressbar.OptionSetDescription("writing"))
		}
		writing.Set(done)
	})
	if err != nil {
		return fmt.Errorf("%s: not written: %w", *out, err)
	}
	var all int64
	for _, c := range counts {
		all += c.Taken
	}
	if all == 0 {
		return fmt.Errorf("%s: not written: no position is taken", *out)
	}
	if err := files.commit(); err != nil {
		return err
	}
	return files.say(func(to io.Writer) {
		for i, c := range counts {
			fmt.Fprintf(to, "%s: %d of %d positions", paths[i], c.Taken, c.Read)
			if m.Unique {
				fmt.Fprintf(to, ", %d were there before", c.Twice)
			}
			fmt.Fprintln(to)
		}
		fmt.Fprintf(to, "%s: %d positions\n", *out, all)
	})
}
