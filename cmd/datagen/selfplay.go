package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"

	"sente/datagen"
	"sente/eval/nnue"
	"sente/internal/cli"
	"sente/internal/outfile"
	"sente/internal/processors"
	"sente/internal/quantity"
)

// material, in place of the name of a network file, means the evaluation that needs no network.
const material = "material"

// runSelfPlay plays games into a new file or goes on with an old one.
func runSelfPlay(args []string) error {
	s := datagen.DefaultSelfPlay()
	f := newFlags("selfplay")
	out := f.String("out", "", "game `FILE` to write (required); one that exists is continued")
	book := f.String("book", "",
		"begin from positions of this `FILE` of FENs or EPDs, not from the usual one")
	net := f.String("net", "",
		"play with the network of this `FILE` instead of the built-in one; "+
			"with the word material: without a network, by material and squares")
	about := f.String("about", "self-play",
		"`TEXT` about engine and network, for the header of a new file")
	quantity.CountVar(f, &s.MaxGames, "games", 0,
		"stop when the file has `N` games; 0: no limit")
	quantity.CountVar(f, &s.MaxPositions, "positions", 0,
		"stop when the file has `N` positions; 0: no limit")
	f.Uint64Var(&s.Seed, "seed", rand.Uint64(), "`SEED` of the openings of a new file")
	f.Lookup("seed").DefValue = "random"
	quantity.CountVar(f, &s.Threads, "threads", processors.Count(), "play `N` games at a time")
	quantity.CountVar(f, &s.Openings.BookPlies, "book-plies", s.Openings.BookPlies,
		"`N` random plies after a position of -book, or one more")
	selfPlayFlags(f, &s)
	tree := f.String("tree", "", "write positions of the search trees, too, packed, to this `FILE`")
	every := quantity.Count(f, "tree-every", uint64(10),
		"with -tree: take one in `N` of the positions that were evaluated")
	perGame := quantity.Count(f, "tree-max", 1200, "with -tree: at most `N` positions of a game")
	noisy := f.Float64("tree-skip-noisy", 0,
		"with -tree: leave out this `SHARE` of the positions where a capture or promotion "+
			"wins material, 0 to 1")
	if err := parse(f, args); err != nil {
		return err
	}
	if *out == "" || f.NArg() > 0 {
		return cli.Misuse("needs -out FILE and nothing else")
	}
	if *tree != "" {
		if !(*noisy >= 0 && *noisy <= 1) {
			return cli.Misuse("-tree-skip-noisy %g: want 0 to 1", *noisy)
		}
		for name, other := range map[string]string{"-out": *out, "-book": *book, "-net": *net} {
			if outfile.Same(*tree, other) {
				return cli.Misuse("-tree and %s are the same file", name)
			}
		}
		s.Tree = &datagen.Tree{Path: *tree, Every: *every, MaxPerGame: *perGame, Noisy: *noisy}
	} else if err := unused(f, "-tree", "tree-every", "tree-max", "tree-skip-noisy"); err != nil {
		return err
	}
	if err := s.Check(); err != nil {
		return cli.Misuse("%w", err)
	}
	if *book == "" {
		if err := unused(f, "-book", "book-plies"); err != nil {
			return err
		}
	} else {
		var err error
		if s.Openings.Book, err = datagen.ReadBook(*book); err != nil {
			return err
		}
	}
	s.Material = *net == material
	if *net != "" && !s.Material {
		var err error
		if s.Network, err = readNetwork(*net); err != nil {
			return err
		}
	}
	file, found, err := openOrCreate(*out, &s, f, *about)
	if err != nil {
		return err
	}
	fresh := found.Header == (datagen.Header{})
	ctx, stop := cli.Interruptible()
	defer stop()
	if err := s.Tree.Open(); err != nil {
		file.Close()
		if fresh {
			os.Remove(*out)
		}
		return err
	}
	cli.OutlivePipes()
	show := newDisplay(&s, found)
	done, err := s.Run(ctx, file, found, show.progress)
	show.end()
	err = cmp.Or(err, file.Close(), s.Tree.Close())
	if file.Games == 0 && fresh {
		os.Remove(*out) // otherwise it would bind the next run to the settings of this one
		if s.Tree != nil && s.Tree.Positions == 0 {
			os.Remove(*tree)
		}
		if err == nil {
			err = fmt.Errorf("%w before a game had ended; nothing was written", cli.ErrInterrupted)
		}
		return err
	}
	unwritten := printing(func(to *bufio.Writer) error {
		report(to, &s, done)
		if s.Tree != nil {
			fmt.Fprintf(to, "%s: %d positions of search trees\n", *tree, s.Tree.Positions)
		}
		fmt.Fprintf(to, "%s: %d games, %d positions\n", *out, file.Games, file.Positions)
		return nil
	})
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("%w; the same command goes on", cli.ErrInterrupted)
	}
	return errors.Join(err, unwritten)
}

