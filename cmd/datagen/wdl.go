package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"sente/datagen"
	"sente/datagen/wdl"
	"sente/internal/cli"
	"sente/internal/outfile"
	"sente/internal/quantity"
)

// holdOutGames: one game in this many is left out of the first fit, to test that fit on.
const holdOutGames = 5

// runWDL fits the model of chances to win, draw and lose to games.
func runWDL(args []string) error {
	fs := newFlags("wdl")
	by := fs.String("by", wdl.Phases[0].Name,
		"`PHASE` of the game that the model knows: material or move")
	degree := quantity.Count(fs, "degree", 3, "degree `N` of the polynomials")
	maxScore := fs.Int("max-score", 1000, "leave out scores beyond so many `CENTIPAWNS`")
	plot := fs.String("plot", "", "draw measured and modelled shares to this `FILE`, as SVG")
	counts := fs.String("counts", "",
		"write what was counted to fitted.zst, held.zst and checked.zst in this `FOLDER`")
	check := fs.String("check", "",
		"tell how well the fit does on the games of this `FILE`, which it does not see")
	if err := parseFiles(fs, args); err != nil {
		return err
	}
	chosen := slices.IndexFunc(wdl.Phases, func(p wdl.Phase) bool { return p.Name == *by })
	switch {
	case chosen < 0:
		return cli.Misuse("-by %s: want material or move", *by)
	case *degree > wdl.MostDegree:
		return cli.Misuse("-degree %d: want at most %d", *degree, wdl.MostDegree)
	case *maxScore < 1 || *maxScore > wdl.MostScore:
		return cli.Misuse("-max-score %d: want 1 to %d", *maxScore, wdl.MostScore)
	}
	var others []string
	if *check != "" {
		others = append(others, *check)
	}
	files := slices.Concat(fs.Args(), others)
	if _, err := datagen.CheckGameFiles(files); err != nil {
		return err
	}
	out := newOutputs(files)
	defer out.discard()
	newCounts := func() *wdl.Counts { return wdl.NewCounts(wdl.Phases[chosen], *maxScore) }
	all, held, checked := newCounts(), newCounts(), newCounts()
	var saves []func() error
	if *counts != "" {
		saved := map[string]*wdl.Counts{"fitted.zst": all, "held.zst": held}
		if *check != "" {
			saved["checked.zst"] = checked
		}
		for name, c := range saved {
			file, err := out.add(filepath.Join(*counts, name), true)
			if err != nil {
				return err
			}
			saves = append(saves, func() error { return c.Save(file) })
		}
	}
	var picture *outfile.File
	if *plot != "" {
		var err error
		if picture, err = out.add(*plot, true); err != nil {
			return err
		}
	}
	n := 0
	var bad reporter
	damage := bad.readGames(fs.Args(), func(g *datagen.Game) error {
		if n++; n%holdOutGames == 0 {
			return held.Add(g)
		}
		return all.Add(g)
	})
	damage = errors.Join(damage, bad.readGames(others, checked.Add))
	var err error
	for _, save := range saves {
		err = errors.Join(err, save())
	}
	var m *wdl.Model
	unwritten := printing(func(w *bufio.Writer) error {
		if err == nil {
			m, err = fitAndPrint(w, all, held, *degree)
		}
		if err == nil && *check != "" {
			err = printCheck(w, checked, m)
		}
		return nil
	})
	if err == nil && picture != nil {
		err = all.Plot(picture, m)
	}
	if err == nil {
		err = out.commit()
	}
	return errors.Join(err, damage, unwritten, bad.result())
}

// fitAndPrint fits the model to all and prints how well it does on held, the games left out. Then
// it adds held to all, fits again, and prints and returns that fit.
func fitAndPrint(w io.Writer, all, held *wdl.Counts, degree int) (*wdl.Model, error) {
	trial, err := wdl.Fit(all, degree)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "by %s, degree %d: %.4f nats a position on %d games",
		all.Phase.Name, degree, all.Loss(trial), all.Games)
	if held.Positions > 0 {
		fmt.Fprintf(w, ", %.4f on %d others", held.Loss(trial), held.Games)
	}
	fmt.Fprintln(w)
	all.AddAll(held)
	m, err := wdl.Fit(all, degree)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "%d games, %d positions: %.4f nats; shares are off by %.2f %% in the mean\n\n",
		all.Games, all.Positions, all.Loss(m), 100*all.Error(m))
	all.Print(w, m)
	fmt.Fprintf(w, "\nfor eval/wdl.go and docs/wdl.md:\n%s", m.Source())
	return m, nil
}

// printCheck prints how well m predicts the results of other games, and how well a fit to those
// games themselves does with polynomials of the same degree.
func printCheck(w io.Writer, c *wdl.Counts, m *wdl.Model) error {
	own, err := wdl.Fit(c, len(m.A)-1)
	if err != nil {
		return fmt.Errorf("the games to check: %w", err)
	}
	fmt.Fprintf(w, "\nchecked on %d games, %d positions: %.4f nats, %.4f by a fit of their own; "+
		"shares are off by %.2f %%\n",
		c.Games, c.Positions, c.Loss(m), c.Loss(own), 100*c.Error(m))
	return nil
}
