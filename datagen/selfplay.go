package datagen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"sente/eval/nnue"
	"sente/search"
)

// SelfPlay says how games are played. DefaultSelfPlay has the usual settings.
type SelfPlay struct {
	Seed         uint64 // with a game's ID it determines the game, whatever else runs
	Threads      int    // games at a time, each with a single-threaded engine of its own
	Nodes        uint64 // soft limit a move: no new iteration begins after this many
	HardFactor   uint64 // the hard limit is this many times Nodes
	HashMiB      int    // table of each engine
	Reject       int    // centipawns: openings that a first search finds more uneven are dropped
	PlayOut      int    // percent of games without adjudication, to measure its effect
	Openings     Openings
	Adjudication Adjudication
	Network      *nnue.Network // nil: the built-in one
	Material     bool          // play by material and squares, with no network
	SyncEvery    time.Duration // how often games are synced to the disk, full block or not
	Tree         *Tree         // collects positions of the search trees; nil: none are collected
	AbandonPlies int           // a longer game is dropped: a draw would be a wrong label

	MaxGames     int64 // stop after this many games, with those that were found; 0: no limit
	MaxPositions int64 // the same for positions
}

// DefaultSelfPlay returns the usual settings with one thread and no end.
func DefaultSelfPlay() SelfPlay {
	return SelfPlay{
		Threads: 1, Nodes: 250, HardFactor: 20, HashMiB: 2, Reject: 400, PlayOut: 5,
		SyncEvery: time.Minute, AbandonPlies: 1000,
		Openings:     Openings{RandomPlies: 8, BookPlies: 4, DFRC: 15},
		Adjudication: DefaultAdjudication(),
	}
}

// Check returns what is wrong with the settings, named by their flags, and with the book's
// positions.
func (s *SelfPlay) Check() error {
	switch {
	case s.Threads < 1 || s.Threads > search.MaxThreads:
		return fmt.Errorf("-threads %d: want 1 to %d", s.Threads, search.MaxThreads)
	case s.Nodes < 1:
		return errors.New("-nodes 0: want 1 or more")
	case s.HardFactor < 1:
		return errors.New("-hard 0: want 1 or more")
	case s.HashMiB < 1:
		return fmt.Errorf("-hash %d: want 1 MiB or more", s.HashMiB)
	case s.Reject < 1:
		return fmt.Errorf("-reject %d: want 1 centipawn or more", s.Reject)
	case s.AbandonPlies < 1 || s.AbandonPlies > MaxPlies:
		return fmt.Errorf("games of at most %d plies; 1 to %d are possible",
			s.AbandonPlies, MaxPlies)
	case s.Tree != nil && s.Tree.Every < 1:
		return errors.New("-tree-every 0: want 1 or more")
	case s.Tree != nil && s.Tree.MaxPerGame < 1:
		return fmt.Errorf("-tree-max %d: want 1 or more", s.Tree.MaxPerGame)
	case s.Material && s.Network != nil:
		return errors.New("a network, and none: games are played by one or by material")
	case s.Openings.RandomPlies < 0:
		return fmt.Errorf("-plies %d: want 0 or more", s.Openings.RandomPlies)
	case s.Openings.BookPlies < 0 && s.Openings.BookPlies != NoPlies:
		return fmt.Errorf("-book-plies %d: want 0 or more", s.Openings.BookPlies)
	}
	for _, share := range [...]struct {
		flag    string
		percent int
	}{{"play-out", s.PlayOut}, {"dfrc", s.Openings.DFRC}, {"endgames", s.Openings.Endgames}} {
		if share.percent < 0 || share.percent > 100 {
			return fmt.Errorf("-%s %d: want 0 to 100 percent", share.flag, share.percent)
		}
	}
	if err := s.Openings.checkBook(); err != nil {
		return err
	}
	return s.Adjudication.Check()
}

// Progress is how far a run is. Games, Positions and Draws count this run alone.
type Progress struct {
	Games, Positions, Draws int64
	Rejected                int64  // openings thrown away
	Unfinished              int64  // games thrown away because they did not end
	Nodes                   uint64 // searched for the games in Positions
	Elapsed                 time.Duration
}

