package datagen

import (
	"errors"
	"math/rand/v2"

	"sente/board"
)

// A Packer turns games into packed positions, filtered and split by game. It holds all of them in
// memory, so that it can shuffle them fully. A position takes 32 bytes, and up to 72 while the list
// grows.
type Packer struct {
	Filter  Filter
	HoldOut int // one in this many games is for validation; 0: none

	Train, Valid []Packed
	Verdicts     Verdicts
}

// packedGame is what one game adds to a Packer.
type packedGame struct {
	positions []Packed
	valid     bool
	verdicts  Verdicts
	err       error
}

// pack does the work for one game. Many goroutines may run it at the same time.
func (k *Packer) pack(g *Game) (out packedGame) {
	out.valid = k.HoldOut > 0 && g.splitHash()%uint64(k.HoldOut) == 0
	out.positions = make([]Packed, 0, len(g.Moves))
	out.err = g.Replay(func(_ int, p *board.Position, m board.Move, score int) {
		v := k.Filter.Judge(p, m, score)
		out.verdicts[v]++
		if v == Kept {
			out.positions = append(out.positions, Pack(p, score, g.Result))
		}
	})
	return out
}

// take adds what pack made of a game.
func (k *Packer) take(g packedGame) {
	k.Verdicts.add(&g.verdicts)
	if g.valid {
		k.Valid = append(k.Valid, g.positions...)
	} else {
		k.Train = append(k.Train, g.positions...)
	}
}

// Add adds the positions of g that the filter keeps. If g has an illegal move, Add adds nothing and
// returns a *GameError.
func (k *Packer) Add(g *Game) error {
	out := k.pack(g)
	if out.err != nil {
		return out.err
	}
	k.take(out)
	return nil
}

// gamesAtATime is how many games one job of AddFiles has.
const gamesAtATime = 64

// AddFiles adds the games of game files, on all cores. A game with an illegal move is skipped, and
// its *GameError is passed to report. The error joins the damage in the files. read is told how
// many bytes of each file have been read. Neither read nor report may be nil.
func (k *Packer) AddFiles(paths []string,
	read func(file string, bytes int64), report func(error)) error {
	batches := make(chan []*Game, 4)
	var damage error
	go func() {
		defer close(batches)
		var batch []*Game
		damage = ReadGames(paths, func(g *Game) error {
			read(g.Read())
			if batch = append(batch, g); len(batch) == gamesAtATime {
				batches <- batch
				batch = nil
			}
			return nil
		})
		batches <- batch
	}()
	failed := mapOrdered(func() ([]*Game, bool) {
		batch, ok := <-batches
		return batch, ok
	}, func(batch []*Game) []packedGame {
		out := make([]packedGame, len(batch))
		for i, g := range batch {
			out[i] = k.pack(g)
		}
		return out
	}, func(games []packedGame) error {
		for _, g := range games {
			if g.err != nil {
				report(g.err)
				continue
			}
			k.take(g)
		}
		return nil
	})
	return errors.Join(failed, damage)
}

// Shuffle puts the positions of both sets into random order. The same seed gives the same order.
func (k *Packer) Shuffle(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	for _, set := range [][]Packed{k.Train, k.Valid} {
		r.Shuffle(len(set), func(i, j int) { set[i], set[j] = set[j], set[i] })
	}
}
