package board_test

import (
	"fmt"

	"sente/board"
)

func Example() {
	p := board.Start()
	for _, text := range []string{"e4", "e5", "Nf3"} {
		m, err := p.ParseSAN(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p = p.After(m)
	}
	fmt.Println(p.FEN())
	fmt.Println(p.CountLegal(), "legal moves, in check:", p.InCheck())
	// Output:
	// rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2
	// 29 legal moves, in check: false
}

func ExamplePosition_Legal() {
	p, err := board.ParseFEN("4k3/P6R/8/8/8/8/8/4K3 b - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var moves board.MoveList
	p.Legal(&moves)
	for _, m := range moves.Slice() {
		fmt.Println(m, p.SAN(m))
	}
	// Unordered output:
	// e8d8 Kd8
	// e8f8 Kf8
}

func ExampleParseFEN_error() {
	_, err := board.ParseFEN("4k3/8/8/8/8/8/8/4K3 x - - 0 1")
	fmt.Println(err)
	// Output: fen: side "x": neither "w" nor "b"
}

func ExamplePosition_Perft() {
	p := board.Start()
	fmt.Println(p.Perft(4))
	// Output: 197281
}
