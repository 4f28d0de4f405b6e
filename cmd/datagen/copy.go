package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"sente/datagen"
	"sente/internal/quantity"
)

// runMerge joins files into one.
func runMerge(args []string) error {
	fs := newFlags("merge")
	return copyGames(fs, args, (*datagen.Writer).Add, nil)
}

// runFilter copies some of the games.
func runFilter(args []string) error {
	fs := newFlags("filter")
	var keep datagen.GameFilter
	quantity.CountVar(fs, &keep.MinPlies, "min-plies", 0, "leave out shorter games")
	quantity.CountVar(fs, &keep.MaxPlies, "max-plies", datagen.MaxPlies, "leave out longer games")
	fs.IntVar(&keep.MaxStart, "max-start", 32000,
		"leave out games that begin with a score beyond this many centipawns")
	fs.BoolVar(&keep.Unique, "unique", false, "leave out games that were there before")
	fs.BoolVar(&keep.Legal, "legal", false, "leave out games that verify would find wrong")
	return copyGames(fs, args, func(w *datagen.Writer, g *datagen.Game) error {
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
	var games []*datagen.Game
	return copyGames(fs, args, func(_ *datagen.Writer, g *datagen.Game) error {
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

// copyGames passes the file of flag -out with every game of the other files to each, and then to
// last, unless that is nil. Damaged blocks are left out and reported at the end; after any other
// error there is no file.
func copyGames(fs *flag.FlagSet, args []string,
	each func(*datagen.Writer, *datagen.Game) error, last func(*datagen.Writer) error) error {
	out := newGameFlags(fs, "")
	if err := parseFiles(fs, args); err != nil {
		return err
	}
	h, err := datagen.CheckGameFiles(fs.Args())
	if err != nil {
		return err
	}
	h.Network, h.Settings = 0, 0 // the files may have different ones
	files := newOutputs(fs.Args())
	defer files.discard()
	w, err := out.begin(files, h)
	if err != nil {
		return err
	}
	var total int64
	var failed error
	reading := newReading(fs.Args())
	defer reading.end()
	damage := datagen.ReadGames(fs.Args(), func(g *datagen.Game) error {
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
