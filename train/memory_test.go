package train

import (
	"errors"
	"os"
	"testing"

	"sente/internal/memory"
)

// TestPoolHasExactRoom: a run may begin in the last pool of a pass, which is shorter. The next pool
// must then get exactly the memory that it needs, and not more by steps of append.
func TestPoolHasExactRoom(t *testing.T) {
	const pool = 40 * chunkSize
	s := newSource(dataOf(t, randomPositions(1, 64*chunkSize), nil), pool, 1, false)
	last := s.load(Cursor{Pool: 1}, nil)
	next := s.load(Cursor{Epoch: 1}, last.positions)
	if err := errors.Join(last.err, next.err); err != nil {
		t.Fatal(err)
	}
	if len(next.positions) != pool || cap(next.positions) != pool {
		t.Errorf("%d positions in room for %d, want %d in exactly as much",
			len(next.positions), cap(next.positions), pool)
	}
}

// TestPoolsNeedMemory: there must be memory for two pools, or for all of the data if that is less.
func TestPoolsNeedMemory(t *testing.T) {
	d := dataOf(t, randomPositions(1, 128*chunkSize), nil)
	for _, tc := range []struct {
		pool   int // chunks
		needed int // chunks
	}{{10, 20}, {127, 254}, {128, 128}, {1000, 128}} {
		r := testRecipe()
		r.Pool = tc.pool * chunkSize
		for _, less := range []int{0, 100} { // bytes; Check reserves a tenth
			d.free = func() memory.Free {
				most := uint64(tc.needed*chunkSize*32)*10/9 + 100
				return memory.Free{Memory: most - uint64(less)*2, Addresses: memory.Unknown}
			}
			_, err := New(r, d, 2)
			if errors.Is(err, memory.ErrNotEnough) != (less > 0) || less == 0 && err != nil {
				t.Errorf("pools of %d chunks, %d bytes too few: %v", tc.pool, less, err)
			}
		}
	}
}

// TestValidationNeedsMemory: a set that can't fit into memory is refused before it is read.
func TestValidationNeedsMemory(t *testing.T) {
	path, small := writePacked(t, nil), writePacked(t, randomPositions(1, 100))
	if err := os.Truncate(path, 1<<43); err != nil {
		t.Skip("no file can be so large here: ", err)
	}
	_, err := OpenData([]string{small}, []NamedFile{{"large", path}}, 0, Filter{})
	if !errors.Is(err, memory.ErrNotEnough) {
		t.Errorf("error %v, want %v", err, memory.ErrNotEnough)
	}
}
