package main

import (
	"errors"
	"fmt"
	"io"

	"sente/datagen"
	"sente/internal/cli"
)

// runImport reads games as text or PGN. It writes a game file, packed positions, or both.
func runImport(args []string) error {
	fs := newFlags("import")
	out := newGameFlags(fs, "imported")
	filter, pack := filterFlags(fs), newPackFlags(fs)
	if err := parseFiles(fs, args); err != nil {
		return err
	}
	if *out.path == "" && *pack.train == "" {
		return cli.Misuse("needs -out or -train, or both")
	}
	if *pack.train == "" && *pack.valid != "" {
		return cli.Misuse("-valid needs -train FILE")
	}
	if *pack.train == "" {
		if err := unused(fs, "-train", append(filterNames(), "hold-out", "seed")...); err != nil {
			return err
		}
	}
	if *out.path == "" {
		if err := unused(fs, "-out", "about", "force"); err != nil {
			return err
		}
	}
	if err := datagen.CheckTextFiles(fs.Args()); err != nil {
		return err
	}
	files := newOutputs(fs.Args())
	defer files.discard()
	var bad reporter
	var w *datagen.Writer
	var k *packing
	var err error
	if *out.path != "" {
		if w, err = out.begin(files, datagen.Header{}); err != nil {
			return err
		}
	}
	if *pack.train != "" {
		if k, err = pack.begin(files, filter); err != nil {
			return err
		}
	}
	reading := newReading(fs.Args())
	defer reading.end()
	unscored := 0
	err = datagen.ImportGames(fs.Args(), func(g *datagen.Game) error {
		reading.at(g.Read())
		for _, score := range g.Scores {
			if score == datagen.NoScore {
				unscored++
			}
		}
		if w != nil {
			if err := w.Add(g); err != nil {
				return err
			}
		}
		if k != nil {
			return k.Add(g)
		}
		return nil
	}, bad.report)
	if err == nil && w != nil {
		err = out.end(w, &bad)
	}
	if err == nil && k != nil {
		err = k.write()
	}
	if err == nil {
		err = files.commit()
	}
	if err != nil {
		return err
	}
	unwritten := files.say(func(to io.Writer) {
		if w != nil {
			out.print(to, w)
		}
		if unscored > 0 {
			fmt.Fprintf(to, "%d positions have no score\n", unscored)
		}
		if k != nil {
			k.print(to)
		}
	})
	return errors.Join(unwritten, bad.result())
}

// runImportPositions reads a text file of positions, with their second labels if there are any,
// into packed positions.
func runImportPositions(args []string) error {
	fs := newFlags("import-positions")
	second := fs.String("second", "", "`FILE` with a second label for every line")
	label := fs.String("label", "any",
		"`WHICH` label: first, second, or any, which is the second where there is one")
	filter, pack := positionFlags(fs), newPackFlags(fs)
	if err := parse(fs, args); err != nil {
		return err
	}
	if fs.NArg() != 1 || *pack.train == "" {
		return cli.Misuse("needs one file to read, and -train")
	}
	choice, ok := map[string]datagen.LabelChoice{
		"any": datagen.AnyLabel, "first": datagen.FirstLabelOnly, "second": datagen.SecondLabelOnly,
	}[*label]
	if !ok {
		return cli.Misuse("-label %q: first, second or any", *label)
	}
	inputs := fs.Args()
	if choice == datagen.SecondLabelOnly && *second == "" {
		return cli.Misuse("-label second needs -second FILE")
	}
	if *second != "" {
		inputs = append(inputs, *second)
	}
	if err := datagen.CheckTextFiles(inputs); err != nil {
		return err
	}
	files := newOutputs(inputs)
	defer files.discard()
	k, err := pack.begin(files, filter)
	if err != nil {
		return err
	}
	var bad reporter
	reading := newReading(fs.Args())
	defer reading.end()
	err = k.ImportPositions(fs.Arg(0), *second, choice, reading.at, bad.report)
	if err == nil {
		err = k.write()
	}
	if err == nil {
		err = files.commit()
	}
	if err != nil {
		return err
	}
	return errors.Join(files.say(k.print), bad.result())
}
