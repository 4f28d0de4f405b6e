//go:build tune

package protocol

import "sente/search"

// tunables makes every tunable number of the search an option. That serves tuning, and matches
// between two settings of one program.
func tunables() []option {
	var list []option
	for _, t := range search.Tunables() {
		list = append(list, spinOption(t.Name, t.Default, t.Min, t.Max, func(u *UCI, n int) error {
			return u.engine.Params().Set(t.Name, n)
		}))
	}
	return list
}
