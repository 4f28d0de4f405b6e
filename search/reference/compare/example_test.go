package compare_test

import (
	"context"
	"fmt"
	"strings"

	"sente/search/reference/compare"
)

// quiet is a Progress that shows nothing.
type quiet struct{}

func (quiet) Add(int) error   { return nil }
func (quiet) Describe(string) {}

func ExampleRun() {
	var out strings.Builder
	args := []string{"-game", "tictactoe", "-depth", "4"}
	silent := func(int) compare.Progress { return quiet{} }
	if err := compare.Run(context.Background(), args, &out, silent); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Contains(out.String(), "minimax"))
	// Output: true
}
