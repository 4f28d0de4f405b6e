package games_test

import (
	"fmt"

	"sente/search/reference"
	"sente/search/reference/games"
)

// With best play tic-tac-toe is a draw.
func Example() {
	fmt.Println(reference.AlphaBeta(games.TicTacToe{}, 9).Value)
	// Output: 0
}
