package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"

	"sente/eval/nnue"
	"sente/internal/cli"
	"sente/internal/filelock"
	"sente/internal/outfile"
	"sente/internal/quantity"
	"sente/train"
)

// run trains as the options say. Whatever happens, the files that it has written are whole.
func run(args []string) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	release, err := filelock.Folder(o.out)
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	defer release()
	cli.OutlivePipes()
	if len(o.mean) > 0 {
		if o.exists(checkpoint) {
			return fmt.Errorf("train: %s: this folder is of a training run; "+
				"give -mean another -out", o.path(checkpoint))
		}
		if o.exists(network) && !o.force {
			return fmt.Errorf("train: there is %s already; -force writes over it", o.path(network))
		}
		return mean(&o)
	}
	t, err := prepare(&o)
	if err != nil {
		return err
	}
	if err := writable(t, &o); err != nil {
		return err
	}
	ctx, stop := cli.Interruptible()
	defer stop()
	if err := loop(ctx, t, &o); err != nil {
		return err
	}
	return finish(t, &o)
}

// prepare reads through the data and makes a trainer, new or resumed.
func prepare(o *options) (*train.Trainer, error) {
	if err := o.mayWrite(); err != nil {
		return nil, err
	}
	r := &o.recipe
	data, err := train.OpenData(o.data, o.valid, r.Holdout, r.Filter)
	if err != nil {
		return nil, err
	}
	validated := 0
	for _, v := range data.Valid {
		validated += len(v.Positions)
	}
	logf("%d positions to train on, %d to validate, %d left out",
		data.Train, validated, data.Skipped)
	logf("scores fit the results with a scale of %.0f centipawns", data.Scale)
	if r.Scale == 0 {
		r.Scale = data.Scale
	}
	if r.Positions == 0 {
		r.Positions = int(o.epochs * float64(data.Train))
	}
	var start train.Model
	if o.init != "" {
		for _, own := range []string{checkpoint, network, floats} {
			if outfile.Same(o.init, o.path(own)) {
				return nil, cli.Misuse("-init %s: the run would write over it, "+
					"and could not be resumed; copy it first", o.init)
			}
		}
		start, r.Init, err = readModel(o.init)
		if errors.Is(err, fs.ErrNotExist) && o.goesOn() && o.exists(checkpoint) {
			logf("note: %s is gone; the checkpoint holds its weights", o.init)
			r.Init, err = train.UnknownInit, nil
		}
		if err != nil {
			return nil, err
		}
	}
	if o.goesOn() {
		t, err := train.Resume(o.path(checkpoint), *r, data, o.threads)
		switch _, different := errors.AsType[*train.DifferentError](err); {
		case different:
			return nil, fmt.Errorf("%w; -force begins anew", err)
		case err != nil:
			return nil, err
		case t.Done() && !o.resume && o.finished():
			return nil, fmt.Errorf("train: %s holds the finished run of these settings; "+
				"-resume writes its network again, with the -multiplier and -name given; "+
				"-force trains anew", o.out)
		}
		logf("resumed after %d positions", t.Positions())
		return t, nil
	}
	t, err := train.New(*r, data, o.threads)
	if err != nil {
		return nil, err
	}
	for b, share := range data.KingShares(r.Shape) {
		if share < 0.04 {
			logf("note: king bucket %s sees only %.1f%% of the positions; "+
				"below 4%% it learns little", strconv.FormatInt(int64(b), 32), 100*share)
		}
	}
	if steps := t.Recipe.Steps(); steps <= r.WarmUp {
		logf("note: %d batches end within the -warm-up of %d, before the rate has grown to -lr",
			steps, r.WarmUp)
	}
	if o.init != "" {
		if err := t.StartFrom(start); err != nil {
			return nil, fmt.Errorf("%s: %w", o.init, err)
		}
	}
	return t, nil
}

// readModel is train.ReadModel, and prints a note if the network has a multiplier, because the
// weights leave it out.
func readModel(path string) (train.Model, string, error) {
	m, digest, err := train.ReadModel(path)
	if by := m.Multiplied; by != 0 && by != 1 {
		logf("%s: its -multiplier of %g is left out", path, by)
	}
	return m, digest, err
}

