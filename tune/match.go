package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"sente/board"
	"sente/datagen"
	"sente/search"
)

// adjudication ends tuning games early, because they only have to show who is better. It calls one
// game in twenty wrongly, but far more games are played (docs/experiments/data-adjudication.md).
var adjudication = datagen.Adjudication{
	WinScore: 200, WinPlies: 6, DrawScore: 20, DrawPlies: 8, DrawFrom: 60,
}

// maxPlies is the length at which a game counts as drawn.
const maxPlies = 400

// hash is the size of each player's table in MiB.
const hash = 16

// pair is two engines that play each other in one goroutine.
type pair struct{ plus, minus *search.Engine }

func newPair() (*pair, error) {
	p := &pair{search.New(), search.New()}
	for _, e := range []*search.Engine{p.plus, p.minus} {
		if err := e.SetHash(hash); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// opening draws the position that both games of an iteration begin from. The same state of r draws
// the same position. If self-play would reject a random opening as lopsided, another is drawn,
// because a lopsided opening decides both games. A position of a book is taken as it is.
func (p *pair) opening(openings *datagen.Openings, r *rand.Rand) (board.Position, error) {
	usual := datagen.DefaultSelfPlay()
	limits := search.Limits{SoftNodes: usual.Nodes, Nodes: usual.Nodes * usual.HardFactor}
	for {
		start := openings.Draw(r)
		if len(openings.Book) > 0 {
			return start, nil
		}
		*p.plus.Params() = search.DefaultParams()
		p.plus.NewGame()
		found, err := run(p.plus, search.Root{Pos: start}, limits)
		if err != nil || -usual.Reject <= found.Score && found.Score <= usual.Reject {
			return start, err
		}
	}
}

// run searches a position. If the search breaks off, that is an error, and it must not decide a
// game.
func run(e *search.Engine, root search.Root, limits search.Limits) (search.Result, error) {
	found, err := e.Search(context.Background(), root, limits, nil)
	if err != nil {
		return found, fmt.Errorf("tune: %s: %w", root.Pos.FEN(), err)
	}
	return found, nil
}

// play plays both games of an iteration. It returns wins minus losses of the plus setting, and how
// many of the two games that setting won, drew and lost.
func (p *pair) play(x *perturbation, start board.Position, limit Limit) (
	score int, wdl [3]int, err error,
) {
	*p.plus.Params(), *p.minus.Params() = x.plus, x.minus
	for _, plusIsWhite := range [2]bool{true, false} {
		white, black := p.plus, p.minus
		if !plusIsWhite {
			white, black = black, white
		}
		result, err := game(white, black, start, limit)
		if err != nil {
			return 0, wdl, err
		}
		if !plusIsWhite {
			result = -result
		}
		score += result
		wdl[1-result]++
	}
	return score, wdl, nil
}

// nodesTime makes a node last a microsecond on the engines' clocks.
const nodesTime = 1000

// ofMove returns the limits for every move of a game. The engines keep clocks of their own.
func (l Limit) ofMove() search.Limits {
	if l.Nodes > 0 {
		return search.Limits{Nodes: l.Nodes}
	}
	left := time.Duration(l.Clock) * time.Microsecond
	inc := time.Duration(l.Increment) * time.Microsecond
	return search.Limits{Time: [2]time.Duration{left, left}, Inc: [2]time.Duration{inc, inc},
		HasTime: [2]bool{true, true}}
}

// game plays a game and returns 1 if White wins, 0 for a draw, -1 if Black wins.
func game(white, black *search.Engine, start board.Position, limit Limit) (int, error) {
	engines := [2]*search.Engine{white, black}
	limits := limit.ofMove()
	for _, e := range engines {
		e.SetNodesTime(nodesTime)
		e.NewGame()
	}
	root := search.Root{Pos: start}
	p := &root.Pos
	judge := datagen.Judge{Rules: &adjudication}
	for range maxPlies {
		if result, reason := datagen.RuledEnd(p, root.Keys); reason != datagen.Unknown {
			return points(result), nil
		}
		r, err := run(engines[p.SideToMove()], root, limits)
		if err != nil {
			return 0, err
		}
		score := r.Score
		if p.SideToMove() == board.Black {
			score = -score
		}
		if result, over := judge.Add(p.Ply(), score); over {
			return points(result), nil
		}
		root.Play(r.Best)
	}
	return 0, nil
}

// points returns 1 if White won, 0 for a draw, -1 if Black won.
func points(r datagen.Result) int {
	switch r {
	case datagen.WhiteWins:
		return 1
	case datagen.BlackWins:
		return -1
	}
	return 0
}

// checkOpenings returns what self-play would refuse in openings.
func checkOpenings(openings *datagen.Openings) error {
	if openings == nil {
		return errors.New("no openings are given")
	}
	usual := datagen.DefaultSelfPlay()
	usual.Openings = *openings
	return usual.Check()
}

// Run continues the run until its last iteration or until ctx is done. threads goroutines play, at
// least one. It refuses nil openings, and openings that datagen.SelfPlay.Check refuses. After each
// iteration it calls progress, which may be nil. The iterations end in no particular order. Nothing
// else uses the state during the call. An error of progress ends the run, and so does a search that
// fails. Run returns the first such error, else ctx's if iterations are left. No goroutine begins
// another iteration before progress has returned for its last one.
func (s *State) Run(ctx context.Context, threads int, openings *datagen.Openings,
	progress func(*State) error) error {
	if threads < 1 {
		return fmt.Errorf("tune: %d threads: want 1 or more", threads)
	}
	if err := checkOpenings(openings); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	if progress == nil {
		progress = func(*State) error { return nil }
	}
	pairs := make([]*pair, threads)
	for i := range pairs {
		p, err := newPair()
		if err != nil {
			return err
		}
		pairs[i] = p
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex
	var failed error // the first one
	end := func(err error) {
		mu.Lock()
		failed = cmp.Or(failed, err)
		mu.Unlock()
		cancel()
	}
	next := s.todo()
	var players sync.WaitGroup
	for _, p := range pairs {
		players.Go(func() {
			for ctx.Err() == nil {
				mu.Lock()
				k := next()
				if k >= s.Total {
					mu.Unlock()
					return
				}
				r := s.rng(k)
				x := s.perturb(k, r)
				mu.Unlock()
				start, err := p.opening(openings, r)
				if err != nil {
					end(err)
					return
				}
				score, wdl, err := p.play(&x, start, s.Limit)
				if err != nil {
					end(err)
					return
				}
				mu.Lock()
				s.learn(&x, score)
				s.Wins += wdl[0]
				s.Draws += wdl[1]
				s.Losses += wdl[2]
				err = progress(s)
				mu.Unlock()
				if err != nil {
					end(err)
				}
			}
		})
	}
	players.Wait()
	if failed != nil || s.Done == s.Total {
		return failed
	}
	return ctx.Err()
}

// todo returns a function. Each call returns the number of the next iteration that is not done.
func (s *State) todo() func() int {
	k, ahead := s.first(), slices.Clone(s.Ahead)
	return func() int {
		for len(ahead) > 0 && ahead[0] == k {
			k, ahead = k+1, ahead[1:]
		}
		k++
		return k - 1
	}
}
