//go:build tune

package protocol

import "sente/search"

// tunables offers every number of the search as an option, for tuning and for matches between two
// settings of one program.
func tunables() []option {
	var list []option
	for _, t := range search.Tunables() {
		list = append(list, spinOption(t.Name, t.Default, t.Min, t.Max, func(u *UCI, n int) error {
			return u.engine.Params().Set(t.Name, n)
		}))
	}
	return list
}
