package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"sente/datagen"
	"sente/internal/cli"
	"sente/internal/quantity"
)

// runLabel replaces the scores of packed positions by those of a program, a network or a search.
func runLabel(args []string) error {
	f := newFlags("label")
	l := datagen.Labelling{}
	f.StringVar(&l.Out, "out", "",
		"packed `FILE` to write (required); a run that was interrupted goes on")
	command := f.String("command", "",
		"label by this `PROGRAM` with its arguments, split at spaces, "+
			"that reads packed positions and writes them labelled")
	net := f.String("net", "", "label by the network of this `FILE` instead of the built-in one")
	nodes := quantity.Count(f, "nodes", uint64(0),
		"label by searches of `N` nodes; 0: by the static evaluation")
	quantity.CountVar(f, &l.Block, "block", 0,
		"`N` positions at a time and core; 0: 1048576, or 1024 if -nodes is given")
	f.IntVar(&l.MaxScore, "max-score", 2500,
		"leave out positions with labels beyond so many `CENTIPAWNS`")
	if err := parse(f, args); err != nil {
		return err
	}
	l.Inputs = f.Args()
	if l.Out == "" || len(l.Inputs) == 0 {
		return cli.Misuse("needs -out FILE and packed files")
	}
	if *command != "" && (*net != "" || *nodes > 0) {
		return cli.Misuse("-command labels alone, without -net and -nodes")
	}
	if l.MaxScore < 1 {
		return cli.Misuse("-max-score %d: want 1 or more", l.MaxScore)
	}
	words := strings.Fields(*command)
	if *command != "" && len(words) == 0 {
		return cli.Misuse("-command names no program")
	}
	if l.Block == 0 {
		l.Block = 1 << 20
		if *nodes > 0 {
			l.Block = 1 << 10 // a search takes long
		}
	}
	var err error
	if len(words) > 0 {
		l.Recipe = fmt.Sprintf("command %q", words)
		l.Label = datagen.CommandLabeller(words[0], words[1:]...)
	} else {
		var mark uint16
		if l.Label, mark, err = networkLabeller(*net, *nodes); err != nil {
			return err
		}
		l.Recipe = fmt.Sprintf("net %q, mark %04x, nodes %d", *net, mark, *nodes)
	}
	ctx, stop := cli.Interruptible()
	defer stop()
	cli.OutlivePipes()
	var display labelDisplay
	c, err := l.Run(ctx, display.progress)
	display.end()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w after %d positions; the same command goes on",
			cli.ErrInterrupted, c.Read)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Printf("%s: %d positions of %d; %d were there before, "+
		"%d beyond ±%d centipawns, %d without a label\n",
		l.Out, c.Written, c.Read, c.Twice, c.OutOfRange, l.MaxScore, c.Unlabelled)
	return err
}

// networkLabeller returns a Labeller that uses a network, and a mark of the network.
func networkLabeller(net string, nodes uint64) (datagen.Labeller, uint16, error) {
	network, err := networkOrDefault(net)
	if err != nil {
		return nil, 0, err
	}
	mark := (&datagen.SelfPlay{Network: network}).Header("").Network
	switch {
	case nodes > 0:
		return datagen.SearchLabeller(network, nodes), mark, nil
	case network == nil:
		return nil, 0, cli.Misuse("there is no built-in network: name one with -net")
	}
	return datagen.EvalLabeller(network), mark, nil
}

// labelDisplay shows how far a run is. On a terminal it is a bar, elsewhere one line a minute.
type labelDisplay struct {
	bar         *progressbar.ProgressBar // nil: stderr is no terminal
	first       int64                    // positions that an earlier run read
	began, last time.Time                // when the run began; when the last line was printed
}

// progress shows the counts. It is first called when the run begins.
func (d *labelDisplay) progress(c datagen.LabelCounts, total int64) {
	now := time.Now()
	if d.began.IsZero() {
		d.began, d.last, d.first = now, now, c.Read
		if cli.IsTerminal(os.Stderr) {
			d.bar = cli.Progress(os.Stderr, total)
		}
	}
	if d.bar != nil {
		d.bar.Set64(c.Read)
		return
	}
	if now.Sub(d.last) >= time.Minute {
		d.last = now
		fmt.Fprintln(os.Stderr, d.line(c.Read, total, now))
	}
}

// end removes the bar.
func (d *labelDisplay) end() {
	if d.bar != nil {
		d.bar.Clear()
	}
}

// line says how many positions have been read and how long the rest will take.
func (d *labelDisplay) line(read, total int64, now time.Time) string {
	s := fmt.Sprintf("%d of %d positions", read, total)
	if done := read - d.first; done > 0 {
		left := now.Sub(d.began).Seconds() * float64(total-read) / float64(done)
		s += fmt.Sprintf(", %s left", time.Duration(left*float64(time.Second)).Round(time.Second))
	}
	return s
}
