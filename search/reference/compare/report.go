package compare

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"sente/search/reference"
)

// row is what one algorithm did, summed over all roots.
type row struct {
	name   string
	values []int // by root, for the side to move
	best   string
	reference.Counts
	revisits int64
	ordering int64 // leaves that shallow searches evaluated to order moves
	time     time.Duration
}

type report struct {
	*request
	roots   int
	rows    []row
	missing int // how many rows were given up
}

// A column is a column of the report: its heading and what stands in it.
type column struct {
	name string
	cell func(*row) string
}

func (p *report) columns() []column {
	count := func(of func(*row) int64) func(*row) string {
		return func(r *row) string { return strconv.FormatInt(of(r), 10) }
	}
	columns := []column{{"algorithm", func(r *row) string { return r.name }}}
	if p.roots == 1 {
		columns = append(columns,
			column{"value", func(r *row) string { return strconv.Itoa(r.values[0]) }},
			column{"best", func(r *row) string { return r.best }})
	} else {
		columns = append(columns,
			column{"value sum", count(func(r *row) int64 { return sum(r.values) })})
	}
	columns = append(columns,
		column{"nodes", count(func(r *row) int64 { return r.Nodes })},
		column{"leaves", count(func(r *row) int64 { return r.Leaves })},
		column{"ratio", p.ratio})
	if p.countRevisits {
		columns = append(columns,
			column{"revisits", count(func(r *row) int64 { return r.revisits })},
			column{"share", func(r *row) string {
				return fmt.Sprintf("%.3f", float64(r.revisits)/float64(max(r.Leaves, 1)))
			}})
	}
	if p.order == "shallow" {
		columns = append(columns,
			column{"ordering", count(func(r *row) int64 { return r.ordering })})
	}
	return append(columns,
		column{"cutoffs", count(func(r *row) int64 { return r.Cutoffs() })},
		column{"re-searches", count(func(r *row) int64 { return r.Researches })},
		column{"hits", count(func(r *row) int64 { return r.Hits })},
		column{"held", count(func(r *row) int64 { return int64(r.Held) })},
		column{"seconds", func(r *row) string { return fmt.Sprintf("%.3f", r.time.Seconds()) }})
}

// ratio is a row's leaves divided by those of alpha-beta, or empty if that was not run.
func (p *report) ratio(r *row) string {
	for i := range p.rows {
		if p.rows[i].name == "alpha-beta" && p.rows[i].Leaves > 0 {
			return fmt.Sprintf("%.3f", float64(r.Leaves)/float64(p.rows[i].Leaves))
		}
	}
	return ""
}

func sum(values []int) (s int64) {
	for _, v := range values {
		s += int64(v)
	}
	return s
}

func (p *report) writeTable(w io.Writer) error {
	fmt.Fprintf(w, "%s, depth %d, order %s", p.game, p.depth, p.order)
	if p.roots > 1 {
		fmt.Fprintf(w, ", sums over %d searches (held: the most)", p.roots)
	}
	fmt.Fprint(w, "\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	columns := p.columns()
	for i := range columns {
		fmt.Fprint(t, columns[i].name, "\t")
	}
	fmt.Fprintln(t)
	for i := range p.rows {
		for _, c := range columns {
			fmt.Fprint(t, c.cell(&p.rows[i]), "\t")
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

func (p *report) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	columns := p.columns()
	cells := make([]string, len(columns))
	for i := range columns {
		cells[i] = columns[i].name
	}
	if err := out.Write(cells); err != nil {
		return err
	}
	for i := range p.rows {
		for k, c := range columns {
			cells[k] = c.cell(&p.rows[i])
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// disagreement says which algorithm, if any, has found other values than the first one.
func (p *report) disagreement() error {
	for i := range p.rows {
		for k, v := range p.rows[i].values {
			if want := p.rows[0].values[k]; v != want {
				return fmt.Errorf("compare: search %d of %d: %s finds %d, %s %d",
					k+1, p.roots, p.rows[i].name, v, p.rows[0].name, want)
			}
		}
	}
	return nil
}
