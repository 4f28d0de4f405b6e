package datagen

import (
	"context"
	"fmt"
	"math/rand/v2"

	"sente/board"
	"sente/search"
)

// player plays games with one engine.
type player struct {
	*SelfPlay
	engine *search.Engine
	tree   treeSample
}

func newPlayer(s *SelfPlay) (*player, error) {
	w := &player{SelfPlay: s, engine: search.New()}
	w.engine.SetFiftyDamping(false) // its scores are labels
	if s.Network != nil || s.Material {
		w.engine.SetNetwork(s.Network)
	}
	return w, w.engine.SetHash(s.HashMiB)
}

// play plays the game with the given ID. When ctx is done it returns early with whatever it has.
func (w *player) play(ctx context.Context, id uint64) (played, error) {
	r := rand.New(rand.NewPCG(w.Seed, id))
	w.engine.NewGame() // only once a game, because clearing costs as much as a few moves
	start, rejected, err := w.drawOpening(ctx, r)
	out := played{rejected: rejected}
	if err != nil {
		return out, fmt.Errorf("game %d of seed %d: %w", id, w.Seed, err)
	}
	rules := w.Adjudication
	if r.IntN(100) < w.PlayOut {
		rules.WinPlies, rules.DrawPlies = 0, 0
	}
	g := &Game{ID: id, Start: start}
	if w.Tree != nil {
		w.tree.begin(w.Tree, w.Seed, id)
		w.engine.SetTap(&w.tree.tap)
		defer w.engine.SetTap(nil) // the search of the next opening belongs to no game yet
	}
	ended, nodes, err := w.finish(ctx, g, &rules)
	if err != nil {
		return out, fmt.Errorf("game %d of seed %d: %w", id, w.Seed, err)
	}
	if ended {
		out.game, out.nodes = g, nodes
		out.tree = w.tree.end(g.Result)
	}
	return out, nil
}

// mostTries is how many openings may be drawn for one game.
const mostTries = 1000

var errNoOpening = fmt.Errorf(
	"of %d openings in a row none is balanced: take another book or fewer random plies", mostTries)

// drawOpening draws an opening that a first search does not find lopsided, and returns how many
// openings it threw away. The engine's last search was of that opening, unless ctx is done.
func (w *player) drawOpening(ctx context.Context, r *rand.Rand) (
	p board.Position, rejected int64, err error,
) {
	for range mostTries {
		p, playable := w.Openings.draw(r)
		if ctx.Err() != nil {
			return p, rejected, nil
		}
		if !playable {
			continue
		}
		found, err := w.search(ctx, &search.Root{Pos: p})
		if err != nil || ctx.Err() != nil {
			return p, rejected, err
		}
		if found.Score <= w.Reject && found.Score >= -w.Reject {
			return p, rejected, nil
		}
		rejected++
	}
	return p, rejected, errNoOpening
}

// search searches a position of the game with the limits of the run. If ctx is done it stops, and
// the result means nothing.
func (w *player) search(ctx context.Context, root *search.Root) (search.Result, error) {
	limits := search.Limits{SoftNodes: w.Nodes, Nodes: w.Nodes * w.HardFactor}
	found, err := w.engine.Search(ctx, *root, limits, nil)
	if found.Fault != "" {
		return found, fmt.Errorf("%s: %w", root.Pos.FEN(), err)
	}
	return found, nil
}

// finish plays g from its start to its end and reports whether it came to one.
func (w *player) finish(ctx context.Context, g *Game, rules *Adjudication) (
	ended bool, nodes uint64, err error,
) {
	j := Judge{Rules: rules}
	root := search.Root{Pos: g.Start}
	p := &root.Pos
	for len(g.Moves) < w.AbandonPlies && ctx.Err() == nil {
		if result, reason := RuledEnd(p, root.Keys); reason != Unknown {
			g.Result, g.Reason = result, reason
			return true, nodes, nil
		}
		found, err := w.search(ctx, &root)
		if err != nil || ctx.Err() != nil {
			return false, nodes, err
		}
		score := whiteScore(p, found.Score)
		nodes += found.Nodes
		g.Moves = append(g.Moves, found.Best)
		g.Scores = append(g.Scores, int16(score))
		if result, over := j.Add(p.Ply(), score); over {
			g.Result, g.Reason = result, AdjudicatedWin
			if result == Draw {
				g.Reason = AdjudicatedDraw
			}
			return true, nodes, nil
		}
		root.Play(found.Best)
	}
	return false, nodes, nil
}

// RuledEnd returns how the rules end a game at p. The reason is Unknown if they don't. keys are
// those of the earlier positions since the last irreversible move.
func RuledEnd(p *board.Position, keys []uint64) (Result, Reason) {
	if !p.HasLegalMove() {
		if p.InCheck() {
			return won(p.SideToMove().Other()), Checkmate
		}
		return Draw, Stalemate
	}
	if p.InsufficientMaterial() {
		return Draw, Material
	}
	if p.HalfmoveClock() >= board.FiftyMoves {
		return Draw, FiftyMoves
	}
	earlier := 0
	for _, k := range keys {
		if k == p.Key() {
			earlier++
		}
	}
	if earlier >= 2 {
		return Draw, Repetition
	}
	return Draw, Unknown
}
