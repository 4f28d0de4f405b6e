// Tune adjusts the search's numbers by self-play at fixed nodes, or by a clock that runs by nodes.
//
//	tune -out DIR [-params A,B,…] [-iterations N] [-nodes N | -clock N+N] [-threads N]
//	     [-rate R] [-steps F] [-book FILE]
//
// DIR/state.json holds the run. It is written after every pair of games, and the next start
// continues it. Flags other than -threads must then be the same. values.txt holds the numbers
// reached, and plot.svg shows how they moved. With -rate 0 the numbers stay where they are, and
// effects.txt says how much stronger a raised number is than a lowered one, for each number. The
// run may be interrupted at any time.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"sente/internal/cli"
	"sente/internal/filelock"
	"sente/internal/outfile"
	"sente/tune"
)

func main() { cli.Main("tune", run) }

// run continues the run in a folder, or begins it.
func run(args []string) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	release, err := filelock.Folder(o.out)
	if err != nil {
		return err
	}
	defer release()
	state := filepath.Join(o.out, "state.json")
	s, err := tune.Load(state)
	if err != nil {
		return err
	}
	if s == nil {
		if s, err = tune.New(o.names(), o.iterations, o.rate, o.seed, o.limit); err != nil {
			return err
		}
		if err := s.Widen(o.steps); err != nil {
			return err
		}
	} else if err := o.differs(s); err != nil {
		return fmt.Errorf("%s: %w", state, err)
	}
	openings, err := o.openings(s)
	if err != nil {
		return err
	}
	// If the folder can't be written, fail before the first game.
	if err := s.Save(state); err != nil {
		return err
	}
	ctx, stop := cli.Interruptible()
	defer stop()
	cli.OutlivePipes()
	bar := cli.Progress(os.Stderr, int64(s.Total))
	err = s.Run(ctx, o.threads, openings, func(s *tune.State) error {
		bar.Describe(fmt.Sprintf("+%d =%d -%d", s.Wins, s.Draws, s.Losses))
		bar.Set(s.Done) // an error of the bar is no reason to end
		return s.Save(state)
	})
	bar.Clear()
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	if s.Rate == 0 {
		err = writeEffects(s, filepath.Join(o.out, "effects.txt"))
	} else {
		err = errors.Join(s.Plot(filepath.Join(o.out, "plot.svg")),
			writeValues(s, filepath.Join(o.out, "values.txt")))
	}
	if err == nil && interrupted {
		return fmt.Errorf("%w after %d of %d pairs of games; the same command goes on",
			cli.ErrInterrupted, s.Done, s.Total)
	}
	return err
}

// writeEffects writes the effect of each number, one a line.
func writeEffects(s *tune.State, path string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Elo of the raised against the lowered value, 95%% interval, "+
		"%d pairs of games\n", s.Done)
	for _, e := range s.Effects() {
		fmt.Fprintf(&b, "%-20s %+6.1f ± %.1f\n", e.Name, e.Elo, e.Error)
	}
	return outfile.WriteBytes(path, b.Bytes())
}

// writeValues writes the numbers reached, one a line.
func writeValues(s *tune.State, path string) error {
	var b bytes.Buffer
	for _, p := range s.Parameters {
		fmt.Fprintf(&b, "%s %d\n", p.Name, int(math.Round(p.Value)))
	}
	return outfile.WriteBytes(path, b.Bytes())
}
