package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"sente/datagen"
	"sente/internal/cli"
	"sente/internal/outfile"
	"sente/internal/quantity"
)

// newFlags returns a flag set for the command of that name, to be parsed with parse.
func newFlags(name string) *flag.FlagSet { return flag.NewFlagSet(name, flag.ContinueOnError) }

// filterFlags adds the flags of a filter of a game's positions.
func filterFlags(fs *flag.FlagSet) *datagen.Filter {
	f := positionFlags(fs)
	quantity.CountVar(fs, &f.MinPly, "min-ply", f.MinPly,
		"leave out positions before ply `N` of the game")
	return f
}

// positionFlags adds the flags of a filter of positions whose ply in the game is not known.
func positionFlags(fs *flag.FlagSet) *datagen.Filter {
	f := datagen.DefaultFilter()
	quantity.CountVar(fs, &f.MinPieces, "min-pieces", f.MinPieces,
		"leave out positions with fewer than `N` men, kings counted")
	quantity.CountVar(fs, &f.MaxScore, "max-score", f.MaxScore,
		"leave out positions with scores beyond so many `CENTIPAWNS`")
	fs.BoolVar(&f.KeepNoisy, "keep-noisy", f.KeepNoisy,
		"keep positions whose best move captures or promotes")
	fs.BoolVar(&f.KeepCheck, "keep-check", f.KeepCheck, "keep positions in check")
	return &f
}

// unused returns an error if one of the named flags was given. Without the flag needed they do
// nothing.
func unused(fs *flag.FlagSet, needed string, names ...string) (err error) {
	fs.Visit(func(given *flag.Flag) {
		if slices.Contains(names, given.Name) {
			err = cli.Misuse("-%s does nothing without %s", given.Name, needed)
		}
	})
	return err
}

