package notnil_test

import (
	"fmt"

	"sente/board"
	"sente/search/reference"
	"sente/search/reference/games"
	"sente/search/reference/notnil"
)

// The same search over two libraries' rules of chess finds the same value.
func Example() {
	const fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
	theirs, err := notnil.New(fen)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := board.ParseFEN(fen)
	if err != nil {
		fmt.Println(err)
		return
	}
	ours := games.NewChess(p, nil)
	fmt.Println(reference.AlphaBeta(theirs, 2).Value == reference.AlphaBeta(ours, 2).Value)
	// Output: true
}
