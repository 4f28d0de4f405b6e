package tune

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"sente/internal/outfile"
)

// named is how many lines of a plot have a colour and a name: those of the numbers that ended
// furthest from where they began. The others are grey.
const named = 20

// Plot draws how each number moved, in steps of its own away from where it began, to a file whose
// ending names the format: svg or png.
func (s *State) Plot(path string) error {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%d of %d iterations, %s", s.Done, s.Total, s.Limit)
	p.X.Label.Text = "iterations"
	p.Y.Label.Text = "steps from the start"
	p.Legend.Top = true
	p.Legend.TextStyle.Font.Size = vg.Points(9)
	order := s.byMoved()
	for rank := len(order) - 1; rank >= 0; rank-- { // the greatest on top
		if err := s.addLine(p, order[rank], rank); err != nil {
			return fmt.Errorf("tune: plot: %w", err)
		}
	}
	p.X.Max *= 1.25 // room for the legend
	picture, err := p.WriterTo(11*vg.Inch, 7*vg.Inch, strings.TrimPrefix(filepath.Ext(path), "."))
	if err != nil {
		return fmt.Errorf("tune: plot: %w", err)
	}
	return outfile.Write(path, func(w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}

// moved returns how many of its steps parameter i was from its start at a point of the history.
func (s *State) moved(i, point int) float64 {
	return (s.History[point][i] - s.History[0][i]) / s.Parameters[i].Step
}

// byMoved returns the numbers of the parameters, those that ended furthest from their start first.
func (s *State) byMoved() []int {
	order := make([]int, len(s.Parameters))
	for i := range order {
		order[i] = i
	}
	if last := len(s.History) - 1; last > 0 {
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(math.Abs(s.moved(b, last)), math.Abs(s.moved(a, last)))
		})
	}
	return order
}

// addLine draws parameter i, which is number rank by how far it moved.
func (s *State) addLine(p *plot.Plot, i, rank int) error {
	if len(s.History) == 0 {
		return nil
	}
	line := make(plotter.XYs, len(s.History))
	for k := range line {
		line[k] = plotter.XY{X: float64(k * s.interval()), Y: s.moved(i, k)}
	}
	l, err := plotter.NewLine(line)
	if err != nil {
		return err
	}
	p.Add(l)
	if rank >= named {
		l.Color = color.Gray{Y: 210}
		return nil
	}
	l.Color, l.Dashes = plotutil.Color(rank), plotutil.Dashes(rank/7)
	p.Legend.Add(fmt.Sprintf("%s %.0f", s.Parameters[i].Name, s.Parameters[i].Value), l)
	return nil
}
