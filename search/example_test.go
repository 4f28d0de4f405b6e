package search_test

import (
	"fmt"

	"sente/board"
	"sente/eval"
	"sente/search"
)

func Example() {
	p, err := board.ParseFEN("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	engine := search.New()
	if err := engine.SetHash(16); err != nil { // MiB
		fmt.Println(err)
		return
	}
	result := engine.Begin(search.Root{Pos: p}, search.Limits{Depth: 5}).Run(nil)
	fmt.Println(p.SAN(result.Best), "mates:", eval.IsMate(result.Score))
	// Output: Rd8# mates: true
}

// Run tells how the search goes on.
func ExampleSearch_Run() {
	p := board.Start()
	engine := search.New()
	depths := 0
	engine.Begin(search.Root{Pos: p}, search.Limits{Depth: 4}).Run(func(i *search.Info) {
		if i.CurrMove == board.NoMove && len(i.PV) > 0 {
			depths = i.Depth
		}
	})
	fmt.Println("searched to depth", depths)
	// Output: searched to depth 4
}
