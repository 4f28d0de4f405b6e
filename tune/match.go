package tune

import (
	"context"
	"sync"

	"sente/board"
	"sente/datagen"
	"sente/eval"
	"sente/search"
)

// Adjudication of tuning games: they only have to say who is better.
const (
	winScore  = 900 // centipawns; winPlies in a row, seen by both sides, end the game
	winPlies  = 4
	drawScore = 10 // centipawns; drawPlies in a row after drawFrom end the game
	drawPlies = 10
	drawFrom  = 60
	maxPlies  = 400
)

// pair is two engines that play each other in one goroutine.
type pair struct{ plus, minus *search.Engine }

func newPair() (*pair, error) {
	p := &pair{search.New(), search.New()}
	for _, e := range []*search.Engine{p.plus, p.minus} {
		if err := e.SetHash(4); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// play plays both games of an iteration and returns wins minus losses of the plus setting, and how
// many of the two games it won, drew and lost.
func (p *pair) play(x *perturbation, start board.Position, nodes uint64) (score int, wdl [3]int) {
	*p.plus.Params(), *p.minus.Params() = x.plus, x.minus
	for _, plusIsWhite := range [2]bool{true, false} {
		white, black := p.plus, p.minus
		if !plusIsWhite {
			white, black = black, white
		}
		result := game(white, black, start, nodes)
		if !plusIsWhite {
			result = -result
		}
		score += result
		wdl[1-result]++
	}
	return score, wdl
}

// game plays a game and returns 1, 0 or -1 for White.
func game(white, black *search.Engine, p board.Position, nodes uint64) int {
	engines := [2]*search.Engine{white, black}
	for _, e := range engines {
		e.NewGame()
	}
	var keys []uint64
	wins, draws, last := 0, 0, 0
	for ply := range maxPlies {
		if !p.HasLegalMove() {
			if !p.InCheck() {
				return 0
			}
			return 2*int(p.SideToMove()) - 1
		}
		if p.HalfmoveClock() >= 100 || p.InsufficientMaterial() || seenTwice(keys, p.Key()) {
			return 0
		}
		r := engines[p.SideToMove()].Begin(search.Root{Pos: p, Keys: keys}, search.Limits{Nodes: nodes}).Run(nil)
		score := r.Score
		if p.SideToMove() == board.Black {
			score = -score
		}
		wins, draws = count(wins, abs(score) >= winScore && (wins == 0 || score > 0 == (last > 0))), count(draws, abs(score) <= drawScore && ply >= drawFrom)
		last = score
		switch {
		case wins >= winPlies || eval.IsMate(score):
			if score > 0 {
				return 1
			}
			return -1
		case draws >= drawPlies:
			return 0
		}
		keys = append(keys, p.Key())
		var next board.Position
		p.Make(r.Best, &next)
		if p = next; p.HalfmoveClock() == 0 {
			keys = keys[:0]
		}
	}
	return 0
}

func count(n int, goesOn bool) int {
	if goesOn {
		return n + 1
	}
	return 0
}

func abs(n int) int { return max(n, -n) }

// seenTwice reports whether key stood twice before.
func seenTwice(keys []uint64, key uint64) bool {
	n := 0
	for _, k := range keys {
		if k == key {
			n++
		}
	}
	return n >= 2
}

// Run goes on with the run until its last iteration or until ctx is done, with so many goroutines
// that play, and calls after each iteration, in no particular order of their numbers, progress.
func (s *State) Run(ctx context.Context, threads int, openings *datagen.Openings, progress func(*State)) error {
	pairs := make([]*pair, threads)
	for i := range pairs {
		p, err := newPair()
		if err != nil {
			return err
		}
		pairs[i] = p
	}
	var mu sync.Mutex
	next := s.Done
	var players sync.WaitGroup
	for _, p := range pairs {
		players.Go(func() {
			for ctx.Err() == nil {
				mu.Lock()
				k := next
				if k >= s.Total {
					mu.Unlock()
					return
				}
				next++
				r := s.rng(k)
				x := s.perturb(k, r)
				mu.Unlock()
				score, wdl := p.play(&x, openings.Draw(r), s.Nodes)
				mu.Lock()
				s.learn(&x, score)
				s.Wins += wdl[0]
				s.Draws += wdl[1]
				s.Losses += wdl[2]
				progress(s)
				mu.Unlock()
			}
		})
	}
	players.Wait()
	return ctx.Err()
}
