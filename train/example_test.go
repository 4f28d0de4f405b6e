package train_test

import (
	"fmt"
	"os"
	"path/filepath"

	"sente/board"
	"sente/datagen"
	"sente/train"
)

// A small network learns two positions.
func Example() {
	var positions []datagen.Packed
	for range 128 {
		for fen, result := range map[string]datagen.Result{
			"4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1": datagen.WhiteWins,
			"qqqqk3/8/8/8/8/8/8/4K3 w - - 0 1": datagen.BlackWins,
		} {
			p, err := board.ParseFEN(fen)
			if err != nil {
				fmt.Println(err)
				return
			}
			score := 1000
			if result == datagen.BlackWins {
				score = -1000
			}
			positions = append(positions, datagen.Pack(&p, score, result))
		}
	}
	dir, err := os.MkdirTemp("", "train")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "two.packed")
	if err := datagen.WritePackedFile(file, positions); err != nil {
		fmt.Println(err)
		return
	}
	data, err := train.OpenData([]string{file}, nil, 0, train.Filter{})
	if err != nil {
		fmt.Println(err)
		return
	}
	kings, err := train.StandardKingMap(1)
	if err != nil {
		fmt.Println(err)
		return
	}
	trainer, err := train.New(train.Recipe{
		Shape: train.Shape{Layers: 1, Hidden: 32, KingMap: kings, OutputBuckets: 1},
		Batch: 64, Positions: 4096, Superbatch: 2048, LR: 0.01, LREnd: 0.001, LossExponent: 2,
		Scale: 200, Seed: 1, Pool: 1024,
	}, data, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for !trainer.Done() {
		if _, _, err := trainer.Step(); err != nil {
			fmt.Println(err)
			return
		}
	}
	net, err := trainer.Quantise("example", 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	won, err := positions[0].Position()
	if err != nil {
		fmt.Println(err)
		return
	}
	score := net.Evaluate(&won)
	fmt.Println(trainer.Positions(), "positions; the network knows who wins:",
		(score > 0) == (positions[0].Score() > 0))
	// Output: 4096 positions; the network knows who wins: true
}
