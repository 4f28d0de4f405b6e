package main

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"sente/datagen"
	"sente/internal/cli"
)

// display shows on stderr how far a run is. On a terminal it is a progress bar, elsewhere one line
// a minute.
type display struct {
	run   *datagen.SelfPlay
	found datagen.Resumed
	bar   *progressbar.ProgressBar // nil: no terminal
	limit int64                    // positions, or games if only these are limited; 0: no limit
	last  time.Duration            // time of the last line, from the start of the run
}

func newDisplay(s *datagen.SelfPlay, found datagen.Resumed) *display {
	d := &display{run: s, found: found, limit: s.MaxPositions}
	if d.limit == 0 {
		d.limit = s.MaxGames
	}
	if cli.IsTerminal(os.Stderr) {
		length := d.limit
		if length == 0 {
			length = -1 // a spinner
		}
		d.bar = progressbar.NewOptions64(length,
			progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetWidth(20),
			progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false))
	}
	return d
}

func (d *display) progress(p datagen.Progress) {
	if d.bar == nil {
		if p.Elapsed-d.last >= time.Minute {
			d.last = p.Elapsed
			fmt.Fprintln(os.Stderr, d.line(p))
		}
		return
	}
	d.bar.Describe(d.line(p))
	if done := d.done(p); d.limit > 0 {
		d.bar.Set64(min(done, d.limit))
	} else {
		d.bar.Set64(done)
	}
}

// done returns how much of limit is reached. It includes what was found at the start.
func (d *display) done(p datagen.Progress) int64 {
	if d.run.MaxPositions == 0 && d.run.MaxGames > 0 {
		return d.found.Games + p.Games
	}
	return d.found.Positions + p.Positions
}

func (d *display) line(p datagen.Progress) string {
	speed, _, _ := p.Speed()
	s := fmt.Sprintf("%d games, %d positions, %.0f positions/s, %.0f %% drawn",
		d.found.Games+p.Games, d.found.Positions+p.Positions, speed, 100*p.DrawRate())
	began := d.done(datagen.Progress{})
	if done := d.done(p); d.limit > 0 && done > began {
		left := p.Elapsed.Seconds() * float64(max(d.limit-done, 0)) / float64(done-began)
		s += fmt.Sprintf(", %s left", time.Duration(left*float64(time.Second)).Round(time.Second))
	}
	return s
}

// end leaves the bar on its line.
func (d *display) end() {
	if d.bar != nil {
		d.bar.Exit()
		fmt.Fprintln(os.Stderr)
	}
}
