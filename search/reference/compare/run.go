package compare

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"sente/search/reference"
)

// runAll searches all roots with all algorithms asked for.
func runAll[G interface {
	reference.Game[G, M]
	reference.Rater[M]
}, M comparable](r *request, roots []G) (*report, error) {
	seeds := 1
	if r.order == "random" && len(roots) == 1 {
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
		return func(G, int, []M) {}
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
	for i := range plain {
		if !slices.Contains(names, plain[i].Name) {
			continue
		}
		bar.Describe(plain[i].Name)
		row := row{name: plain[i].Name}
		ordering = reference.Counts{}
		for _, root := range roots {
			for seed := range seeds {
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
				if err := bar.Add(1); err != nil {
					return nil, err
				}
			}
		}
		row.ordering = ordering.Leaves
		rep.rows = append(rep.rows, row)
	}
	return rep, nil
}

// chosen returns which of the names the command line asks for.
func (r *request) chosen(names []string) ([]string, error) {
	if r.algorithms == "" {
		return names, nil
	}
	list := strings.Split(r.algorithms, ",")
	for _, name := range list {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("algorithm %q is none of %s", name, strings.Join(names, ", "))
		}
	}
	return list, nil
}
