package nnue_test

import (
	"bytes"
	"fmt"

	"sente/board"
	"sente/eval/nnue"
)

func Example() {
	net := nnue.Default() // the one that is built in
	if net == nil {
		fmt.Println("no network is built in")
		return
	}
	var file bytes.Buffer
	if err := net.Write(&file); err != nil {
		fmt.Println(err)
		return
	}
	same, err := nnue.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := board.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	score := net.Evaluate(&p)
	fmt.Println("White has no queen and stands worse:", score < -300)
	fmt.Println("a copy says the same:", same.Evaluate(&p) == score)
	// Output:
	// White has no queen and stands worse: true
	// a copy says the same: true
}
