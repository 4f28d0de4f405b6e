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

// PlotLoss writes the losses of a run as a picture; format is "svg" or "png". names are those of
// the validation sets.
func PlotLoss(w io.Writer, history []Point, names []string, format string) error {
	if len(history) == 0 {
		return errors.New("train: no superbatch is complete, nothing to plot")
	}
	var training plotter.XYs
	validation := make([]plotter.XYs, len(names))
	for _, p := range history {
		x := float64(p.Positions) / 1e6
		training = append(training, plotter.XY{X: x, Y: p.Train})
		for i := range min(len(names), len(p.Valid)) {
			validation[i] = append(validation[i], plotter.XY{X: x, Y: p.Valid[i]})
		}
	}
	p := plot.New()
	p.Title.Text = "Mean error of the expected result, to the power of the loss"
	p.X.Label.Text = "million positions"
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	lines := []any{"training", training}
	for i, points := range validation {
		if len(points) > 0 {
			lines = append(lines, names[i], points)
		}
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
