package main

import (
	"bufio"
	"math/rand/v2"
	"os"

	"sente/board"
	"sente/pgn"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	w := pgn.NewWriter(out)
	r := rand.New(rand.NewPCG(1, 2))
	for range 120000 {
		g := &pgn.Game{Start: board.Start(), Result: "1-0"}
		pos := g.Start
		for range 110 {
			var list board.MoveList
			pos.Legal(&list)
			if list.N == 0 {
				break
			}
			m := list.Moves[r.IntN(list.N)]
			g.Moves = append(g.Moves, pgn.Move{Move: m})
			before := pos
			before.Make(m, &pos)
		}
		w.Write(g)
	}
}
