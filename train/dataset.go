package train

import (
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"os"

	"sente/board"
	"sente/datagen"
)

// Filter says which positions of a file are left out.
type Filter struct {
	MaxScore int `json:"max_score"` // centipawns: a larger absolute score is left out; 0: none is
	MinPly   int `json:"min_ply"`   // an earlier ply is left out
}

func (f Filter) keeps(k *datagen.Packed) bool {
	if k.Ply() < f.MinPly {
		return false
	}
	score := k.Score()
	return f.MaxScore == 0 || -f.MaxScore <= score && score <= f.MaxScore
}

// Dataset holds positions in memory, 32 bytes each.
type Dataset struct {
	Train, Valid []datagen.Packed
	Skipped      int // left out by the filter
}

// holdoutBlocks is how many places of each file the held-out positions come from. Each is a run of
// neighbours, so in a file that keeps its games together at most this many games are on both sides.
const holdoutBlocks = 32

// LoadDataset reads the files of data and valid, which may be none. From each of data it holds the
// given share (0 ≤ holdout < 1) out for validation.
func LoadDataset(data, valid []string, holdout float64, filter Filter) (*Dataset, error) {
	d := new(Dataset)
	size := int64(0) // of all at once: growing step by step would take twice the memory
	for _, path := range data {
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
		size += info.Size()
	}
	d.Train = make([]datagen.Packed, 0, size/datagen.PackedSize)
	for _, path := range data {
		all, err := datagen.ReadPackedFile(path)
		if err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
		for b := range holdoutBlocks {
			block := all[len(all)*b/holdoutBlocks : len(all)*(b+1)/holdoutBlocks]
			cut := len(block) - int(float64(len(block))*holdout)
			d.Train = d.add(d.Train, block[:cut], filter)
			d.Valid = d.add(d.Valid, block[cut:], filter)
		}
	}
	for _, path := range valid {
		all, err := datagen.ReadPackedFile(path)
		if err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
		d.Valid = d.add(d.Valid, all, filter)
	}
	if len(d.Train) == 0 {
		return nil, errors.New("train: no position left to train on")
	}
	return d, nil
}

func (d *Dataset) add(to, from []datagen.Packed, filter Filter) []datagen.Packed {
	for i := range from {
		if filter.keeps(&from[i]) {
			to = append(to, from[i])
		} else {
			d.Skipped++
		}
	}
	return to
}

// digest returns the CRC-32 (IEEE) of the training positions, in order.
func (d *Dataset) digest() uint32 {
	sum := crc32.NewIEEE()
	for i := range d.Train {
		sum.Write(d.Train[i][:])
	}
	return sum.Sum32()
}

// target returns the expected result for the side to move, 0 to 1: wdl parts the game's result,
// the rest the score as a probability on the given scale (centipawns).
func target(k *datagen.Packed, wdl, scale float64) float64 {
	score, result := float64(k.Score()), float64(k.Result())/2
	if k.SideToMove() == board.Black {
		score, result = -score, 1-result
	}
	return wdl*result + (1-wdl)*sigmoid(score/scale)
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// fitSample is how many positions FitScale looks at.
const fitSample = 200_000

// FitScale returns the scale in centipawns for which sigmoid(score/scale) predicts the games'
// results best (least squared error), between 50 and 1000; it looks at an even sample.
func (d *Dataset) FitScale() float64 {
	step := max(len(d.Train)/fitSample, 1)
	loss := func(scale float64) (sum float64) {
		for i := 0; i < len(d.Train); i += step {
			k := &d.Train[i]
			e := sigmoid(float64(k.Score())/scale) - float64(k.Result())/2
			sum += e * e
		}
		return sum
	}
	// Golden-section search: the error has one valley in the scale.
	golden := (math.Sqrt(5) - 1) / 2
	low, high := 50.0, 1000.0
	for high-low > 0.5 {
		a, b := high-golden*(high-low), low+golden*(high-low)
		if loss(a) < loss(b) {
			high = b
		} else {
			low = a
		}
	}
	return math.Round((low + high) / 2)
}
