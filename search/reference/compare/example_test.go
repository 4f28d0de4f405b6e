package compare_test

import (
	"context"
	"fmt"
	"strings"

	"sente/search/reference/compare"
)

// quiet shows nobody how far the comparison has got.
type quiet struct{}

func (quiet) Add(int) error   { return nil }
func (quiet) Describe(string) {}

func ExampleRun() {
	var out strings.Builder
	if err := compare.Run(context.Background(), []string{"-game", "tictactoe", "-depth", "4"}, &out, func(int) compare.Progress { return quiet{} }); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Contains(out.String(), "minimax"))
	// Output: true
}
