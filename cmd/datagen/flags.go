package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"sente/datagen"
	"sente/internal/cli"
)

// newFlags returns a flag set for the command of that name, to be parsed with parse.
func newFlags(name string) *flag.FlagSet { return flag.NewFlagSet(name, flag.ContinueOnError) }

// filterFlags adds the flags of a position filter.
func filterFlags(fs *flag.FlagSet) *datagen.Filter {
	f := datagen.DefaultFilter()
	fs.IntVar(&f.MinPly, "min-ply", f.MinPly, "leave out positions before this ply of the game")
	fs.IntVar(&f.MinPieces, "min-pieces", f.MinPieces, "leave out positions with fewer pieces, kings counted")
	fs.IntVar(&f.MaxScore, "max-score", f.MaxScore, "leave out scores beyond this many centipawns")
	fs.BoolVar(&f.KeepNoisy, "keep-noisy", f.KeepNoisy, "keep positions whose best move captures or promotes")
	fs.BoolVar(&f.KeepCheck, "keep-check", f.KeepCheck, "keep positions in check")
	return &f
}

// packFlags are where packed positions go.
type packFlags struct {
	train, valid *string
	holdOut      *int
	seed         *uint64
}

func newPackFlags(fs *flag.FlagSet) packFlags {
	return packFlags{
		train:   fs.String("train", "", "write packed training positions here"),
		valid:   fs.String("valid", "", "write the positions of held-out games here"),
		holdOut: fs.Int("hold-out", 100, "hold out one game in so many, with -valid"),
		seed:    fs.Uint64("seed", 1, "seed of the shuffle"),
	}
}

// packer returns a Packer for the flags, or what is wrong with them.
func (p packFlags) packer(filter *datagen.Filter) (*datagen.Packer, error) {
	k := &datagen.Packer{Filter: *filter}
	if *p.valid != "" {
		if *p.holdOut < 2 {
			return nil, cli.Misuse("-hold-out %d: 2 or more", *p.holdOut)
		}
		if *p.train == *p.valid {
			return nil, cli.Misuse("-train and -valid are the same file")
		}
		k.HoldOut = *p.holdOut
	}
	return k, nil
}

// write writes what k has and says so.
func (p packFlags) write(k *datagen.Packer) error {
	if err := k.Write(*p.train, *p.valid, *p.seed); err != nil {
		return err
	}
	fmt.Printf("%d positions judged\n", k.Verdicts.Total())
	for v, n := range k.Verdicts {
		fmt.Printf("  %-20s %d\n", datagen.Verdict(v), n)
	}
	fmt.Printf("%s: %d positions\n", *p.train, len(k.Train))
	if *p.valid != "" {
		fmt.Printf("%s: %d positions\n", *p.valid, len(k.Valid))
	}
	return nil
}

// reporter prints the first bad lines or games and counts them all.
type reporter struct{ bad int }

const maxReports = 20

func (r *reporter) report(err error) {
	r.bad++
	if r.bad <= maxReports {
		fmt.Fprintln(os.Stderr, err)
	}
	if r.bad == maxReports {
		fmt.Fprintln(os.Stderr, "more of them are counted, not shown")
	}
}

// readGames is datagen.ReadGames, but for games that visit finds wrong: these are reported and skipped.
func (r *reporter) readGames(paths []string, visit func(*datagen.Game) error) error {
	return datagen.ReadGames(paths, func(g *datagen.Game) error {
		err := visit(g)
		if wrong, ok := errors.AsType[*datagen.GameError](err); ok {
			r.report(wrong)
			return nil
		}
		return err
	})
}

// result is an error when a line or game was bad.
func (r *reporter) result() error {
	if r.bad > 0 {
		return fmt.Errorf("%d bad lines or games skipped; everything else is written", r.bad)
	}
	return nil
}
