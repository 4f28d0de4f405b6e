package datagen

import (
	"runtime"
	"sync"

	"sente/board"
	"sente/ordering"
)

// noisyGain is how much a capture or promotion must win by the exchanges to make its position
// noisy: a pawn, in centipawns.
const noisyGain = 100

// noisy is the function of that name for a packed position. It fails if k is not a position.
func (k *Packed) noisy() (bool, error) {
	p, err := k.Position()
	return err == nil && noisy(&p), err
}

// noisy reports whether some capture or promotion wins material at once in p. A search finds such
// moves by itself, so a static evaluation need not know them.
func noisy(p *board.Position) bool {
	var moves board.MoveList
	p.Noisy(&moves)
	for _, m := range moves.Slice() {
		if ordering.SEEAtLeast(p, m, noisyGain) {
			return true
		}
	}
	return false
}

// noisyOf sets noisy[i] to whether positions[i] is noisy, on all cores. It fails at the first that
// is not a position, and returns its index.
func noisyOf(positions []Packed, noisy []bool) (at int, err error) {
	type fault struct {
		at  int
		err error
	}
	faults := make([]fault, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for w := range faults {
		wg.Go(func() {
			for i := w * len(positions) / len(faults); i < (w+1)*len(positions)/len(faults); i++ {
				var err error
				if noisy[i], err = positions[i].noisy(); err != nil {
					faults[w] = fault{i, err}
					return
				}
			}
		})
	}
	wg.Wait()
	for _, f := range faults {
		if f.err != nil {
			return f.at, f.err
		}
	}
	return 0, nil
}
