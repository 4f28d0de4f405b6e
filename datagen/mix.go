package datagen

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"sente/internal/memory"
)

// A Mix brings positions of packed files into random order, however many there are, in two passes.
// The first pass deals every position to one of several shards by chance. The second shuffles each
// shard in memory and writes one after the other. Every order is equally likely (Rao, "Generation
// of random permutations of given number of elements using random sampling numbers", 1961).
type Mix struct {
	Inputs []MixInput
	Men    MixWeights // by the number of men
	Scores MixWeights // by the score in centipawns, whichever side is ahead
	Noisy  float64    // share, 0 to 1, of the noisy positions (see noisy) to leave out
	Unique bool       // leave out repeats, also of positions that were not taken
	AtOnce int        // about how many positions to hold in memory
	Seed   uint64     // with the fields above it decides the order
	// Scratch makes a file for a shard (required). Run discards the shards that it is done with.
	// After an error the caller discards the others.
	Scratch func() (ScratchFile, error)
	free    func() memory.Free // nil: memory.Available
}

// ScratchFile is an empty file that nobody else knows. Discard removes it.
type ScratchFile interface {
	io.ReadWriteSeeker
	Discard()
}

// MixInput is a packed file and how often each of its positions is taken. A share of 0.25 takes one
// in four by chance. A share of 2.5 takes each twice, and by chance half of them once more.
type MixInput struct {
	Path  string
	Share float64 // 0 to MaxShare
}

// MixWeights say how often positions are taken, by a number that each position has, such as its
// count of men. The first entry whose Most is at least that number gives the weight. If there is
// none, the weight is 1. Most rises from entry to entry.
type MixWeights []MixWeight

// MixWeight says that positions with a number of at most Most are taken Weight times as often.
type MixWeight struct {
	Most   int
	Weight float64 // 0 to MaxShare
}

// of returns the weight of positions whose number is n.
func (ws MixWeights) of(n int) float64 {
	for _, w := range ws {
		if n <= w.Most {
			return w.Weight
		}
	}
	return 1
}

// largest returns the largest weight that a position can have.
func (ws MixWeights) largest() float64 {
	x := 1.0
	for _, w := range ws {
		x = max(x, w.Weight)
	}
	return x
}

// check returns an error unless Most rises from entry to entry and lies within least and most. flag
// is the name for the message.
func (ws MixWeights) check(flag string, least, most int) error {
	before := least - 1
	for _, w := range ws {
		if w.Most <= before || w.Most > most {
			return fmt.Errorf("-%s %d=%g: want rising numbers from %d to %d",
				flag, w.Most, w.Weight, least, most)
		}
		if !(w.Weight >= 0) {
			return fmt.Errorf("-%s %d=%g: want 0 or more", flag, w.Most, w.Weight)
		}
		before = w.Most
	}
	return nil
}

// MaxShare is the most often that a position may be taken, by share and weights together.
const MaxShare = 100

// maxShards bounds the number of files that are open at a time.
const maxShards = 512

// MixCount says what was taken of a file. Twice counts the repeats that Unique left out.
type MixCount struct{ Read, Taken, Twice int64 }

// Run reads the inputs and writes the mixed positions to out. It calls read with the bytes read of
// each file. Then it calls wrote with the number of shards written. It returns what was taken of
// each input. Neither read nor wrote may be nil.
func (m *Mix) Run(out io.Writer, read func(file string, bytes int64),
	wrote func(done, of int)) ([]MixCount, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	var paths []string
	for _, in := range m.Inputs {
		paths = append(paths, in.Path)
	}
	in, total, err := openPacked(paths)
	if err != nil {
		return nil, err
	}
	defer in.close()
	if m.Unique {
		if err := roomForSeen(m.free, total); err != nil {
			return nil, err
		}
	}
	shards, err := m.openShards(m.expected(in))
	if err != nil {
		return nil, err
	}
	counts, err := m.deal(in, total, shards, read)
	if err != nil {
		return nil, err
	}
	var positions []Packed
	w := bufio.NewWriterSize(out, ioBuffer)
	for i := range shards {
		if positions, err = shards[i].load(positions); err != nil {
			return nil, err
		}
		r := rand.New(rand.NewPCG(m.Seed, uint64(i)+1))
		r.Shuffle(len(positions), func(a, b int) {
			positions[a], positions[b] = positions[b], positions[a]
		})
		for j := range positions {
			w.Write(positions[j][:]) // Flush returns its error
		}
		wrote(i+1, len(shards))
	}
	return counts, w.Flush()
}