// namesOf returns the names of the flags that add adds.
func namesOf(add func(*flag.FlagSet)) (names []string) {
	fs := newFlags("")
	add(fs)
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

// filterNames returns the names of a filter's flags.
func filterNames() []string { return namesOf(func(fs *flag.FlagSet) { filterFlags(fs) }) }

// packFlags are the flags that say where packed positions go.
type packFlags struct {
	fs           *flag.FlagSet
	train, valid *string
	holdOut      *int
	seed         *uint64
}

func newPackFlags(fs *flag.FlagSet) packFlags {
	return packFlags{
		fs:      fs,
		train:   fs.String("train", "", "write packed training positions to this `FILE`"),
		valid:   fs.String("valid", "", "write the positions of held-out games to this `FILE`"),
		holdOut: quantity.Count(fs, "hold-out", 100, "with -valid: hold out one game in `N`"),
		seed:    fs.Uint64("seed", 1, "shuffle with this `SEED`"),
	}
}

// gameFlags are the flags that say where games go.
type gameFlags struct {
	path, about *string
	force       *bool
}

// newGameFlags adds the flags of a game file. about is the default of its description. If about is
// empty, the command copies games and takes the description of the first file.
func newGameFlags(fs *flag.FlagSet, about string) gameFlags {
	usage := "`TEXT` that describes it, for its header"
	if about == "" {
		usage += "; empty: that of the first file"
	}
	return gameFlags{
		path:  fs.String("out", "", "write a game file, this `FILE`"),
		about: fs.String("about", about, usage),
		force: fs.Bool("force", false, "replace a game file that exists"),
	}
}

// begin begins the game file with a header.
func (o gameFlags) begin(files *outputs, h datagen.Header) (*datagen.Writer, error) {
	if *o.path == "" {
		return nil, cli.Misuse("needs -out FILE")
	}
	if *o.about != "" {
		h.Description = *o.about
	}
	f, err := files.add(*o.path, *o.force)
	if err != nil {
		return nil, err
	}
	return datagen.NewWriter(f, *o.path, h)
}

// end writes the last block. It returns an error if the file has no game.
func (o gameFlags) end(w *datagen.Writer, bad *reporter) error {
	if err := w.Close(); err != nil {
		return err
	}
	if w.Games == 0 {
		return fmt.Errorf("%s: not written: no game was read, %d lines are bad", *o.path, bad.bad)
	}
	return nil
}

// print says how much is in the file.
func (o gameFlags) print(out io.Writer, w *datagen.Writer) {
	fmt.Fprintf(out, "%s: %d games, %d positions\n", *o.path, w.Games, w.Positions)
}

// A packing collects packed positions and writes them into files.
type packing struct {
	datagen.Packer
	files        *outputs
	flags        packFlags
	train, valid *outfile.File // valid: nil if none is wanted
}

// begin begins the files. It returns an error if their flags are wrong.
func (p packFlags) begin(files *outputs, filter *datagen.Filter) (*packing, error) {
	k := &packing{Packer: datagen.Packer{Filter: *filter}, files: files, flags: p}
	if *p.train == "" {
		return nil, cli.Misuse("needs -train FILE")
	}
	if *p.valid != "" {
		if *p.holdOut < 2 {
			return nil, cli.Misuse("-hold-out %d: 2 or more", *p.holdOut)
		}
		k.HoldOut = *p.holdOut
	} else if err := unused(p.fs, "-valid", "hold-out"); err != nil {
		return nil, err
	}
	var err error
	if k.train, err = files.add(*p.train, true); err == nil && *p.valid != "" {
		k.valid, err = files.add(*p.valid, true)
	}
	return k, err
}

// write shuffles the positions and writes them. It is an error if no position is left for training.
// If none is left for validation, the validation file is just not written, because small files need
// not have one. But an old validation file must not stay beside new training positions, because it
// could hold some of them. So that is an error too.
func (k *packing) write() error {
	switch kept := len(k.Train) + len(k.Valid); {
	case kept == 0:
		return fmt.Errorf("%s: not written: no position of %d is to be kept",
			*k.flags.train, k.Verdicts.Total())
	case len(k.Train) == 0:
		return fmt.Errorf("%s: not written: all %d positions are held out for -valid",
			*k.flags.train, kept)
	case k.valid != nil && len(k.Valid) == 0:
		const advice = "nothing is held out; a smaller -hold-out than %d holds out more"
		unheld := fmt.Errorf("%s: not written: "+advice, *k.flags.valid, k.HoldOut)
		if _, err := os.Stat(*k.flags.valid); err == nil && !outfile.Direct(*k.flags.valid) {
			return fmt.Errorf("%w; the old file does not fit, so nothing was written", unheld)
		}
		fmt.Fprintln(os.Stderr, unheld)
		k.files.drop(k.valid)
		k.valid = nil
	}
	k.Shuffle(*k.flags.seed)
	if err := datagen.WritePacked(k.train, k.Train); err != nil {
		return fmt.Errorf("%s: not written: %w", *k.flags.train, err)
	}
	if k.valid == nil {
		return nil
	}
	if err := datagen.WritePacked(k.valid, k.Valid); err != nil {
		return fmt.Errorf("%s: not written: %w", *k.flags.valid, err)
	}
	return nil
}

// print says what was written.
func (k *packing) print(out io.Writer) {
	fmt.Fprintf(out, "%d positions judged\n", k.Verdicts.Total())
	for v, n := range k.Verdicts {
		fmt.Fprintf(out, "  %-20s %d\n", datagen.Verdict(v), n)
	}
	fmt.Fprintf(out, "%s: %d positions\n", *k.flags.train, len(k.Train))
	if k.valid != nil {
		fmt.Fprintf(out, "%s: %d positions\n", *k.flags.valid, len(k.Valid))
	}
}

// reporter prints the first bad lines or games and counts all of them. An error that ended the
// reading of a file is always printed.
type reporter struct {
	bad, unread int
	hides       bool // it has said that it does not print them all
}

const maxReports = 20

func (r *reporter) report(err error) {
	r.bad++
	unread := errors.Is(err, datagen.ErrUnread)
	if unread {
		r.unread++
	}
	switch {
	case unread || r.bad <= maxReports:
		fmt.Fprintln(os.Stderr, err)
	case !r.hides:
		r.hides = true
		fmt.Fprintln(os.Stderr, "more of them are counted, not shown")
	}
}

// readGames is datagen.ReadGames, except that a game which visit finds wrong is reported and
// skipped.
func (r *reporter) readGames(paths []string, visit func(*datagen.Game) error) error {
	reading := newReading(paths)
	defer reading.end()
	return datagen.ReadGames(paths, func(g *datagen.Game) error {
		reading.at(g.Read())
		err := visit(g)
		if wrong, ok := errors.AsType[*datagen.GameError](err); ok {
			r.report(wrong)
			return nil
		}
		return err
	})
}

// result returns an error if any line or game was bad.
func (r *reporter) result() error {
	if r.unread > 0 {
		return fmt.Errorf("%d bad lines or games skipped, %d files not read to their end",
			r.bad, r.unread)
	}
	if r.bad > 0 {
		return fmt.Errorf("%d bad lines or games skipped", r.bad)
	}
	return nil
}
