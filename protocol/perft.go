package protocol

import (
	"sync"
	"sync/atomic"

	"sente/board"
)

// PerftMove is a root move and the number of leaves below it.
type PerftMove struct {
	Move   board.Move
	Leaves uint64
}

// Perft counts the leaves of the tree of legal moves, depth plies deep, for each root move. The
// work is divided at the second ply among so many goroutines. Once stop is true, which may be nil,
// it returns soon with counts that mean nothing.
func Perft(p *board.Position, depth, threads int, stop *atomic.Bool) []PerftMove {
	if depth <= 0 {
		return nil
	}
	if stop == nil {
		stop = new(atomic.Bool)
	}
	var list board.MoveList
	p.Legal(&list)
	units := perftUnits(p, list.Slice(), depth)
	sums := make([]atomic.Uint64, list.N)
	var taken atomic.Int64
	var workers sync.WaitGroup
	for range max(threads, 1) {
		workers.Go(func() {
			for !stop.Load() {
				i := int(taken.Add(1)) - 1
				if i >= len(units) {
					return
				}
				u := &units[i]
				sums[u.root].Add(countLeaves(&u.pos, u.depth, stop))
			}
		})
	}
	workers.Wait()
	counts := make([]PerftMove, list.N)
	for i, m := range list.Slice() {
		counts[i] = PerftMove{m, sums[i].Load()}
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

// countLeaves is board's Perft that looks at stop every few milliseconds.
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
