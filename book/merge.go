package book

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// run is a sorted sequence of counts, from a file or from memory.
type run struct {
	file   *bufio.Reader // nil: memory
	memory []count
	head   count
	ended  bool
}

// next moves on to the next count.
func (r *run) next() error {
	if r.file == nil {
		if r.ended = len(r.memory) == 0; !r.ended {
			r.head, r.memory = r.memory[0], r.memory[1:]
		}
		return nil
	}
	var raw [countSize]byte
	if _, err := io.ReadFull(r.file, raw[:]); errors.Is(err, io.EOF) {
		r.ended = true
		return nil
	} else if err != nil {
		return fmt.Errorf("book: %w", err)
	}
	r.head = count{binary.BigEndian.Uint64(raw[:]), binary.BigEndian.Uint16(raw[8:]),
		binary.BigEndian.Uint32(raw[10:]), binary.BigEndian.Uint32(raw[14:])}
	return nil
}

// merge adds up the counts of each move in all runs. It calls use, in the order of compareCounts,
// for every move that was played least times or more and that scored at least once.
func (b *Builder) merge(ctx context.Context, use func(count), least int) error {
	runs := []*run{{memory: b.counts}}
	for _, file := range b.runs {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("book: %w", err)
		}
		runs = append(runs, &run{file: bufio.NewReaderSize(file, 1<<16)})
	}
	for _, r := range runs {
		if err := r.next(); err != nil {
			return err
		}
	}
	for n := 0; ; n++ {
		if n%(1<<12) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		var first *run
		for _, r := range runs {
			if !r.ended && (first == nil || compareCounts(r.head, first.head) < 0) {
				first = r
			}
		}
		if first == nil {
			return nil
		}
		found := count{key: first.head.key, move: first.head.move}
		for _, r := range runs {
			if !r.ended && compareCounts(r.head, found) == 0 {
				found.add(r.head)
				if err := r.next(); err != nil {
					return err
				}
			}
		}
		if int64(found.times) >= int64(least) && found.points > 0 {
			use(found)
		}
	}
}
