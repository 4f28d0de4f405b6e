package compare

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"sente/search/reference"
)

// runAll searches all roots with all algorithms asked for. An algorithm can't be stopped. When
// r.ctx is done, the running one goes on in the background, and the report has those before it.
func runAll[G interface {
	reference.Game[G, M]
	reference.Rater[M]
}, M comparable](r *request, roots []G) (*report, error) {
	seeds := 1
	if r.order == "random" && r.game != "tree" { // each tree has a seed of its own
		seeds = r.roots
	}
	rep := &report{request: r, roots: len(roots) * seeds}
	var ordering reference.Counts
	order := func(seed int) reference.Order[G, M] {
		switch r.order {
		case "moves":
			return reference.ByRate[G, M]
		case "shallow":
			return reference.ByShallowSearch[G, M](&ordering)
		case "random":
			return reference.Shuffled[G, M](r.shape.Seed + uint64(seed))
		}
		return nil
	}
	type ordered = reference.Ordered[G, M]
	type traced = reference.Traced[ordered, M]
	plain := reference.Algorithms[ordered, M](r.settings)
	followed := reference.Algorithms[traced, M](r.settings)
	var all []string
	for _, a := range plain {
		all = append(all, a.Name)
	}
	names, err := r.chosen(all)
	if err != nil {
		return nil, err
	}
	bar := r.progress(len(names) * rep.roots)
	search := func(i int) row {
		bar.Describe(plain[i].Name)
		row := row{name: plain[i].Name}
		ordering = reference.Counts{}
		for number, root := range roots {
			for seed := range seeds {
				if r.game == "tree" {
					seed = number
				}
				g := reference.Reorder(root, r.depth, order(seed))
				begin := time.Now()
				var result reference.Result[M]
				if r.countRevisits {
					trace := reference.NewTrace(maphash.MakeSeed())
					result = followed[i].Search(reference.Follow(g, trace), r.depth)
					row.revisits += trace.Revisits()
				} else {
					result = plain[i].Search(g, r.depth)
				}
				row.time += time.Since(begin)
				row.values = append(row.values, result.Value)
				row.Add(result.Counts)
				if r.depth > 0 && !root.Terminal() {
					row.best = fmt.Sprint(result.Best)
				}
				bar.Add(1)
			}
		}
		row.ordering = ordering.Leaves
		return row
	}
	rows := make(chan row, len(names)) // room for all: the goroutine never waits
	go func() {
		defer close(rows)
		for i := range plain {
			if slices.Contains(names, plain[i].Name) {
				rows <- search(i)
			}
		}
	}()
	for {
		select {
		case row, more := <-rows:
			if !more {
				return rep, nil
			}
			rep.rows = append(rep.rows, row)
		case <-r.ctx.Done():
			rep.missing = len(names) - len(rep.rows)
			return rep, nil
		}
	}
}

// chosen returns which of the names the command line asks for.
func (r *request) chosen(names []string) ([]string, error) {
	if r.algorithms == "" {
		return names, nil
	}
	list := strings.Split(r.algorithms, ",")
	for i, name := range list {
		if slices.Contains(list[:i], name) {
			return nil, fmt.Errorf("algorithm %q is named twice", name)
		}
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("algorithm %q is none of %s", name, strings.Join(names, ", "))
		}
	}
	return list, nil
}
