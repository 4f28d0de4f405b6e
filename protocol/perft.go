package protocol

import (
	"strconv"
	"sync"
	"sync/atomic"

	"sente/board"
	"sente/eval"
)

// PerftDepth reads a depth in plies for Perft, from least to eval.MaxPly. Perft recurses once for
// each ply, so a depth without a bound would overflow the stack. The error is a SyntaxError.
func PerftDepth(text string, least int) (int, error) {
	depth, err := strconv.Atoi(text)
	if err != nil || depth < least || depth > eval.MaxPly {
		return 0, misread("perft: want a depth in plies, %d to %d, not %s",
			least, eval.MaxPly, shorten(text))
	}
	return depth, nil
}

// PerftMove is a root move and the number of leaves below it.
type PerftMove struct {
	Move   board.Move
	Leaves uint64
	Whole  bool // all leaves were counted
}

// Perft counts, for each root move, the leaves of the tree of legal moves, depth plies deep.
// PerftDepth says which depths are allowed. The tree is cut at the second ply and shared among as
// many goroutines as threads says. stop and progress may be nil. Once stop is true, Perft returns
// soon, and some counts are then not whole. progress is told how many pieces of the work are done,
// and of how many. Only one goroutine calls it at a time.
func Perft(p *board.Position, depth, threads int,
	stop *atomic.Bool, progress func(done, of int)) []PerftMove {
	if depth <= 0 {
		return nil
	}
	if stop == nil {
		stop = new(atomic.Bool)
	}
	var list board.MoveList
	p.Legal(&list)
	units := perftUnits(p, list.Slice(), depth)
	counts := make([]PerftMove, list.N)
	open := make([]int, list.N) // units that are not counted yet, by root move
	for i, m := range list.Slice() {
		counts[i].Move = m
	}
	for i := range units {
		open[units[i].root]++
	}
	var mu sync.Mutex // guards counts, open, taken and done
	taken, done := 0, 0
	take := func() *perftUnit {
		mu.Lock()
		defer mu.Unlock()
		if taken == len(units) || stop.Load() {
			return nil
		}
		taken++
		return &units[taken-1]
	}
	add := func(u *perftUnit, leaves uint64) {
		mu.Lock()
		defer mu.Unlock()
		if stop.Load() {
			return // the count is not complete
		}
		counts[u.root].Leaves += leaves
		open[u.root]--
		done++
		if progress != nil {
			progress(done, len(units))
		}
	}
	var workers sync.WaitGroup
	for range max(min(threads, len(units)), 1) {
		workers.Go(func() {
			for u := take(); u != nil; u = take() {
				add(u, countLeaves(&u.pos, u.depth, stop))
			}
		})
	}
	workers.Wait()
	for i := range counts {
		counts[i].Whole = open[i] == 0
	}
	return counts
}

// perftUnit is a piece of work: the tree below a position, depth plies deep.
type perftUnit struct {
	pos   board.Position
	depth int
	root  int // the index of the root move that leads here
}

func perftUnits(p *board.Position, moves []board.Move, depth int) []perftUnit {
	var units []perftUnit
	for i, m := range moves {
		var child board.Position
		p.Make(m, &child)
		if depth < 3 { // not worth dividing
			units = append(units, perftUnit{child, depth - 1, i})
			continue
		}
		var replies board.MoveList
		child.Legal(&replies)
		for _, reply := range replies.Slice() {
			u := perftUnit{depth: depth - 2, root: i}
			child.Make(reply, &u.pos)
			units = append(units, u)
		}
	}
	return units
}

// countLeaves is the board's Perft, but it looks at stop every few milliseconds.
func countLeaves(p *board.Position, depth int, stop *atomic.Bool) uint64 {
	const unwatched = 4 // plies; some million leaves
	if depth <= unwatched {
		return p.Perft(depth)
	}
	var list board.MoveList
	var next board.Position
	var sum uint64
	p.Legal(&list)
	for _, m := range list.Slice() {
		if stop.Load() {
			break
		}
		p.Make(m, &next)
		sum += countLeaves(&next, depth-1, stop)
	}
	return sum
}