// networkOrDefault reads a network. "" means the built-in network, which may be missing.
func networkOrDefault(path string) (*nnue.Network, error) {
	if path == "" {
		return nnue.Default(), nil
	}
	return readNetwork(path)
}

func readNetwork(path string) (*nnue.Network, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	n, err := nnue.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// selfPlayFlags adds the flags that say how a game is played.
func selfPlayFlags(f *flag.FlagSet, s *datagen.SelfPlay) {
	quantity.CountVar(f, &s.Nodes, "nodes", s.Nodes, "soft limit of a move, `N` nodes")
	quantity.CountVar(f, &s.HardFactor, "hard", s.HardFactor,
		"the hard limit of a move is `N` times -nodes")
	quantity.CountVar(f, &s.HashMiB, "hash", s.HashMiB,
		"size of each game's transposition table in `MIB`")
	f.IntVar(&s.Reject, "reject", s.Reject,
		"throw away openings with a score beyond so many `CENTIPAWNS`")
	f.IntVar(&s.PlayOut, "play-out", s.PlayOut,
		"`PERCENT` of the games that are played without adjudication")
	f.IntVar(&s.Openings.DFRC, "dfrc", s.Openings.DFRC,
		"`PERCENT` of the games that begin from double Chess960")
	f.IntVar(&s.Openings.Endgames, "endgames", s.Openings.Endgames,
		"`PERCENT` of the other games that begin in random endgames of 3 to 14 men")
	quantity.CountVar(f, &s.Openings.RandomPlies, "plies", s.Openings.RandomPlies,
		"`N` random plies before a game, or one more")
	adjudicationFlags(f, &s.Adjudication)
}

func adjudicationFlags(f *flag.FlagSet, a *datagen.Adjudication) {
	f.IntVar(&a.WinScore, "win-score", a.WinScore,
		"a score of so many `CENTIPAWNS` wins the game; see -win-plies")
	quantity.CountVar(f, &a.WinPlies, "win-plies", a.WinPlies,
		"a score that wins must last for `N` plies; 0: no game is won so")
	f.IntVar(&a.DrawScore, "draw-score", a.DrawScore,
		"a score within so many `CENTIPAWNS` of 0 draws the game; see -draw-plies")
	quantity.CountVar(f, &a.DrawPlies, "draw-plies", a.DrawPlies,
		"a score that draws must last for `N` plies; 0: no game is drawn so")
	quantity.CountVar(f, &a.DrawFrom, "draw-from", a.DrawFrom,
		"a score draws from ply `N` of the game on")
}

// differs returns an error that names each of -seed and -about that was given and differs from the
// header of a file that is continued.
func differs(f *flag.FlagSet, h datagen.Header) error {
	begun := map[string]string{"seed": strconv.FormatUint(h.Seed, 10), "about": h.Description}
	var errs []error
	f.Visit(func(given *flag.Flag) {
		if was, ok := begun[given.Name]; ok && was != given.Value.String() {
			errs = append(errs, fmt.Errorf("-%s was %q, is %q", given.Name, was, given.Value))
		}
	})
	if len(errs) > 0 {
		return fmt.Errorf("the file was begun with other flags: %w", errors.Join(errs...))
	}
	return nil
}

// openOrCreate opens the game file of a run and keeps what is in it already. f has the run's flags.
func openOrCreate(path string, s *datagen.SelfPlay, f *flag.FlagSet, about string) (
	*datagen.File, datagen.Resumed, error,
) {
	file, found, err := datagen.OpenAppend(path, func(h datagen.Header) error {
		if err := differs(f, h); err != nil { // first: Resume takes over the seed
			return err
		}
		return s.Resume(h)
	})
	if errors.Is(err, fs.ErrNotExist) {
		file, err = datagen.Create(path, s.Header(about))
		return file, datagen.Resumed{}, err
	}
	if err != nil {
		return nil, found, err
	}
	if found.Dropped > 0 {
		fmt.Fprintf(os.Stderr, "%s: a last block of %d bytes was cut off and is removed\n",
			path, found.Dropped)
	}
	if found.Header.Network == 0 || found.Header.Settings == 0 {
		fmt.Fprintf(os.Stderr, "%s: does not tell with which network and settings it was begun; "+
			"are they the same?\n", path)
	}
	fmt.Fprintf(os.Stderr, "%s: continued after %d games, %d positions\n",
		path, found.Games, found.Positions)
	return file, found, nil
}

// report prints what a run did and how fast it was.
func report(w io.Writer, s *datagen.SelfPlay, p datagen.Progress) {
	positions, nodes, product := p.Speed()
	threads := float64(s.Threads)
	fmt.Fprintf(w, "%d games, %d positions, %.1f %% drawn, in %.0f s; "+
		"%d openings rejected, %d games without an end\n",
		p.Games, p.Positions, 100*p.DrawRate(), p.Elapsed.Seconds(), p.Rejected, p.Unfinished)
	fmt.Fprintf(w, "%.0f positions/s, %.0f a thread; %.0f nodes a position; "+
		"%.0f nodes/s a thread\n",
		positions, positions/threads, nodes, product/threads)
}
