package pgn_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"sente/pgn"
)

func Example() {
	games := pgn.NewReader(
		strings.NewReader("[White \"Anna\"]\n\n1. f3 e5 2. g4 {[%clk 0:09:58]} Qh4# 0-1"))
	g, err := games.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	left, _ := pgn.Clock(g.Moves[2].Comment)
	fmt.Println(g.Tag("White"), g.Result, len(g.Moves), left)

	g.SetTag("Black", "Bert")
	g.Moves[2].NAGs = append(g.Moves[2].NAGs, 4) // ??
	if err := pgn.NewWriter(os.Stdout).Write(g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Anna 0-1 4 9m58s
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Anna"]
	// [Black "Bert"]
	// [Result "0-1"]
	//
	// 1. f3 e5 2. g4 $4 {[%clk 0:09:58]} 2... Qh4# 0-1
}

// A broken game is passed over; the next one is read.
func ExampleReader_Next() {
	games := pgn.NewReader(strings.NewReader("1. e5 *\n\n[Event \"x\"]\n\n1. e4 c5 *\n"))
	for {
		g, err := games.Next()
		if broken, ok := errors.AsType[*pgn.Error](err); ok {
			fmt.Println("left out: the game in line", broken.Line)
			continue
		}
		if err != nil {
			break // io.EOF, or the file can't be read
		}
		for i, p := range g.Positions()[:len(g.Moves)] {
			fmt.Print(p.SAN(g.Moves[i].Move), " ")
		}
		fmt.Println(g.Result)
	}
	// Output:
	// left out: the game in line 1
	// e4 c5 *
}
