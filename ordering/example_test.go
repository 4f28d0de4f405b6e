package ordering_test

import (
	"fmt"

	"sente/board"
	"sente/ordering"
)

// Static exchange evaluation is what a capture wins after all recaptures.
func ExampleSEEAtLeast() {
	p, err := board.ParseFEN("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.ParseSAN("Rxe5+")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ordering.SEEAtLeast(&p, m, 0)) // a rook for a pawn
	// Output: false
}

// A picker yields the table's move first, then captures, then quiet moves.
func ExamplePicker() {
	p, err := board.ParseFEN("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var history ordering.History
	var continuations ordering.Continuations
	for i := range continuations {
		continuations[i] = new(ordering.PieceTo)
	}
	ttMove, err := p.ParseSAN("Kd2")
	if err != nil {
		fmt.Println(err)
		return
	}
	var picker ordering.Picker
	picker.All(&p, &history, &continuations, ttMove, board.NoMove)
	for range 2 {
		fmt.Println(p.SAN(picker.Next()))
	}
	// Output:
	// Kd2
	// exd5
}