// Names of files in the output folder.
const (
	checkpoint = "checkpoint.f32"
	network    = "net.nnue"
	floats     = "net.f32"
)

// exists tells whether there is a file of that name in the output folder.
func (o *options) exists(name string) bool {
	_, err := os.Stat(o.path(name))
	return err == nil
}

// finished tells whether the checkpoint's run has written all of its results. net.f32 is the last
// of them.
func (o *options) finished() bool {
	last, err1 := os.Stat(o.path(floats))
	before, err2 := os.Stat(o.path(checkpoint))
	return err1 == nil && err2 == nil && !last.ModTime().Before(before.ModTime())
}

// goesOn tells whether the run continues the checkpoint in the output folder.
func (o *options) goesOn() bool { return o.resume || !o.force && o.exists(checkpoint) }

// mayWrite returns an error if the output folder holds a network but no checkpoint.
func (o *options) mayWrite() error {
	for _, name := range []string{network, floats} {
		if !o.force && !o.resume && !o.exists(checkpoint) && o.exists(name) {
			return fmt.Errorf("train: there is %s already; -force writes over it", o.path(name))
		}
	}
	return nil
}

// loop trains to the end or until ctx is cancelled. It shows a progress bar on a terminal. After
// each superbatch it writes a checkpoint and a network and prints a line.
func loop(ctx context.Context, t *train.Trainer, o *options) error {
	r := &t.Recipe
	bar := progressbar.NewOptions(r.Steps()*r.Batch,
		progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionSetVisibility(cli.IsTerminal(os.Stderr)),
		progressbar.OptionShowIts(), progressbar.OptionSetItsString("positions"),
		progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(200*time.Millisecond),
		progressbar.OptionClearOnFinish())
	defer bar.Clear()
	begun, before := time.Now(), t.Positions()
	smooth := 0.0
	for !t.Done() {
		if ctx.Err() != nil {
			return o.stopped(t, cli.ErrInterrupted)
		}
		loss, superbatch, err := t.Step()
		switch {
		case errors.Is(err, train.ErrDiverged):
			return err
		case err != nil:
			return o.stopped(t, fmt.Errorf("%w; stopped", err))
		}
		if smooth += 0.02 * (loss - smooth); t.Positions()-before == r.Batch {
			smooth = loss
		}
		bar.Describe(fmt.Sprintf("loss %.5f", smooth))
		bar.Set(t.Positions())
		if !superbatch {
			continue
		}
		if err := t.WriteCheckpoint(o.path(checkpoint)); err != nil {
			return err
		}
		if err := writeNetwork(t, o); err != nil {
			return err
		}
		bar.Clear()
		p := t.History[len(t.History)-1]
		speed := float64(t.Positions()-before) / time.Since(begun).Seconds()
		missing := float64(r.Steps()*r.Batch - t.Positions())
		left := time.Duration(missing / speed * float64(time.Second))
		var valid strings.Builder
		for i, name := range t.ValidNames() {
			fmt.Fprintf(&valid, "   %s %.6f", name, p.Valid[i])
		}
		logf("%9s positions   train %.6f%s   %5s positions/s   %v left",
			quantity.FormatCount(int64(p.Positions)), p.Train, valid.String(),
			quantity.FormatCount(int64(speed)), left.Round(time.Second))
	}
	return nil
}

// stopped writes the checkpoint of a run that can be continued. It returns an error that says why
// the run stopped.
func (o *options) stopped(t *train.Trainer, why error) error {
	if err := t.WriteCheckpoint(o.path(checkpoint)); err != nil {
		return fmt.Errorf("%w (%v)", err, why)
	}
	return o.canGoOn(why, t.Positions())
}

// canGoOn adds to why, the reason that a run stopped, how to continue it. With -force the same
// command would begin a new run.
func (o *options) canGoOn(why error, positions int) error {
	how := "the same command"
	if o.force {
		how = "the same command with -resume instead of -force"
	}
	return fmt.Errorf("%w after %d positions; %s goes on", why, positions, how)
}