// Check returns what is wrong with the settings, named by their flags.
func (m *Mix) Check() error {
	if m.Scratch == nil {
		return errors.New("no Scratch is given for shards")
	}
	if m.AtOnce < 1 {
		return fmt.Errorf("-at-once %d: want 1 or more", m.AtOnce)
	}
	if err := m.Men.check("men", 1, 32); err != nil {
		return err
	}
	if err := m.Scores.check("scores", 0, math.MaxInt16); err != nil {
		return err
	}
	if !(m.Noisy >= 0 && m.Noisy <= 1) {
		return fmt.Errorf("-skip-noisy %g: want 0 to 1", m.Noisy)
	}
	for _, in := range m.Inputs {
		if !(in.Share >= 0 && in.Share*m.largest() <= MaxShare) {
			return fmt.Errorf("%s: a share of %g: want 0 to %d, weights counted in",
				in.Path, in.Share, MaxShare)
		}
	}
	return nil
}

// largest returns the largest weight that a position can have.
func (m *Mix) largest() float64 { return m.Men.largest() * m.Scores.largest() }

// weight returns the weight of a position.
func (m *Mix) weight(k *Packed) float64 {
	score := k.Score()
	return m.Men.of(k.Occupied().Count()) * m.Scores.of(max(score, -score))
}

// expected returns how many positions would be taken, about, if all had the largest weight.
func (m *Mix) expected(in *packedInputs) int64 {
	sum := 0.0
	for i, f := range in.files {
		sum += float64(f.Bytes/PackedSize) * m.Inputs[i].Share * m.largest()
	}
	return int64(sum)
}

// shard is a file that the first pass writes.
type shard struct {
	ScratchFile
	w *bufio.Writer
	n int // positions
}

const ioBuffer = 1 << 16 // bytes, for each shard

// openShards makes enough shards for the given number of positions.
func (m *Mix) openShards(positions int64) ([]shard, error) {
	n := max((positions+int64(m.AtOnce)-1)/int64(m.AtOnce), 1)
	if n > maxShards {
		return nil, fmt.Errorf("%d positions would need %d shards of %d: "+
			"want at most %d, so more at a time", positions, n, m.AtOnce, maxShards)
	}
	shards := make([]shard, n)
	for i := range shards {
		f, err := m.Scratch()
		if err != nil {
			return nil, err
		}
		shards[i] = shard{f, bufio.NewWriterSize(f, ioBuffer), 0}
	}
	return shards, nil
}

// mixBlock is how many positions are read at a time.
const mixBlock = 1 << 14

// deal is the first pass. total is the number of positions in the inputs.
func (m *Mix) deal(in *packedInputs, total int64, shards []shard,
	read func(file string, bytes int64)) ([]MixCount, error) {
	counts := make([]MixCount, len(m.Inputs))
	var seen *Seen
	if m.Unique {
		seen = NewSeen(total)
	}
	r := rand.New(rand.NewPCG(m.Seed, 0))
	noisy := make([]bool, mixBlock)
	for {
		block, err := in.next(mixBlock)
		if err != nil {
			return nil, err
		}
		if len(block) == 0 {
			break
		}
		from, c := &m.Inputs[in.at], &counts[in.at]
		c.Read += int64(len(block))
		if m.Noisy > 0 {
			if at, err := noisyOf(block, noisy); err != nil {
				offset := in.offset - int64(len(block)-at)*PackedSize
				return nil, &FormatError{File: from.Path, Offset: offset, Why: err.Error()}
			}
		}
		for i := range block {
			if seen != nil && seen.Add(&block[i]) {
				c.Twice++
				continue
			}
			often := from.Share * m.weight(&block[i])
			if noisy[i] {
				often *= 1 - m.Noisy
			}
			for ; often >= 1 || often > 0 && r.Float64() < often; often-- {
				s := &shards[r.IntN(len(shards))]
				if _, err := s.w.Write(block[i][:]); err != nil {
					return nil, err
				}
				s.n++
				c.Taken++
			}
		}
		read(from.Path, in.offset)
	}
	for i := range shards {
		if err := shards[i].w.Flush(); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// load returns the positions of the shard and discards its file. It uses room if that is large
// enough.
func (s *shard) load(room []Packed) ([]Packed, error) {
	if cap(room) < s.n {
		room = make([]Packed, s.n+s.n/50) // later shards have about the same size
	}
	positions := room[:s.n]
	if _, err := s.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	in := bufio.NewReaderSize(s, ioBuffer)
	for i := range positions {
		if _, err := io.ReadFull(in, positions[i][:]); err != nil {
			return nil, err
		}
	}
	s.Discard()
	return positions, nil
}
