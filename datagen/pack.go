package datagen

import (
	"math/rand/v2"

	"sente/board"
)

// A Packer turns games into packed positions, filtered and split by game. It holds them all in
// memory, 32 bytes each, so that they can be shuffled fully.
type Packer struct {
	Filter  Filter
	HoldOut int // one game in so many is for validation; 0: none

	Train, Valid []Packed
	Verdicts     Verdicts
	Games        int64
}

// packedGame is a game's share of a Packer.
type packedGame struct {
	positions []Packed
	valid     bool
	verdicts  Verdicts
	err       error
}

// pack does the work for one game; many may run at a time.
func (k *Packer) pack(g *Game) (out packedGame) {
	out.valid = k.HoldOut > 0 && startHash(&g.Start)%uint64(k.HoldOut) == 0
	out.positions = make([]Packed, 0, len(g.Moves))
	out.err = g.Replay(func(_ int, p *board.Position, m board.Move, score int) {
		v := k.Filter.Judge(p, m, score)
		out.verdicts[v]++
		if v == Kept {
			out.positions = append(out.positions, Pack(p, score, g.Result, 0))
		}
	})
	return out
}

// take adds a game's share.
func (k *Packer) take(g packedGame) {
	k.Games++
	k.Verdicts.add(&g.verdicts)
	if g.valid {
		k.Valid = append(k.Valid, g.positions...)
	} else {
		k.Train = append(k.Train, g.positions...)
	}
}

// Add adds the positions of g that the filter keeps. A game with an illegal move adds nothing and
// is an *IllegalMoveError.
func (k *Packer) Add(g *Game) error {
	out := k.pack(g)
	if out.err != nil {
		return out.err
	}
	k.take(out)
	return nil
}

// Shuffle puts the positions of both sets in random order, the same for the same seed.
func (k *Packer) Shuffle(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	for _, set := range [][]Packed{k.Train, k.Valid} {
		r.Shuffle(len(set), func(i, j int) { set[i], set[j] = set[j], set[i] })
	}
}

// Write shuffles with seed and writes the two files.
func (k *Packer) Write(train, valid string, seed uint64) error {
	k.Shuffle(seed)
	if err := WritePackedFile(train, k.Train); err != nil {
		return err
	}
	if valid == "" {
		return nil
	}
	return WritePackedFile(valid, k.Valid)
}
