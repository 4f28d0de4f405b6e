package tune

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// Plot draws how each number moved, in steps of its own away from where it began, to a file whose
// ending names the format: svg or png.
func (s *State) Plot(path string) error {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%d of %d iterations, %d nodes a move", s.Done, s.Total, s.Nodes)
	p.X.Label.Text = "iterations"
	p.Y.Label.Text = "steps from the start"
	p.Legend.Top, p.Legend.Left = true, true
	for i, par := range s.Parameters {
		var line plotter.XYs
		for k, row := range s.History {
			line = append(line, plotter.XY{X: float64(k * historyEvery), Y: (row[i] - s.History[0][i]) / par.Step})
		}
		if len(line) == 0 {
			continue
		}
		l, err := plotter.NewLine(line)
		if err != nil {
			return fmt.Errorf("tune: plot: %w", err)
		}
		l.Color, l.Dashes = plotutil.Color(i), plotutil.Dashes(i/7)
		p.Add(l)
		p.Legend.Add(par.Name, l)
	}
	if err := p.Save(11*vg.Inch, 7*vg.Inch, path); err != nil {
		return fmt.Errorf("tune: plot: %w", err)
	}
	return nil
}
