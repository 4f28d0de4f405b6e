package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"sente/internal/cli"
	"sente/train"
)

// run trains as the options say; what it has written is whole whatever happens.
func run(o options) error {
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	if len(o.mean) > 0 {
		return mean(&o)
	}
	t, err := prepare(&o)
	if err != nil {
		return err
	}
	ctx, stop := cli.Interruptible()
	defer stop()
	if err := loop(ctx, t, &o); err != nil {
		return err
	}
	return finish(t, &o)
}

// prepare loads the data and makes a trainer, new or resumed.
func prepare(o *options) (*train.Trainer, error) {
	r := &o.recipe
	data, err := train.LoadDataset(o.data, o.valid, r.Holdout, r.Filter)
	if err != nil {
		return nil, err
	}
	logf("%d positions to train on, %d to validate, %d left out", len(data.Train), len(data.Valid), data.Skipped)
	fitted := data.FitScale()
	logf("scores fit the results with a scale of %.0f centipawns", fitted)
	if r.Scale == 0 {
		r.Scale = fitted
	}
	if r.Positions == 0 {
		r.Positions = int(o.epochs * float64(len(data.Train)))
	}
	if o.resume {
		t, err := train.Resume(o.path("checkpoint.f32"), *r, data)
		if err == nil {
			logf("resumed after %d positions", t.Positions())
		}
		return t, err
	}
	t, err := train.New(*r, data)
	if err != nil || o.init == "" {
		return t, err
	}
	m, err := train.ReadModel(o.init)
	if err != nil {
		return nil, err
	}
	if err := t.StartFrom(m); err != nil {
		return nil, fmt.Errorf("%s: %w", o.init, err)
	}
	return t, nil
}

// loop trains to the end or until ctx is cancelled, with a progress bar on a terminal, and one line
// and a checkpoint a superbatch.
func loop(ctx context.Context, t *train.Trainer, o *options) error {
	r := &t.Recipe
	bar := progressbar.NewOptions(r.Steps()*r.Batch,
		progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionSetVisibility(term.IsTerminal(int(os.Stderr.Fd()))),
		progressbar.OptionShowIts(), progressbar.OptionSetItsString("positions"),
		progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(200*time.Millisecond),
		progressbar.OptionClearOnFinish())
	begun, before := time.Now(), t.Positions()
	smooth := 0.0
	for !t.Done() {
		if ctx.Err() != nil {
			bar.Clear()
			if err := t.WriteCheckpoint(o.path("checkpoint.f32")); err != nil {
				return err
			}
			return fmt.Errorf("%w after %d positions; the same command with -resume goes on", cli.ErrInterrupted, t.Positions())
		}
		loss, superbatch, err := t.Step()
		if err != nil {
			return err
		}
		if smooth += 0.02 * (loss - smooth); t.Positions()-before == r.Batch {
			smooth = loss
		}
		bar.Describe(fmt.Sprintf("loss %.5f", smooth))
		bar.Set(t.Positions())
		if !superbatch {
			continue
		}
		if err := t.WriteCheckpoint(o.path("checkpoint.f32")); err != nil {
			return err
		}
		bar.Clear()
		p, speed := t.History[len(t.History)-1], float64(t.Positions()-before)/time.Since(begun).Seconds()
		left := time.Duration(float64(r.Steps()*r.Batch-t.Positions()) / speed * float64(time.Second))
		logf("%8.1fM positions   train %.6f   valid %.6f   %4.0fk positions/s   %v left",
			float64(p.Positions)/1e6, p.Train, p.Valid, speed/1e3, left.Round(time.Second))
	}
	bar.Finish()
	return nil
}

// finish writes the results of a complete run and reports on them.
func finish(t *train.Trainer, o *options) error {
	net, err := t.Quantise(o.description(t), maxCompared)
	if err != nil {
		return fmt.Errorf("train: the network cannot be quantised: %w", err)
	}
	if err := t.WriteFloat(o.path("net.f32")); err != nil {
		return err
	}
	if err := train.WriteFile(o.path("net.nnue"), net.Write); err != nil {
		return err
	}
	if o.plot {
		for _, format := range []string{"svg", "png"} {
			err := train.WriteFile(o.path("loss."+format), func(w io.Writer) error {
				return train.PlotLoss(w, t.History, format)
			})
			if err != nil {
				return err
			}
		}
	}
	e := t.QuantisationError(net, maxCompared)
	logf("%s: %v", o.path("net.nnue"), net)
	logf("float against quantised on %d positions: mean %.2f, max %.1f centipawns apart", e.Positions, e.Mean, e.Max)
	logf("mean |evaluation| of the fixed positions: %.1f centipawns", train.MeanAbsEval(net))
	return nil
}

// maxCompared is how many positions the quantised network is fitted to and compared with the float
// network on.
const maxCompared = 100_000

// description is what the network says about itself.
func (o *options) description(t *train.Trainer) string {
	if o.name != "" {
		return o.name
	}
	r := &t.Recipe
	return fmt.Sprintf("%.1fM positions of %s, H %d, result %.2f to %.2f, scale %.0f, rate %.2g to %.2g, seed %d",
		float64(t.Positions())/1e6, o.sources(), r.Hidden, r.WDLStart, r.WDLEnd, r.Scale, r.LR, r.LREnd, r.Seed)
}

// sources names the data files without their folders, shortened to fit into a description.
func (o *options) sources() string {
	var names []string
	for _, path := range o.data {
		names = append(names, filepath.Base(path))
	}
	return shortened(strings.Join(names, " + "))
}

// shortened fits names of files into a description.
func shortened(names string) string {
	const most = 300 // characters
	s := []rune(strings.ToValidUTF8(names, "?"))
	if len(s) > most {
		s = append(s[:most], '…')
	}
	return string(s)
}

func (o *options) path(name string) string { return filepath.Join(o.out, name) }

func logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
