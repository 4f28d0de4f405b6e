package eval_test

import (
	"fmt"

	"sente/board"
	"sente/eval"
)

func Example() {
	p, err := board.ParseFEN("4k3/8/8/8/8/8/4P3/QQQQK3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var s eval.State // the zero State counts material; UseNetwork gives it a network
	s.Reset(&p)
	score := s.Evaluate(&p)
	win, draw, loss := eval.WinModelFor(&p).WDL(score)
	fmt.Println("better for the side to move:", score > 2000)
	fmt.Println("of 1000 games", win, "won,", draw, "drawn,", loss, "lost")
	fmt.Println("mate in 3 plies is a mate score:", eval.IsMate(eval.MateIn(3)))
	// Output:
	// better for the side to move: true
	// of 1000 games 1000 won, 0 drawn, 0 lost
	// mate in 3 plies is a mate score: true
}
