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

// named is how many lines of a plot have a colour and a name. These are the numbers that moved
// furthest. The others are grey.
const named = 20

// Plot draws how far each number moved from its start, in its own steps. The file's ending gives
// the format: svg or png.
func (s *State) Plot(path string) error {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%d of %d iterations, %s", s.Done, s.Total, s.Limit)
	p.X.Label.Text = "iterations"
	p.Y.Label.Text = "steps from the start"
	p.Legend.Top = true
	p.Legend.TextStyle.Font.Size = vg.Points(9)
	order := s.byMoved()
	for rank := len(order) - 1; rank >= 0; rank-- { // the one that moved furthest is drawn on top
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

// moved returns how many steps a value of parameter i is from its start.
func (s *State) moved(i int, value float64) float64 {
	return (value - s.History[0][i]) / s.Parameters[i].Step
}

// curve returns the line of parameter i, from its start to now.
func (s *State) curve(i int) plotter.XYs {
	var line plotter.XYs
	for k, row := range s.History {
		line = append(line, plotter.XY{X: float64(k * s.interval()), Y: s.moved(i, row[i])})
	}
	if last := len(line) - 1; last >= 0 && line[last].X < float64(s.Done) {
		line = append(line, plotter.XY{X: float64(s.Done), Y: s.moved(i, s.Parameters[i].Value)})
	}
	return line
}

// byMoved returns the indices of the parameters. Those that moved furthest come first.
func (s *State) byMoved() []int {
	order := make([]int, len(s.Parameters))
	for i := range order {
		order[i] = i
	}
	if len(s.History) > 0 {
		far := func(i int) float64 { return math.Abs(s.moved(i, s.Parameters[i].Value)) }
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(far(b), far(a)) })
	}
	return order
}

// addLine draws parameter i. rank is its place in byMoved, from 0.
func (s *State) addLine(p *plot.Plot, i, rank int) error {
	if len(s.History) == 0 {
		return nil
	}
	l, err := plotter.NewLine(s.curve(i))
	if err != nil {
		return err
	}
	p.Add(l)
	if rank >= named {
		l.Color = color.Gray{Y: 210}
		return nil
	}
	l.Color, l.Dashes = plotutil.Color(rank), plotutil.Dashes(rank/len(plotutil.DefaultColors))
	p.Legend.Add(fmt.Sprintf("%s %.0f", s.Parameters[i].Name, s.Parameters[i].Value), l)
	return nil
}
