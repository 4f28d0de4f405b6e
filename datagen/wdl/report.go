package wdl

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// Source returns the coefficients in the form that eval/wdl.go has.
func (m *Model) Source() string {
	list := func(name string, c []float64) string {
		text := make([]string, len(c))
		for i := range c {
			text[i] = fmt.Sprintf("%.0f", c[i]*parts)
		}
		return fmt.Sprintf("%s = [%d]int64{%s}\n", name, len(c), strings.Join(text, ", "))
	}
	return list("winA", m.A) + list("winB", m.B)
}

// bandWidth (in phases) and binWidth (in centipawns) are the sizes of the bins of Error and Plot.
const (
	bandWidth = 10
	binWidth  = 25
)

// Error returns how much the measured shares of wins, draws and losses differ from those of m. It
// takes scores and phases together in bins. It averages the difference over the three shares, and
// that over the positions. The result is between 0 and 1. For a perfect model it is what chance
// gives. It is 0 if nothing was counted.
func (c *Counts) Error(m *Model) float64 {
	type bin struct{ phase, score int }
	bins := map[bin]shares{}
	c.each(func(phase, score int, r *results) {
		at := bin{phase / bandWidth, binOf(score)}
		s := bins[at]
		s.add(r, m.chances(phase, score))
		bins[at] = s
	})
	sum := 0.0
	for _, s := range bins {
		for k := range s.measured {
			sum += math.Abs(s.measured[k]-s.modelled[k]) / 3
		}
	}
	return sum / float64(max(c.Positions, 1))
}

// binOf returns the number of a score's bin. Bin 0 begins at 0.
func binOf(score int) int { return int(math.Floor(float64(score) / binWidth)) }

// shares adds up the results of a bin's positions, and what a model expects of them.
type shares struct{ measured, modelled results }

// add adds positions with the results r, to which the model gives these chances.
func (s *shares) add(r *results, chances [3]float64) {
	for k := range r {
		s.measured[k] += r[k]
		s.modelled[k] += chances[k] * r.total()
	}
}

// Print writes a and b for each phase, and how many positions each row has.
func (c *Counts) Print(w io.Writer, m *Model) {
	fmt.Fprintf(w, "%10s %10s %8s %8s %10s\n", c.Phase.Name, "positions", "a", "b", "draws at 0")
	for from := c.Phase.Least - c.Phase.Least%bandWidth; from <= c.Phase.Most; from += bandWidth {
		n := 0.0
		c.each(func(phase, _ int, r *results) {
			if phase >= from && phase < from+bandWidth {
				n += r.total()
			}
		})
		middle := max(c.Phase.Least, min(from+bandWidth/2, c.Phase.Most))
		a, b := m.at(middle)
		fmt.Fprintf(w, "%10d %10.0f %8.1f %8.1f %8.1f %%\n",
			middle, n, a, b, 100*chances(a, b, 0)[1])
	}
}
