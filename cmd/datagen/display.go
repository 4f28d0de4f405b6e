package main

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"sente/datagen"
	"sente/internal/cli"
)

// display shows on stderr how far a run is: a progress bar on a terminal, elsewhere a line a
// minute.
type display struct {
	run   *datagen.SelfPlay
	found datagen.Resumed
	bar   *progressbar.ProgressBar // nil: no terminal
	limit int64                    // of positions, or of games if they are what is limited; 0: none
	last  time.Duration            // of the last line
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

// done is how much of limit there is, what was found at the start counted.
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
