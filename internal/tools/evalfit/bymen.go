package main

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/stat"
)

// group is the samples with from to to men. members are their indices.
type group struct {
	from, to int
	members  []int
}

// groups divides the samples by their numbers of men: up to step, then up to twice step, and so on.
// Empty groups are left out.
func groups(samples []sample, step int) (all []group) {
	for to := step; to <= 32; to += step {
		g := group{from: max(to-step+1, fewestPacked), to: to}
		for i := range samples {
			if men := samples[i].position.Occupied().Count(); men >= g.from && men <= g.to {
				g.members = append(g.members, i)
			}
		}
		if len(g.members) > 0 {
			all = append(all, g)
		}
	}
	return all
}

// table prints a number for each group and evaluator.
func table(out io.Writer, title, format string, all []evaluator, groups []group,
	number func(j int, g *group) float64) {
	fmt.Fprintf(out, "\n%-24s %10s", "men: "+title, "positions")
	for _, e := range all {
		fmt.Fprintf(out, " %20s", e.name)
	}
	fmt.Fprintln(out)
	for i := range groups {
		g := &groups[i]
		fmt.Fprintf(out, "%-24s %10d", fmt.Sprintf("%d to %d", g.from, g.to), len(g.members))
		for j := range all {
			fmt.Fprintf(out, " %20s", fmt.Sprintf(format, number(j, g)))
		}
		fmt.Fprintln(out)
	}
}

// lossesByMen prints each evaluator's mean loss for every four numbers of men.
func lossesByMen(out io.Writer, all []evaluator, losses [][]float64, samples []sample) {
	table(out, "cross-entropy", "%.5f", all, groups(samples, 4), func(j int, g *group) float64 {
		return stat.Mean(pick(losses[j], g.members), nil)
	})
}

// scalesByMen prints the best scale for every eight numbers of men.
func scalesByMen(out io.Writer, all []evaluator, samples []sample) {
	table(out, "scale", "%.0f", all, groups(samples, 8), func(j int, g *group) float64 {
		scale, _ := fit(pick(all[j].score, g.members), pick(samples, g.members))
		return scale
	})
}

// temposByMen prints the mean tempo in the evaluations for every eight numbers of men. It prints
// NaN for an evaluator that was not asked about the turned positions.
func temposByMen(out io.Writer, all []evaluator, samples []sample) {
	table(out, "tempo", "%.1f", all, groups(samples, 8), func(j int, g *group) float64 {
		if all[j].turned == nil {
			return math.NaN()
		}
		gains := make([]float64, len(g.members))
		for i, at := range g.members {
			gains[i] = (all[j].score[at] - all[j].turned[at]) / 2
		}
		fromWhite(gains, pick(samples, g.members))
		return stat.Mean(gains, nil)
	})
}

// pick returns the elements of all at the given indices.
func pick[T any](all []T, members []int) []T {
	some := make([]T, len(members))
	for i, at := range members {
		some[i] = all[at]
	}
	return some
}

// turned returns the samples with the other side to move. They are legal, because no king is in
// check.
func turned(samples []sample) []sample {
	all := make([]sample, len(samples))
	for i := range samples {
		all[i] = samples[i]
		samples[i].position.MakeNull(&all[i].position)
	}
	return all
}
