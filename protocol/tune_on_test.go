//go:build tune

package protocol

import (
	"strconv"
	"strings"
	"testing"

	"sente/search"
)

// TestTunables: each number of the search is an option, and setting it changes the search.
func TestTunables(t *testing.T) {
	for _, number := range search.Tunables() {
		var b strings.Builder
		engine := search.New()
		u := New(&b, engine, Config{Name: "Sente test", Author: "nobody"})
		want := *engine.Params()
		if err := want.Set(number.Name, number.Min); err != nil {
			t.Fatal(err)
		}
		if err := u.SetOption(number.Name, strconv.Itoa(number.Min)); err != nil {
			t.Fatal(err)
		}
		if *engine.Params() != want {
			t.Errorf("%s: set to %d, it is not", number.Name, number.Min)
		}
	}
}
