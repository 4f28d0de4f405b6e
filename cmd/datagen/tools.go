package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"sente/datagen"
	"sente/eval/nnue"
	"sente/internal/cli"
	"sente/internal/quantity"
)

var errNoFiles = cli.Misuse("needs files to read")

// printing calls print with a buffered standard output and then flushes it. It returns the errors
// of both. print may flush and ignore the error, because the last flush returns it again.
func printing(print func(out *bufio.Writer) error) error {
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	err := print(out)
	return errors.Join(err, out.Flush())
}

// runInspect prints the header, the first games and the sizes of each file.
func runInspect(args []string) error {
	fs := newFlags("inspect")
	games := quantity.Count(fs, "games", 1, "print this many games of each file")
	if err := parseFiles(fs, args); err != nil {
		return err
	}
	return printing(func(out *bufio.Writer) (failed error) {
		for _, path := range fs.Args() {
			failed = errors.Join(failed, inspect(out, path, *games))
			out.Flush()
		}
		return failed
	})
}

// inspect prints a file's header, its first games and its sizes. It continues after damage, as
// ReadGames does. The first part is flushed at once, because reading the rest of the file may take
// long.
func inspect(out *bufio.Writer, path string, games int) error {
	r, err := datagen.OpenReader(path)
	if err != nil {
		return err
	}
	defer r.Close()
	h := &r.Header
	fmt.Fprintf(out, "%s: %q, seed %d, %d nodes a move\n", path, h.Description, h.Seed, h.Nodes)
	out.Flush()
	var read, positions int64
	var g datagen.Game
	var damage []error
	for {
		err := r.Next(&g)
		if err == io.EOF {
			break
		}
		if err != nil {
			damage = append(damage, err)
			if wrong, ok := errors.AsType[*datagen.FormatError](err); !ok || wrong.Truncated {
				break
			}
			continue
		}
		read++
		positions += int64(len(g.Moves))
		if read > int64(games) {
			continue
		}
		fmt.Fprintf(out, "game %d: %s, %s, %d plies from %s\n",
			g.ID, g.Result, g.Reason, len(g.Moves), g.Start.ShredderFEN())
		for i, m := range g.Moves {
			score := "-"
			if g.Scores[i] != datagen.NoScore {
				score = strconv.Itoa(int(g.Scores[i]))
			}
			fmt.Fprintf(out, " %s %s", m.UCI(true), score)
		}
		fmt.Fprintln(out)
		if read == int64(games) {
			out.Flush()
		}
	}
	each := func(bytes int64) float64 { return float64(bytes) / float64(max(positions, 1)) }
	fmt.Fprintf(out, "%d blocks, %d games, %d positions: "+
		"%.2f bytes a position, %.2f before compression\n",
		r.Blocks, read, positions, each(r.Stored), each(r.Raw))
	return errors.Join(damage...)
}

// count counts games and positions of files without looking at their moves.
func count(out *bufio.Writer, paths []string) (failed error) {
	var allGames, allPositions int64
	reading := newReading(paths)
	defer reading.end()
	for _, path := range paths {
		var games, positions int64
		err := datagen.ReadGames([]string{path}, func(g *datagen.Game) error {
			reading.at(g.Read())
			games++
			positions += int64(len(g.Moves))
			return nil
		})
		fmt.Fprintf(out, "%s: %d games, %d positions\n", path, games, positions)
		failed = errors.Join(failed, err)
		out.Flush()
		allGames += games
		allPositions += positions
	}
	if len(paths) > 1 {
		fmt.Fprintf(out, "together: %d games, %d positions\n", allGames, allPositions)
	}
	return failed
}

// runStats prints statistics of the games.
func runStats(args []string) error {
	fs := newFlags("stats")
	onlyCount := fs.Bool("count", false,
		"print games and positions of each file and nothing else, fast")
	filter := filterFlags(fs)
	s := datagen.Stats{Adjudication: datagen.DefaultAdjudication()}
	adjudicationFlags(fs, &s.Adjudication)
	if err := parseFiles(fs, args); err != nil {
		return err
	}
	if *onlyCount {
		judged := namesOf(func(fs *flag.FlagSet) {
			adjudicationFlags(fs, new(datagen.Adjudication))
		})
		judged = append(judged, filterNames()...)
		if err := unused(fs, "the full statistics", judged...); err != nil {
			return err
		}
		return printing(func(out *bufio.Writer) error { return count(out, fs.Args()) })
	}
	if err := s.Adjudication.Check(); err != nil {
		return cli.Misuse("%w", err)
	}
	s.Filter = *filter
	var bad reporter
	damage := bad.readGames(fs.Args(), s.Add)
	unwritten := printing(func(out *bufio.Writer) error {
		s.Print(out)
		return nil
	})
	return errors.Join(damage, unwritten, bad.result())
}

