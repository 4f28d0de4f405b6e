package search_test

import (
	"context"
	"fmt"
	"time"

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
	fmt.Println(len(result.PV), "ply")
	// Output:
	// Rd8# mates: true
	// 1 ply
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

// A game goes on: Play keeps what the search must know of the positions before.
func ExampleRoot_Play() {
	root := search.Root{Pos: board.Start()}
	for _, text := range []string{"e4", "e5", "Nf3", "Nc6"} {
		m, err := root.Pos.ParseSAN(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		root.Play(m)
	}
	fmt.Println(len(root.Keys), "positions may come again")
	// Output: 2 positions may come again
}

// A context ends a search.
func ExampleEngine_Search() {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	root := search.Root{Pos: board.Start()}
	result, err := search.New().Search(ctx, root, search.Limits{}, nil)
	fmt.Println(result.Best != board.NoMove, err)
	// Output: true context deadline exceeded
}
