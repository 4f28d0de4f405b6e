package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"sente/datagen"
	"sente/internal/cli"
	"sente/internal/quantity"
)

// runMerge joins files into one.
func runMerge(args []string) error {
	fs := newFlags("merge")
	out, err := parseCopy(fs, args)
	if err != nil {
		return err
	}
	return copyGames(fs.Args(), out, (*datagen.Writer).Add, nil)
}

// runFilter copies some of the games.
func runFilter(args []string) error {
	fs := newFlags("filter")
	var keep datagen.GameFilter
	quantity.CountVar(fs, &keep.MinPlies, "min-plies", 0, "leave out games of fewer than `N` plies")
	quantity.CountVar(fs, &keep.MaxPlies, "max-plies", datagen.MaxPlies,
		"leave out games of more than `N` plies")
	quantity.CountVar(fs, &keep.MaxStart, "max-start", 32000,
		"leave out games that begin with a score beyond so many `CENTIPAWNS`")
	fs.BoolVar(&keep.Unique, "unique", false, "leave out games that were there before")
	fs.BoolVar(&keep.Legal, "legal", false, "leave out games that verify would find wrong")
	out, err := parseCopy(fs, args)
	if err != nil {
		return err
	}
	if keep.MinPlies > keep.MaxPlies {
		return cli.Misuse("-min-plies %d is above -max-plies %d", keep.MinPlies, keep.MaxPlies)
	}
	return copyGames(fs.Args(), out, func(w *datagen.Writer, g *datagen.Game) error {
		if !keep.Keep(g) {
			return nil
		}
		return w.Add(g)
	}, nil)
}

// runShuffle copies the games in random order; they must fit in memory.
func runShuffle(args []string) error {
	fs := newFlags("shuffle")
	seed := fs.Uint64("seed", 1, "seed of the order")
	out, err := parseCopy(fs, args)
	if err != nil {
		return err
	}
	var games []*datagen.Game
	return copyGames(fs.Args(), out, func(_ *datagen.Writer, g *datagen.Game) error {
		games = append(games, g)
		return nil
	}, func(w *datagen.Writer) error {
		rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(games), func(i, j int) {
			games[i], games[j] = games[j], games[i]
		})
		for _, g := range games {
			if err := w.Add(g); err != nil {
				return err
			}
		}
		return nil
	})
}

// parseCopy adds the flags of the file that a copy goes to, and parses them with the others.
func parseCopy(fs *flag.FlagSet, args []string) (gameFlags, error) {
	out := newGameFlags(fs, "")
	return out, parseFiles(fs, args)
}

// copyGames calls each with the new file's writer and every game of paths. Then it calls last with
// the writer, unless last is nil. It leaves out damaged blocks and reports them at the end. After
// any other error no file is left.
func copyGames(paths []string, out gameFlags,
	each func(*datagen.Writer, *datagen.Game) error, last func(*datagen.Writer) error) error {
	h, err := datagen.CheckGameFiles(paths)
	if err != nil {
		return err
	}
	h.Network, h.Settings = 0, 0 // the files may have different ones
	files := newOutputs(paths)
	defer files.discard()
	w, err := out.begin(files, h)
	if err != nil {
		return err
	}
	var total int64
	var failed error
	reading := newReading(paths)
	defer reading.end()
	damage := datagen.ReadGames(paths, func(g *datagen.Game) error {
		reading.at(g.Read())
		total++
		failed = each(w, g)
		return failed
	})
	if failed == nil && last != nil {
		failed = last(w)
		damage = errors.Join(damage, failed)
	}
	if failed != nil {
		return damage
	}
	err = w.Close()
	if err == nil && w.Games == 0 {
		err = fmt.Errorf("%s: not written: no game of %d is left", *out.path, total)
	}
	if err == nil {
		err = files.commit()
	}
	if err != nil {
		return errors.Join(damage, err)
	}
	return errors.Join(damage, files.say(func(to io.Writer) {
		fmt.Fprintf(to, "%s: %d of %d games, %d positions\n",
			*out.path, w.Games, total, w.Positions)
	}))
}
