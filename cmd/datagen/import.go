package main

import (
	"fmt"

	"sente/datagen"
	"sente/internal/cli"
)

// runImport reads text games into a game file, packed positions or both.
func runImport(args []string) error {
	fs := newFlags("import")
	out := fs.String("out", "", "write a game file here")
	filter, pack := filterFlags(fs), newPackFlags(fs)
	about := fs.String("about", "imported", "description in the header of -out")
	if err := parse(fs, args); err != nil {
		return err
	}
	if fs.NArg() == 0 || *out == "" && *pack.train == "" {
		return cli.Misuse("needs files to read, and -out or -train")
	}
	k, err := pack.packer(filter)
	if err != nil {
		return err
	}
	var file *datagen.File
	if *out != "" {
		if file, err = datagen.Create(*out, datagen.Header{Description: *about}); err != nil {
			return err
		}
		defer file.Close()
	}
	var bad reporter
	err = datagen.ImportGames(fs.Args(), func(g *datagen.Game) error {
		if file != nil {
			if err := file.Add(g); err != nil {
				return err
			}
		}
		if *pack.train != "" {
			return k.Add(g)
		}
		return nil
	}, bad.report)
	if file != nil {
		if closing := file.Close(); err == nil {
			err = closing
		}
		fmt.Printf("%s: %d games, %d positions\n", *out, file.Games, file.Positions)
	}
	if err != nil {
		return err
	}
	if *pack.train != "" {
		if err := pack.write(k); err != nil {
			return err
		}
	}
	return bad.result()
}

// runImportPositions reads a text file of positions, and its second labels, into packed positions.
func runImportPositions(args []string) error {
	fs := newFlags("import-positions")
	second := fs.String("second", "", "file with a second label for every line")
	label := fs.String("label", "any", "first, second, or any: the second where there is one")
	filter, pack := filterFlags(fs), newPackFlags(fs)
	if err := parse(fs, args); err != nil {
		return err
	}
	if fs.NArg() != 1 || *pack.train == "" {
		return cli.Misuse("needs one file to read, and -train")
	}
	choice, ok := map[string]datagen.LabelChoice{"any": datagen.AnyLabel, "first": datagen.FirstLabelOnly, "second": datagen.SecondLabelOnly}[*label]
	if !ok {
		return cli.Misuse("-label %q: first, second or any", *label)
	}
	k, err := pack.packer(filter)
	if err != nil {
		return err
	}
	var bad reporter
	if err := k.ImportPositions(fs.Arg(0), *second, choice, bad.report); err != nil {
		return err
	}
	if err := pack.write(k); err != nil {
		return err
	}
	return bad.result()
}
