package tune_test

import (
	"fmt"
	"os"
	"path/filepath"

	"sente/tune"
)

// A run is planned, saved to a file and loaded again. Run would play its games.
func Example() {
	state, err := tune.New([]string{"RFPMargin"}, 1000, 0.002, 1, tune.Limit{Nodes: 5000})
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "tune")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "state.json")
	if err := state.Save(file); err != nil {
		fmt.Println(err)
		return
	}
	again, err := tune.Load(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Parameters[0].Name, again.Done, "of", again.Total, "iterations")
	// Output: RFPMargin 0 of 1000 iterations
}
