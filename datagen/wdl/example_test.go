package wdl_test

import (
	"fmt"
	"math"

	"sente/board"
	"sente/datagen"
	"sente/datagen/wdl"
)

// White wins half of the games where it is 100 centipawns ahead, and loses half where it is 100
// behind. The model finds these 100 centipawns.
func ExampleFit() {
	counts := wdl.NewCounts(wdl.Phases[0], 500)
	start := board.Start()
	m, err := start.ParseMove("e2e4")
	if err != nil {
		fmt.Println(err)
		return
	}
	chance := func(score int16) float64 { return 1 / (1 + math.Exp((100-float64(score))/50)) }
	for score := int16(-300); score <= 300; score += 100 {
		for i := range 100 {
			result := datagen.Draw
			switch n := float64(i) + 0.5; {
			case n < 100*chance(score):
				result = datagen.WhiteWins
			case n > 100-100*chance(-score):
				result = datagen.BlackWins
			}
			if err := counts.Add(&datagen.Game{Start: start, Result: result,
				Moves: []board.Move{m}, Scores: []int16{score}}); err != nil {
				fmt.Println(err)
				return
			}
		}
	}
	model, err := wdl.Fit(counts, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(counts.Games, "games; even chance to win near 100:", math.Abs(model.A[0]-100) < 10)
	// Output: 700 games; even chance to win near 100: true
}
