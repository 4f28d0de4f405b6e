package datagen

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"sente/board"
	"sente/internal/filelock"
	"sente/search"
)

// Tree collects positions of the search trees of self-play in a packed file. A search meets many
// positions that no game reaches: those after bad moves and sacrifices. An evaluation must judge
// them all the time. Their score is the static evaluation of the network that played, and their
// result is that of the game. `datagen label` replaces the score by a better one.
//
// The positions of a game stand together. Games are in the order in which they ended.
type Tree struct {
	Path       string
	Every      uint64  // takes one in this many evaluated positions
	MaxPerGame int     // if a game has more, a random choice of this many stays
	Noisy      float64 // share, 0 to 1, to leave out of the positions where a capture wins material

	Positions int64 // in the file, without those of a failed write
	file      *os.File
	out       *bufio.Writer
	waiting   []Packed // positions of games that may not be on the disk yet
}

// Open opens and locks the file. An existing file is continued. A last position that was cut off is
// removed, and so are zeros at the end, which a power cut may leave. It is an error if the file
// does not begin with a whole position. After that error or ErrLocked the file is as it was. On a
// nil Tree Open does nothing.
func (t *Tree) Open() error {
	if t == nil {
		return nil
	}
	f, err := os.OpenFile(t.Path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if err = filelock.Lock(f); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", t.Path, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: t.Path, Err: errors.New("not a file")}
	}
	if err == nil {
		t.Positions, err = wholePositions(f, t.Path, info.Size())
	}
	if err == nil {
		err = f.Truncate(t.Positions * PackedSize)
	}
	if err == nil {
		_, err = f.Seek(t.Positions*PackedSize, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return err
	}
	t.file, t.out = f, bufio.NewWriterSize(f, 1<<20)
	return nil
}

// wholePositions returns how many positions a file of size bytes has, without zeros at its end.
func wholePositions(f io.ReaderAt, path string, size int64) (int64, error) {
	var k Packed
	n := size / PackedSize
	for ; n > 0; n-- {
		if _, err := f.ReadAt(k[:], (n-1)*PackedSize); err != nil {
			return 0, err
		}
		if k != (Packed{}) {
			break
		}
	}
	if n == 0 { // the rest may be somebody's text file
		tail := k[:size%PackedSize]
		if _, err := f.ReadAt(tail, size-int64(len(tail))); err != nil {
			return 0, err
		}
		if k != (Packed{}) {
			return 0, &FormatError{File: path, Why: "no packed position"}
		}
		return 0, nil
	}
	if _, err := f.ReadAt(k[:], 0); err != nil {
		return 0, err
	}
	if err := k.Check(); err != nil {
		return 0, &FormatError{File: path, Why: "no packed position: " + err.Error()}
	}
	return n, nil
}

// add takes positions of a game. They wait until the game's file is synced. Otherwise, if a kill
// lost the game, it would be played again, and its positions would be in the file twice.
func (t *Tree) add(positions []Packed) {
	if t != nil {
		t.waiting = append(t.waiting, positions...)
		t.Positions += int64(len(positions))
	}
}

// mostWaiting is how many positions may wait. They take 32 MiB.
const mostWaiting = 1 << 20

// full tells whether the most positions are waiting that may.
func (t *Tree) full() bool { return t != nil && len(t.waiting) >= mostWaiting }

// drop forgets the waiting positions.
func (t *Tree) drop() {
	if t != nil {
		t.Positions -= int64(len(t.waiting))
		t.waiting = nil
	}
}

// flush writes the waiting positions and syncs the file. Their games will not be played again. If
// writing fails, the positions are dropped, though some may be in the file.
func (t *Tree) flush() error {
	if t == nil {
		return nil
	}
	for i := range t.waiting {
		if _, err := t.out.Write(t.waiting[i][:]); err != nil {
			break // Flush returns the error too
		}
	}
	if err := t.out.Flush(); err != nil {
		t.drop()
		return fmt.Errorf("%s: %w", t.Path, err)
	}
	t.waiting = t.waiting[:0]
	return t.file.Sync()
}

// Close writes what is left, waits until it is on the disk, and closes the file.
func (t *Tree) Close() error {
	if t == nil {
		return nil
	}
	return cmp.Or(t.flush(), seal(t.file))
}

// treeSample is a random choice from the search trees of one game (reservoir sampling). It leaves
// out nearly all repeats. The rest are left for `datagen label`, which finds them all.
type treeSample struct {
	tap       search.Tap
	max       int
	left      uint64 // noisy positions to leave out, in units of 1/noisyShares; their keys decide
	positions []Packed
	shown     int          // positions of the game so far, without repeats
	met       [4096]uint64 // for each value of the low bits: the last key that was met
}

// begin starts the sample of the game with this ID.
func (s *treeSample) begin(t *Tree, seed, id uint64) {
	s.max = t.MaxPerGame
	s.left = uint64(t.Noisy * noisyShares)
	s.positions = s.positions[:0]
	s.shown = 0
	clear(s.met[:])
	s.tap = search.Tap{Every: t.Every, Seed: seed ^ id*0x9E3779B97F4A7C15, Take: s.take}
}

// noisyShares is how many parts the share of left-out noisy positions is counted in.
const noisyShares = 1 << 10

// take is the Take function of the tap.
func (s *treeSample) take(p *board.Position, staticEval int) {
	key := p.Key()
	if key>>40%noisyShares < s.left && noisy(p) {
		return
	}
	met := &s.met[key%uint64(len(s.met))]
	if *met == key {
		return
	}
	*met = key
	s.shown++
	place := len(s.positions)
	if place >= s.max {
		if place = int(key >> 20 % uint64(s.shown)); place >= s.max {
			return
		}
	} else {
		s.positions = append(s.positions, Packed{})
	}
	s.positions[place] = Pack(p, whiteScore(p, staticEval), Draw)
}

// end returns the sample, with the game's result filled in.
func (s *treeSample) end(r Result) []Packed {
	out := make([]Packed, len(s.positions))
	copy(out, s.positions)
	for i := range out {
		out[i].setResult(r)
	}
	return out
}
