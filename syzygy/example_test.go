package syzygy_test

import (
	"fmt"

	"sente/board"
	"sente/syzygy"
)

func Example() {
	tables, errs := syzygy.Open("testdata") // all three-men tables
	defer tables.Close()
	p, err := board.ParseFEN("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")
	if err != nil || len(errs) > 0 {
		fmt.Println(err, errs)
		return
	}
	wdl, ok := tables.ProbeWDL(&p)
	fmt.Println(wdl, ok) // stalemate
	p, err = board.ParseFEN("4k3/8/8/8/8/8/8/4K2Q w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	wdl, ok = tables.ProbeWDL(&p)
	plies, _ := tables.ProbeDTZ(&p)
	fmt.Println(wdl, ok, plies, "plies to mate or to a pawn's move")
	// Output:
	// draw true
	// win true 13 plies to mate or to a pawn's move
}
