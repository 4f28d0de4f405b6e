package book_test

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"sente/board"
	"sente/book"
)

func Example() {
	start := board.Start()
	builder := book.NewBuilder(24, os.TempDir())
	defer builder.Close()
	for _, game := range []struct {
		first  string
		points int // of White: 2 for a win, 1 for a draw
	}{{"e2e4", 2}, {"e2e4", 1}, {"d2d4", 1}} {
		m, err := start.ParseMove(game.first)
		if err == nil {
			err = builder.Add(&start, []board.Move{m}, game.points)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	var file bytes.Buffer
	if _, err := builder.Write(context.Background(), &file, 1); err != nil {
		fmt.Println(err)
		return
	}
	b, err := book.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	entries, err := b.Lookup(&start)
	for _, e := range entries {
		fmt.Println(start.SAN(e.Move), e.Weight)
	}
	fmt.Println(err)
	// Output:
	// e4 3
	// d4 1
	// <nil>
}
