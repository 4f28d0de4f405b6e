package book

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"sente/board"
)

// Builder makes a book from games. It holds at most 4 million moves, 96 MiB, in memory. If there
// are more, it keeps sorted runs of them in temporary files, 18 bytes a move.
type Builder struct {
	plies  int // of each game
	counts []count
	limit  int // of counts in memory
	runs   []*os.File
	folder string
}

// count is the record of a move in a position.
type count struct {
	key    uint64
	move   uint16
	times  uint32 // how often it was played; repeats within one game count
	points uint32 // of the side that made the move: 2 a win, 1 a draw
}

const (
	countSize      = 18      // bytes of a count in a file
	countsInMemory = 1 << 22 // 96 MiB
	maxRuns        = 1 << 8  // temporary files, all open at once
)

// NewBuilder returns a builder that counts only the given number of plies at the start of each
// game. Temporary files go into folder, "" for the system's own. Close removes them.
func NewBuilder(plies int, folder string) *Builder {
	return &Builder{plies: plies, folder: folder, limit: countsInMemory}
}

// Add counts a game: its first position, the moves from there, and the points of White, 2 for a
// win, 1 for a draw or an unknown result, 0 for a loss. It stops at the first move that is not
// legal, such as a null move, and passes over positions that have no key.
func (b *Builder) Add(start *board.Position, moves []board.Move, points int) error {
	if points < 0 || points > 2 {
		return fmt.Errorf("book: %d points: want 0 to 2", points)
	}
	pos := *start
	for i, m := range moves {
		if i == b.plies || !pos.IsLegal(m) {
			break
		}
		if key, ok := Key(&pos); ok {
			if len(b.counts) >= b.limit {
				if err := b.spill(); err != nil {
					return err
				}
			}
			own := points
			if pos.SideToMove() == board.Black {
				own = 2 - points
			}
			if n := len(b.counts); n == cap(b.counts) && n >= 1<<16 {
				// Grow to the limit in one step: each step needs memory for the old and new array.
				b.counts = slices.Grow(b.counts, b.limit-n)
			}
			b.counts = append(b.counts, count{key, encodeMove(m), 1, uint32(own)})
		}
		pos = pos.After(m)
	}
	return nil
}

// combine sorts the counts and adds up those of the same move.
func (b *Builder) combine() {
	slices.SortFunc(b.counts, compareCounts)
	kept := b.counts[:0]
	for _, c := range b.counts {
		if n := len(kept); n > 0 && compareCounts(kept[n-1], c) == 0 {
			kept[n-1].add(c)
		} else {
			kept = append(kept, c)
		}
	}
	b.counts = kept
}

func compareCounts(a, b count) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.move, b.move))
}

// add adds d to c. A sum that would overflow stays at the largest uint32.
func (c *count) add(d count) {
	c.times += min(d.times, math.MaxUint32-c.times)
	c.points += min(d.points, math.MaxUint32-c.points)
}

// spill makes room in memory. It adds up the counts. If that does not free half of the memory, it
// writes a run.
func (b *Builder) spill() error {
	b.combine()
	if len(b.counts) <= b.limit/2 {
		return nil
	}
	if len(b.runs) == maxRuns {
		return errors.New("book: too many games")
	}
	file, err := os.CreateTemp(b.folder, "sente-book-*")
	if err != nil {
		return fmt.Errorf("book: %w", err)
	}
	b.runs = append(b.runs, file)
	out := bufio.NewWriter(file)
	var raw []byte
	for _, c := range b.counts {
		raw = binary.BigEndian.AppendUint64(raw[:0], c.key)
		raw = binary.BigEndian.AppendUint16(raw, c.move)
		raw = binary.BigEndian.AppendUint32(raw, c.times)
		raw = binary.BigEndian.AppendUint32(raw, c.points)
		out.Write(raw) // its error is Flush's
	}
	b.counts = b.counts[:0]
	if err := out.Flush(); err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return nil
}

// Close removes the temporary files.
func (b *Builder) Close() error {
	var failed error
	for _, file := range b.runs {
		failed = cmp.Or(failed, file.Close(), os.Remove(file.Name()))
	}
	b.runs = nil
	return failed
}

// Write writes the book of what was added: every move that was played least times or more and that
// scored at least once. A move's weight is its points. If the points of any move don't fit into 16
// bits, all weights are scaled by the same factor, but not below 1. The moves of a position come in
// descending order of weight. Write returns the number of entries that it wrote. The error is that
// of ctx once ctx is done.
func (b *Builder) Write(ctx context.Context, w io.Writer, least int) (entries int64, err error) {
	b.combine()
	most := uint32(0)
	if err := b.merge(ctx, func(c count) { most = max(most, c.points) }, least); err != nil {
		return 0, err
	}
	out := bufio.NewWriter(w)
	var group []count // the moves of one position
	flush := func() {
		slices.SortStableFunc(group, func(a, b count) int {
			return cmp.Compare(b.points, a.points)
		})
		for _, c := range group {
			out.Write(entryOf(c, most)) // its error is Flush's
			entries++
		}
		group = group[:0]
	}
	err = b.merge(ctx, func(c count) {
		if len(group) > 0 && group[0].key != c.key {
			flush()
		}
		group = append(group, c)
	}, least)
	if err != nil {
		return entries, err
	}
	flush()
	if err := out.Flush(); err != nil {
		return entries, fmt.Errorf("book: %w", err)
	}
	return entries, nil
}

// entryOf returns a move as the file holds it. most, the most points of any move, is for scaling.
func entryOf(c count, most uint32) []byte {
	weight := uint64(c.points)
	if most > math.MaxUint16 {
		weight = max(weight*math.MaxUint16/uint64(most), 1)
	}
	raw := make([]byte, 0, entrySize)
	raw = binary.BigEndian.AppendUint64(raw, c.key)
	raw = binary.BigEndian.AppendUint16(raw, c.move)
	raw = binary.BigEndian.AppendUint16(raw, uint16(weight))
	return binary.BigEndian.AppendUint32(raw, 0)
}
