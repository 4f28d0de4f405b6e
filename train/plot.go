package train

import (
	"errors"
	"fmt"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// PlotLoss writes the losses of a run as a picture; format is "svg" or "png".
func PlotLoss(w io.Writer, history []Point, format string) error {
	if len(history) == 0 {
		return errors.New("train: no superbatch is complete, nothing to plot")
	}
	var training, validation plotter.XYs
	for _, p := range history {
		x := float64(p.Positions) / 1e6
		training = append(training, plotter.XY{X: x, Y: p.Train})
		if p.Valid > 0 {
			validation = append(validation, plotter.XY{X: x, Y: p.Valid})
		}
	}
	p := plot.New()
	p.Title.Text = "Mean squared error of the expected result"
	p.X.Label.Text = "million positions"
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	lines := []any{"training", training}
	if len(validation) > 0 {
		lines = append(lines, "validation", validation)
	}
	if err := plotutil.AddLinePoints(p, lines...); err != nil {
		return fmt.Errorf("train: plot: %w", err)
	}
	picture, err := p.WriterTo(18*vg.Centimeter, 11*vg.Centimeter, format)
	if err != nil {
		return fmt.Errorf("train: plot: %w", err)
	}
	if _, err := picture.WriteTo(w); err != nil {
		return fmt.Errorf("train: plot: %w", err)
	}
	return nil
}
