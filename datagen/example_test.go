package datagen_test

import (
	"fmt"

	"sente/board"
	"sente/datagen"
)

// A training position is 32 bytes: pieces, side to move, score and result.
func ExamplePack() {
	p := board.Start()
	packed := datagen.Pack(&p, 35, datagen.WhiteWins)
	back, err := packed.Position()
	fmt.Println(len(packed), packed.Score(), packed.Result() == datagen.WhiteWins, err)
	fmt.Println(back.FEN()) // rights to castle are not kept
	// Output:
	// 32 35 true <nil>
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
}