// Run plays games into file until ctx is done, a limit is reached or something fails. found says
// what was in the file before. Games that ctx interrupts are dropped. All finished games are in the
// file when Run returns. One goroutine calls progress twice a second and at the end; progress may
// be nil.
func (s *SelfPlay) Run(ctx context.Context, file *File, found Resumed,
	progress func(Progress)) (Progress, error) {
	if err := s.Check(); err != nil {
		return Progress{}, err
	}
	if progress == nil {
		progress = func(Progress) {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var total Progress
	began := time.Now()
	tick := time.NewTicker(time.Second / 2)
	defer tick.Stop()
	synced := began
	err := s.play(ctx, cancel, found, func(p played) error {
		total.Rejected += p.rejected
		if p.game == nil {
			total.Unfinished++
			return nil
		}
		total.Games++
		total.Positions += int64(len(p.game.Moves))
		total.Nodes += p.nodes
		if p.game.Result == Draw {
			total.Draws++
		}
		before := file.Games
		if err := file.Add(p.game); err != nil {
			return err
		}
		s.Tree.add(p.tree)
		now := time.Now()
		// A kill can't lose games whose block is written. So write their tree positions at once.
		written := s.Tree != nil && file.Games > before
		if written || now.Sub(synced) >= s.SyncEvery || s.Tree.full() {
			synced = now
			if err := file.Sync(); err != nil {
				return err
			}
			if err := s.Tree.flush(); err != nil {
				return err
			}
		}
		select {
		case <-tick.C:
			total.Elapsed = now.Sub(began)
			progress(total)
		default:
		}
		if s.MaxPositions > 0 && found.Positions+total.Positions >= s.MaxPositions {
			cancel(nil)
		}
		return nil
	})
	total.Elapsed = time.Since(began)
	progress(total)
	flushing := file.Flush()
	if flushing != nil {
		s.Tree.drop() // their games may not be in the file
	}
	return total, cmp.Or(err, flushing)
}

// played is one game and what it cost. game is nil if the game did not end.
type played struct {
	game     *Game
	rejected int64
	nodes    uint64
	tree     []Packed // positions of its search trees
}

// play runs the workers. It calls take with every game that they play, on this goroutine.
func (s *SelfPlay) play(ctx context.Context, cancel context.CancelCauseFunc,
	found Resumed, take func(played) error) error {
	games := make(chan played, s.Threads)
	var next atomic.Uint64  // number of games begun
	var wanted atomic.Int64 // games still to begin; below 0 once workers find none left
	wanted.Store(math.MaxInt64)
	if s.MaxGames > 0 {
		wanted.Store(s.MaxGames - found.Games)
	}
	if s.MaxPositions > 0 && found.Positions >= s.MaxPositions {
		wanted.Store(0)
	}
	var wg sync.WaitGroup
	for range s.Threads {
		w, err := newPlayer(s)
		if err != nil {
			cancel(err)
			break
		}
		wg.Go(func() {
			again := false // the last game did not end, so play another in its place
			for ctx.Err() == nil && (again || wanted.Add(-1) >= 0) {
				p, err := w.play(ctx, found.NextID+next.Add(1)-1)
				if err != nil {
					cancel(err)
					return
				}
				if ctx.Err() != nil {
					return // the game was interrupted
				}
				again = p.game == nil
				games <- p
			}
		})
	}
	go func() { wg.Wait(); close(games) }()
	var failed error
	for p := range games {
		if failed != nil {
			continue // so that the workers can end
		}
		if failed = take(p); failed != nil {
			cancel(failed)
		}
	}
	if failed != nil {
		return failed
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, context.Canceled), errors.Is(cause, context.DeadlineExceeded):
		return nil // Run was asked to stop
	default:
		return cause
	}
}

// Speed returns the positions a second, the mean nodes of a position, and their product.
func (p *Progress) Speed() (positions, nodes, product float64) {
	seconds := p.Elapsed.Seconds()
	if p.Positions == 0 || seconds == 0 {
		return 0, 0, 0
	}
	positions = float64(p.Positions) / seconds
	nodes = float64(p.Nodes) / float64(p.Positions)
	return positions, nodes, positions * nodes
}

// DrawRate returns the share of drawn games, 0 to 1.
func (p *Progress) DrawRate() float64 { return float64(p.Draws) / float64(max(p.Games, 1)) }
