package train

import (
	"cmp"
	"slices"

	"sente/datagen"
	"sente/internal/splitmix"
)

// Cursor is a place in the stream of training positions, which never ends.
type Cursor struct {
	Epoch  int `json:"epoch"`  // passes over the data before this one
	Pool   int `json:"pool"`   // index of the pool in the pass
	Offset int `json:"offset"` // positions of the pool before this one
}

// source is the stream of training positions, shuffled by a seed. Each pass over the data takes the
// chunks of all files in random order and cuts them into pools of some millions of positions. Each
// pool is shuffled in full. So any place in the stream can be found again by reading one pool.
// Files that are shuffled already are read in their order, but each pass begins at another place.
type source struct {
	data       *Data
	seed       uint64
	shuffled   bool // the files are shuffled already
	poolChunks int
	pools      int // number of pools in a pass
	at         loadedPool
	ahead      chan loadedPool // receives the pool after at; nil if none is being read
	batch      []datagen.Packed
}

// loadedPool is a pool in memory, in the order in which its chunks were read.
type loadedPool struct {
	Cursor    // with an offset of 0
	loaded    bool
	positions []datagen.Packed
	err       error
}

// newSource returns a source with pools of about the given number of positions.
func newSource(d *Data, pool int, seed uint64, shuffled bool) *source {
	s := &source{data: d, seed: seed, shuffled: shuffled, poolChunks: max(pool/chunkSize, 1)}
	s.pools = (len(d.chunks) + s.poolChunks - 1) / s.poolChunks
	return s
}

// room returns how many positions the source holds in memory at most: all of the data, or two
// pools.
func (s *source) room() uint64 {
	if s.pools == 1 {
		return uint64(len(s.data.chunks)) * chunkSize
	}
	return 2 * uint64(s.poolChunks) * chunkSize
}

// read returns the next n positions from a cursor on, and the cursor behind them. The slice is
// valid until the next call.
func (s *source) read(from Cursor, n int) ([]datagen.Packed, Cursor, error) {
	s.batch = s.batch[:0]
	for {
		if err := s.seek(from); err != nil {
			return nil, from, err
		}
		positions := s.at.positions
		take := min(n-len(s.batch), len(positions)-from.Offset)
		if take > 0 {
			order := newPermutation(len(positions), s.seed, uint64(from.Epoch*s.pools+from.Pool))
			for i := range take {
				s.batch = append(s.batch, positions[order.at(from.Offset+i)])
			}
			from.Offset += take
		}
		if len(s.batch) == n {
			return s.batch, from, nil
		}
		from = s.following(from)
	}
}

// following returns where the next pool begins.
func (s *source) following(c Cursor) Cursor {
	if c.Pool+1 < s.pools {
		return Cursor{c.Epoch, c.Pool + 1, 0}
	}
	return Cursor{c.Epoch + 1, 0, 0}
}

// seek makes the pool of c the current one, s.at, and reads the pool behind it in the background.
func (s *source) seek(c Cursor) error {
	c.Offset = 0
	if s.at.loaded && s.at.Cursor == c {
		return nil
	}
	if s.pools == 1 && s.at.loaded { // all data is in one pool, so it is loaded already
		s.at.Cursor = c
		return nil
	}
	var room []datagen.Packed
	found := false
	if s.ahead != nil {
		ready := <-s.ahead
		s.ahead = nil
		room, s.at, found = s.at.positions, ready, ready.Cursor == c
	}
	if !found {
		s.at = s.load(c, s.at.positions)
	}
	if s.at.err != nil {
		s.at.loaded = false
		return s.at.err
	}
	if s.pools > 1 {
		next, ahead := s.following(c), make(chan loadedPool, 1)
		s.ahead = ahead
		go func() { ahead <- s.load(next, room) }()
	}
	return nil
}

// load reads a pool into room.
func (s *source) load(c Cursor, room []datagen.Packed) loadedPool {
	p := loadedPool{Cursor: c, loaded: true, positions: room[:0]}
	mine := s.chunksOf(c)
	if need := len(mine) * chunkSize; cap(p.positions) < need { // append might take more than need
		p.positions = make([]datagen.Packed, 0, need)
	}
	var r chunkReader
	defer r.close()
	for _, c := range mine {
		if p.positions, p.err = r.read(p.positions, s.data, c); p.err != nil {
			return p
		}
	}
	return p
}

// chunksOf returns the chunks of a pool, in an order that is good for the disk. The order does not
// matter otherwise, because the pool is shuffled in full.
func (s *source) chunksOf(c Cursor) (mine []chunk) {
	all := s.data.chunks
	if s.pools == 1 {
		return all
	}
	from, to := c.Pool*s.poolChunks, min((c.Pool+1)*s.poolChunks, len(all))
	order := newPermutation(len(all), splitmix.Mix(s.seed)+1, uint64(c.Epoch))
	if s.shuffled {
		first := order.at(0)
		for i := from; i < to; i++ {
			mine = append(mine, all[(first+i)%len(all)])
		}
		return mine
	}
	for i := from; i < to; i++ {
		mine = append(mine, all[order.at(i)])
	}
	slices.SortFunc(mine, func(a, b chunk) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.from, b.from))
	})
	return mine
}