// runVerify checks every checksum and the legality of every move.
func runVerify(args []string) error {
	fs := newFlags("verify")
	if err := parseFiles(fs, args); err != nil {
		return err
	}
	var games, positions int64
	var bad reporter
	damage := bad.readGames(fs.Args(), func(g *datagen.Game) error {
		games++
		positions += int64(len(g.Moves))
		return g.Check()
	})
	_, err := fmt.Printf("%d games, %d positions, %d games are wrong\n", games, positions, bad.bad)
	if err != nil {
		damage = errors.Join(damage, err)
	}
	if bad.bad > 0 {
		damage = errors.Join(damage, fmt.Errorf("%d games are wrong", bad.bad))
	}
	return damage
}

// runPack turns game files into packed positions.
func runPack(args []string) error {
	fs := newFlags("pack")
	filter, pack := filterFlags(fs), newPackFlags(fs)
	if err := parseFiles(fs, args); err != nil {
		return err
	}
	if _, err := datagen.CheckGameFiles(fs.Args()); err != nil {
		return err
	}
	files := newOutputs(fs.Args())
	defer files.discard()
	k, err := pack.begin(files, filter)
	if err != nil {
		return err
	}
	var bad reporter
	reading := newReading(fs.Args())
	defer reading.end()
	damage := k.AddFiles(fs.Args(), reading.at, bad.report)
	if err := k.write(); err != nil {
		return errors.Join(err, damage)
	}
	if err := files.commit(); err != nil {
		return err
	}
	return errors.Join(damage, files.say(k.print), bad.result())
}

// runToText writes positions as text on standard output.
func runToText(args []string) error {
	fs := newFlags("to-text")
	quiet := fs.Bool("quiet", false, "only the positions that the other flags keep")
	filter := filterFlags(fs)
	if err := parseFiles(fs, args); err != nil {
		return err
	}
	if !*quiet {
		if err := unused(fs, "-quiet", filterNames()...); err != nil {
			return err
		}
		filter = nil
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	var bad reporter
	err := bad.readGames(fs.Args(), func(g *datagen.Game) error {
		return datagen.WriteText(out, g, filter)
	})
	return errors.Join(err, out.Flush(), bad.result())
}

// runFromText reads text into a game file.
func runFromText(args []string) error {
	fs := newFlags("from-text")
	out := newGameFlags(fs, "from text")
	if err := parseFiles(fs, args); err != nil {
		return err
	}
	if err := datagen.CheckTextFiles(fs.Args()); err != nil {
		return err
	}
	files := newOutputs(fs.Args())
	defer files.discard()
	w, err := out.begin(files, datagen.Header{})
	if err != nil {
		return err
	}
	var bad reporter
	reading := newReading(fs.Args())
	defer reading.end()
	add := func(g *datagen.Game) error {
		reading.at(g.Read())
		return w.Add(g)
	}
	if err := datagen.ReadText(fs.Args(), add, bad.report); err != nil {
		return err
	}
	if err := out.end(w, &bad); err != nil {
		return err
	}
	if err := files.commit(); err != nil {
		return err
	}
	return errors.Join(files.say(func(to io.Writer) { out.print(to, w) }), bad.result())
}

// runGenFens writes openings, as OpenBench asks for them, on standard output.
func runGenFens(args []string) error {
	fs := newFlags("genfens")
	n := quantity.Count(fs, "n", 10, "how many openings, `N`")
	seed := fs.Uint64("seed", 1, "`SEED` of the openings")
	book := fs.String("book", "None",
		"begin from this `FILE` of FENs or EPDs; None: from random openings")
	if err := parse(fs, args); err != nil {
		return err
	}
	err := datagen.GenFens(os.Stdout, nnue.Default(), *n, *seed, *book, fs.Args())
	if _, misread := errors.AsType[datagen.ArgumentError](err); misread {
		return cli.Misuse("%w", err)
	}
	return err
}

// parseFiles parses flags that are followed by at least one file.
func parseFiles(fs *flag.FlagSet, args []string) error {
	if err := parse(fs, args); err != nil {
		return err
	}
	if fs.NArg() == 0 {
		return errNoFiles
	}
	return nil
}