// writable returns an error if no network of the run could be written, because of its description
// or -multiplier. It is called before there is anything to lose.
func writable(t *train.Trainer, o *options) error {
	m := t.Result()
	net, err := m.Quantise(o.description(t))
	if err != nil {
		return fmt.Errorf("train: the network cannot be quantised: %w", err)
	}
	if o.multiplier != 1 {
		_, err = train.Multiplied(net, o.multiplier)
	}
	return err
}

// writeNetwork writes net.nnue, the file that the engine loads.
func writeNetwork(t *train.Trainer, o *options) error {
	net, err := t.Quantise(o.description(t), maxCompared)
	if err != nil {
		return fmt.Errorf("train: the network cannot be quantised: %w", err)
	}
	_, err = o.writeMultiplied(net)
	return err
}

// writeMultiplied writes net.nnue, which has net's evaluations times -multiplier. It returns the
// network that it wrote.
func (o *options) writeMultiplied(net *nnue.Network) (*nnue.Network, error) {
	if o.multiplier != 1 {
		var err error
		if net, err = train.Multiplied(net, o.multiplier); err != nil {
			return nil, err
		}
	}
	return net, train.WriteFile(o.path(network), net.Write)
}

// report prints facts about net, which has just been written.
func (o *options) report(net *nnue.Network) {
	logf("%s: %v", o.path(network), net)
	logf("mean |evaluation| of the fixed positions: %.1f centipawns", train.MeanAbsEval(net))
}

// finish writes the results of a complete run and reports on them. It writes net.f32 last, because
// finished looks at that file.
func finish(t *train.Trainer, o *options) error {
	net, err := t.Quantise(o.description(t), maxCompared)
	if err != nil {
		return fmt.Errorf("train: the network cannot be quantised: %w", err)
	}
	written, err := o.writeMultiplied(net)
	if err != nil {
		return err
	}
	if o.plot {
		for _, format := range []string{"svg", "png"} {
			err := train.WriteFile(o.path("loss."+format), func(w io.Writer) error {
				return train.PlotLoss(w, t.History, t.ValidNames(), format)
			})
			if err != nil {
				return err
			}
		}
	}
	if err := t.WriteFloat(o.path(floats)); err != nil {
		return err
	}
	for i, by := range t.ValidateByMen() {
		var line strings.Builder
		for g, l := range by {
			if l.Positions > 0 {
				fmt.Fprintf(&line, "   %d-%d: %.6f (%d)",
					4*g+1, 4*g+4, l.Sum/float64(l.Positions), l.Positions)
			}
		}
		logf("%s by men%s", t.ValidNames()[i], line.String())
	}
	compare(t, net)
	o.report(written)
	return nil
}

// compare prints how far net is from t's model. net must be that model quantised, without
// -multiplier.
func compare(t *train.Trainer, net *nnue.Network) {
	e := t.QuantisationError(net, maxCompared)
	logf("float against quantised on %d positions: mean %.2f, max %.1f centipawns apart, "+
		"loss %.6f and %.6f",
		e.Positions, e.Mean, e.Max, e.Float, e.Quantised)
}

// maxCompared is how many positions the quantised network's last biases are fitted to, and how many
// it is compared with the float network on.
const maxCompared = 20_000

// description is the text about the run that the network holds.
func (o *options) description(t *train.Trainer) string {
	if o.name != "" {
		return o.name
	}
	r := &t.Recipe
	return fmt.Sprintf("%s positions of %s, H %d, result %.2f to %.2f, "+
		"scale %.0f, rate %.2g to %.2g, seed %d",
		quantity.FormatCount(int64(t.Positions())), o.sources(), r.Hidden,
		r.WDLStart, r.WDLEnd, r.Scale, r.LR, r.LREnd, r.Seed)
}

// sources returns the names of the data files, shortened to fit into a description.
func (o *options) sources() string { return shortened(baseNames(o.data)) }

// baseNames joins the names of files without their folders.
func baseNames(paths []string) string {
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	return strings.Join(names, " + ")
}

// shortened cuts the names of files to fit into a description, which has a limit in bytes.
func shortened(names string) string {
	end := 300
	s := strings.ToValidUTF8(names, "?")
	if len(s) <= end {
		return s
	}
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

func (o *options) path(name string) string { return filepath.Join(o.out, name) }

func logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
