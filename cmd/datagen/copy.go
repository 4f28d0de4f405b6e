package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"

	"sente/datagen"
	"sente/internal/cli"
)

// runMerge joins files into one.
func runMerge(args []string) error {
	fs := newFlags("merge")
	return copyGames(fs, args, func(file *datagen.File, g *datagen.Game) error { return file.Add(g) }, nil)
}

// runFilter copies some of the games.
func runFilter(args []string) error {
	fs := newFlags("filter")
	var keep datagen.GameFilter
	fs.IntVar(&keep.MinPlies, "min-plies", 0, "leave out shorter games")
	fs.IntVar(&keep.MaxPlies, "max-plies", datagen.MaxPlies, "leave out longer games")
	fs.IntVar(&keep.MaxStart, "max-start", 32000, "leave out games that begin with a score beyond so many centipawns")
	fs.BoolVar(&keep.Unique, "unique", false, "leave out games that were there before")
	fs.BoolVar(&keep.Legal, "legal", false, "leave out games that verify would find wrong")
	return copyGames(fs, args, func(file *datagen.File, g *datagen.Game) error {
		if !keep.Keep(g) {
			return nil
		}
		return file.Add(g)
	}, nil)
}

// runShuffle copies the games in random order; they must fit in memory.
func runShuffle(args []string) error {
	fs := newFlags("shuffle")
	seed := fs.Uint64("seed", 1, "seed of the order")
	var games []*datagen.Game
	return copyGames(fs, args, func(_ *datagen.File, g *datagen.Game) error {
		games = append(games, g)
		return nil
	}, func(file *datagen.File) error {
		rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		for _, g := range games {
			if err := file.Add(g); err != nil {
				return err
			}
		}
		return nil
	})
}

// joinClose closes file and returns err with what was wrong with that, unless it is what err tells.
func joinClose(err error, file *datagen.File) error {
	if closing := file.Close(); !errors.Is(err, closing) {
		return errors.Join(err, closing)
	}
	return err
}

// firstHeader returns the header of the first file that has a good one, or why none has.
func firstHeader(paths []string) (datagen.Header, error) {
	var bad []error
	for _, path := range paths {
		r, closer, err := datagen.OpenReader(path)
		if err == nil {
			r.Close()
			return r.Header, closer.Close()
		}
		bad = append(bad, err)
	}
	return datagen.Header{}, errors.Join(bad...)
}

// copyGames creates the file of flag -out, passes it with every game of the other files to each,
// and then to last, unless that is nil. Damaged blocks are left out and reported at the end.
func copyGames(fs *flag.FlagSet, args []string, each func(*datagen.File, *datagen.Game) error, last func(*datagen.File) error) error {
	out := fs.String("out", "", "game file to write (required)")
	about := fs.String("about", "", "description in its header; that of the first good file if empty")
	if err := parseFiles(fs, args); err != nil {
		return err
	}
	if *out == "" {
		return cli.Misuse("needs -out FILE")
	}
	h, err := firstHeader(fs.Args())
	if err != nil {
		return err
	}
	h.Network, h.Settings = 0, 0 // the files may have different ones
	if *about != "" {
		h.Description = *about
	}
	file, err := datagen.Create(*out, h)
	if err != nil {
		return err
	}
	var total int64
	err = datagen.ReadGames(fs.Args(), func(g *datagen.Game) error {
		total++
		return each(file, g)
	})
	if last != nil {
		err = errors.Join(err, last(file))
	}
	err = joinClose(err, file)
	fmt.Printf("%s: %d of %d games, %d positions\n", *out, file.Games, total, file.Positions)
	return err
}
