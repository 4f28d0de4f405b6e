package wdl

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Plot writes a picture as SVG, with a panel for each range of phases. Points are the measured
// shares of White's wins, draws and losses by score. Lines are those of m.
func (c *Counts) Plot(w io.Writer, m *Model) error {
	const columns, rows = 2, 2
	width := (c.Phase.Most - c.Phase.Least + columns*rows) / (columns * rows)
	plots := make([][]*plot.Plot, rows)
	for i := range columns * rows {
		to := c.Phase.Most - i*width // the opening first
		from := max(to-width+1, c.Phase.Least)
		p, err := c.panel(m, from, to)
		if err != nil {
			return fmt.Errorf("wdl: plot: %w", err)
		}
		plots[i/columns] = append(plots[i/columns], p)
	}
	canvas := vgsvg.New(26*vg.Centimeter, 18*vg.Centimeter)
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: vg.Centimeter, PadY: vg.Centimeter,
		PadTop: vg.Millimeter, PadBottom: vg.Millimeter,
		PadLeft: vg.Millimeter, PadRight: 3 * vg.Millimeter}
	for i, row := range plot.Align(plots, tiles, draw.New(canvas)) {
		for j := range row {
			plots[i][j].Draw(row[j])
		}
	}
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("wdl: plot: %w", err)
	}
	return nil
}

// fewPositions is how many positions a measured point needs at least.
const fewPositions = 50

// panel draws the phases in a range.
func (c *Counts) panel(m *Model, from, to int) (*plot.Plot, error) {
	bins := map[int]shares{}
	total := 0.0
	c.each(func(phase, score int, r *results) {
		if phase < from || phase > to {
			return
		}
		total += r.total()
		b := bins[binOf(score)]
		b.add(r, m.chances(phase, score))
		bins[binOf(score)] = b
	})
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s %d to %d, %.0f positions", c.Phase.Name, from, to, total)
	p.X.Label.Text = "score, centipawns of the search"
	p.Y.Min, p.Y.Max = 0, 1
	p.X.Min, p.X.Max = float64(-c.MaxScore), float64(c.MaxScore)
	p.Add(plotter.NewGrid())
	p.Legend.Left = true
	p.Legend.YOffs = 2 * vg.Centimeter
	for k, name := range []string{"loss", "draw", "win"} {
		var measured, modelled plotter.XYs
		for bin := binOf(-c.MaxScore); bin <= binOf(c.MaxScore); bin++ {
			b := bins[bin]
			n := b.measured.total()
			if n < fewPositions {
				continue
			}
			x := (float64(bin) + 0.5) * binWidth
			measured = append(measured, plotter.XY{X: x, Y: b.measured[k] / n})
			modelled = append(modelled, plotter.XY{X: x, Y: b.modelled[k] / n})
		}
		if len(measured) == 0 {
			continue
		}
		line, err := plotter.NewLine(modelled)
		if err != nil {
			return nil, err
		}
		points, err := plotter.NewScatter(measured)
		if err != nil {
			return nil, err
		}
		line.Color = colors[k]
		points.GlyphStyle = draw.GlyphStyle{Color: colors[k], Radius: vg.Points(1.8),
			Shape: draw.CircleGlyph{}}
		p.Add(line, points)
		p.Legend.Add(name, line, points)
	}
	return p, nil
}

// colors of losses, draws and wins.
var colors = [3]color.Color{
	color.RGBA{R: 0xc0, G: 0x30, B: 0x20, A: 0xff},
	color.RGBA{R: 0x70, G: 0x70, B: 0x70, A: 0xff},
	color.RGBA{R: 0x20, G: 0x80, B: 0x30, A: 0xff},
}
