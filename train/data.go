package train

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"

	"sente/board"
	"sente/datagen"
	"sente/internal/memory"
)

// Filter says which positions of a file are left out.
type Filter struct {
	MaxScore int `json:"max_score"` // centipawns: a larger absolute score is left out; 0: no limit
	MinPly   int `json:"min_ply"`   // a position with a smaller ply is left out
	MinMen   int `json:"min_men"`   // a position with fewer men, kings included, is left out
	MaxMen   int `json:"max_men"`   // a position with more men is left out; 0: no limit
}

func (f *Filter) keeps(k *datagen.Packed) bool {
	score, men := k.Score(), k.Occupied().Count()
	return k.Ply() >= f.MinPly && men >= f.MinMen && (f.MaxMen == 0 || men <= f.MaxMen) &&
		(f.MaxScore == 0 || -f.MaxScore <= score && score <= f.MaxScore)
}

// check returns an error that names the first field with a value that makes no sense.
func (f *Filter) check() error {
	for _, field := range [...]struct {
		name  string
		value int
	}{
		{"max-score", f.MaxScore}, {"min-ply", f.MinPly},
		{"min-men", f.MinMen}, {"max-men", f.MaxMen},
	} {
		if field.value < 0 {
			return fmt.Errorf("train: %s %d: want 0 or more", field.name, field.value)
		}
	}
	if f.MaxMen > 0 && f.MaxMen < f.MinMen {
		return fmt.Errorf("train: max-men %d is below min-men %d", f.MaxMen, f.MinMen)
	}
	return nil
}

// Data is what a run trains on and validates with. The training positions stay in their files.
type Data struct {
	Valid   []ValidSet
	Train   int     // training positions that the filter keeps, over all files
	Skipped int     // positions that were left out, for whatever reason
	Digest  uint32  // of all training positions and of their place in the files
	Scale   float64 // centipawns: fits the results best, see fitScale

	filter Filter
	files  []string
	chunks []chunk
	sample []datagen.Packed // an even sample of the training positions
	free   memory.Probe     // memory.Available; tests replace it
}

// ValidSet is a set of positions to validate on, held in memory.
type ValidSet struct {
	Name      string
	Positions []datagen.Packed
}

// KingShares returns, for each king bucket of a shape, the share of views that falls into it. It
// counts the views of a sample. The shape must have passed Check.
func (d *Data) KingShares(s Shape) []float64 {
	l, f := newLayout(s), new(features)
	shares := make([]float64, l.kingBuckets)
	for i := range d.sample {
		l.extract(f, &d.sample[i])
		for _, b := range f.kingBucket {
			shares[b] += 0.5 / float64(len(d.sample))
		}
	}
	return shares
}

// validNames are the names of the validation sets.
func (d *Data) validNames() []string {
	var names []string
	for _, v := range d.Valid {
		names = append(names, v.Name)
	}
	return names
}

// validDigest returns a digest of the positions of the validation sets.
func (d *Data) validDigest() uint32 {
	sum := crc32.NewIEEE()
	for _, v := range d.Valid {
		for i := range v.Positions {
			sum.Write(v.Positions[i][:])
		}
	}
	return sum.Sum32()
}

// chunk is a run of neighbouring records of a file that are read at once.
type chunk struct {
	file    int
	from, n int // records
}

// chunkSize is how many records a chunk has at most; they take 2 KiB. Neighbours in a file often
// come from one game. With smaller chunks a pool has fewer neighbours, so the network learns less
// by heart. But smaller chunks cost more reads.
const chunkSize = 64

// holdoutBlocks is how many runs of neighbours are held out of each file. If the positions of a
// game stand together, each run cuts at most two games.
const holdoutBlocks = 32

// NamedFile is a file of positions and the name of the set in it.
type NamedFile struct{ Name, Path string }

// OpenData reads every record of the train files once, to check and count them. It also reads the
// validation sets in valid, of which there may be none. If holdout is above 0 (0 ≤ holdout < 1), it
// holds that share of each train file out, as a validation set called "held out". A set without a
// position is an error.
func OpenData(train []string, valid []NamedFile, holdout float64, filter Filter) (*Data, error) {
	if err := checkHoldout(holdout); err != nil {
		return nil, err
	}
	d := &Data{filter: filter, files: train, free: memory.Available}
	var blocks []chunk // held out
	for i, path := range train {
		records, err := countRecords(path)
		if err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
		heldBefore := func(record int) int { return int(float64(record) * holdout) }
		for b := range holdoutBlocks {
			from, to := records*b/holdoutBlocks, records*(b+1)/holdoutBlocks
			cut := to - (heldBefore(to) - heldBefore(from))
			for ; from < cut; from += chunkSize {
				d.chunks = append(d.chunks, chunk{i, from, min(chunkSize, cut-from)})
			}
			if holdout > 0 {
				blocks = append(blocks, chunk{i, cut, to - cut})
			}
		}
	}
	if err := d.readValid(blocks, valid); err != nil {
		return nil, err
	}
	if err := d.scan(); err != nil {
		return nil, err
	}
	if d.Train == 0 {
		return nil, errors.New("train: no position left to train on")
	}
	d.Scale = fitScale(d.sample)
	return d, nil
}

// readValid reads the validation sets: the blocks that are held out, if there are any, and files.
func (d *Data) readValid(blocks []chunk, files []NamedFile) error {
	held, inFiles := 0, uint64(0)
	for _, b := range blocks {
		held += b.n
	}
	for _, v := range files {
		if info, err := os.Stat(v.Path); err == nil { // if there is an error, reading returns it
			inFiles += uint64(info.Size() / datagen.PackedSize)
		}
	}
	err := d.roomFor("too many positions to validate on", uint64(held)+inFiles)
	if err != nil {
		return err
	}
	if len(blocks) > 0 {
		positions := make([]datagen.Packed, 0, held)
		var r chunkReader
		defer r.close()
		for _, b := range blocks {
			if positions, err = r.read(positions, d, b); err != nil {
				return err
			}
		}
		if err := d.addValid("held out", "hold-out", positions, held); err != nil {
			return err
		}
	}
	for _, v := range files {
		all, err := datagen.ReadPackedFile(v.Path)
		if err != nil {
			return fmt.Errorf("train: %w", err)
		}
		records := len(all)
		all = slices.DeleteFunc(all, func(k datagen.Packed) bool { return !d.filter.keeps(&k) })
		if err := d.addValid(v.Name, v.Path, all, records); err != nil {
			return err
		}
	}
	return nil
}

// addValid adds a validation set. kept are the positions that the filter keeps; records is how many
// the source has.
func (d *Data) addValid(name, source string, kept []datagen.Packed, records int) error {
	if len(kept) == 0 {
		return fmt.Errorf("train: %s: no position left to validate on", source)
	}
	d.Valid = append(d.Valid, ValidSet{name, kept})
	d.Skipped += records - len(kept)
	return nil
}

// roomFor returns an error, which begins with why, if that many positions don't fit into memory.
func (d *Data) roomFor(why string, positions uint64) error {
	if err := memory.Check(d.free, positions*datagen.PackedSize, 0); err != nil {
		return fmt.Errorf("train: %s: %w", why, err)
	}
	return nil
}

func checkHoldout(share float64) error {
	if !(share >= 0 && share < 1) {
		return fmt.Errorf("train: hold-out of %g: want 0 or more and less than 1", share)
	}
	return nil
}

func countRecords(path string) (int, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() { // its size says nothing
		return 0, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a file")}
	}
	size := info.Size()
	if rest := size % datagen.PackedSize; rest != 0 {
		return 0, &datagen.FormatError{File: path, Offset: size - rest,
			Why: "the file ends inside a position", Truncated: true}
	}
	return int(size / datagen.PackedSize), nil
}

// scanned is what scan found in a chunk.
type scanned struct {
	kept   int
	digest uint32
	err    error
}

// scan reads all chunks once. It sets the counts, the digest and the sample.
func (d *Data) scan() error {
	found := make([]scanned, len(d.chunks))
	workers := runtime.GOMAXPROCS(0)
	samples := make([]sample, workers)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			var r chunkReader
			defer r.close()
			var kept []datagen.Packed
			for i := len(d.chunks) * w / workers; i < len(d.chunks)*(w+1)/workers; i++ {
				f := &found[i]
				kept, f.err = r.read(kept[:0], d, d.chunks[i])
				if f.err != nil {
					return
				}
				f.kept, f.digest = len(kept), crc32.ChecksumIEEE(r.bytes)
				for j := range kept {
					samples[w].add(i*chunkSize+j, &kept[j])
				}
			}
		})
	}
	group.Wait()
	sum := crc32.NewIEEE()
	for i := range found {
		f := &found[i]
		if f.err != nil {
			return f.err
		}
		d.Train += f.kept
		d.Skipped += d.chunks[i].n - f.kept
		fmt.Fprintln(sum, d.chunks[i], f.digest)
	}
	d.Digest = sum.Sum32()
	var all sample
	for w := range samples {
		all.join(&samples[w])
	}
	d.sample = all.positions
	return nil
}

// chunkReader reads chunks, and keeps the last file open.
type chunkReader struct {
	f     *os.File
	file  int
	bytes []byte // of the last chunk
}

func (r *chunkReader) close() {
	if r.f != nil {
		r.f.Close()
		r.f = nil
	}
}

// read appends to dst those positions of chunk c that d's filter keeps.
func (r *chunkReader) read(dst []datagen.Packed, d *Data, c chunk) ([]datagen.Packed, error) {
	path := d.files[c.file]
	if r.f == nil || r.file != c.file {
		r.close()
		f, err := os.Open(path)
		if err != nil {
			return dst, fmt.Errorf("train: %w", err)
		}
		r.f, r.file = f, c.file
	}
	r.bytes = grown(r.bytes, c.n*datagen.PackedSize)
	offset := int64(c.from) * datagen.PackedSize
	if n, err := r.f.ReadAt(r.bytes, offset); n < len(r.bytes) {
		if err == io.EOF {
			err = &datagen.FormatError{File: path, Offset: offset + int64(n),
				Why: "the file has become shorter", Truncated: true}
		}
		return dst, fmt.Errorf("train: %w", err)
	}
	for at := 0; at < len(r.bytes); at += datagen.PackedSize {
		k := datagen.Packed(r.bytes[at:])
		if err := k.Check(); err != nil {
			return dst, fmt.Errorf("train: %w",
				&datagen.FormatError{File: path, Offset: offset + int64(at), Why: err.Error()})
		}
		if d.filter.keeps(&k) {
			dst = append(dst, k)
		}
	}
	return dst, nil
}

// target returns what a network should predict for the side to move, 0 to 1: wdl*result +
// (1-wdl)*sigmoid(score/scale). The result is 0, 0.5 or 1; scale is in centipawns.
func target(k *datagen.Packed, wdl, scale float64) float64 {
	score, result := float64(k.Score()), float64(k.Result())/2
	if k.SideToMove() == board.Black {
		score, result = -score, 1-result
	}
	return wdl*result + (1-wdl)*sigmoid(score/scale)
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// fitSample is how many positions fitScale looks at: between this and twice as many, or all if
// there are fewer.
const fitSample = 200_000

// fitScale returns the scale in centipawns for which sigmoid(score/scale) predicts the games'
// results best, by the least squared error. It lies between 50 and 1000.
func fitScale(sample []datagen.Packed) float64 {
	loss := func(scale float64) (sum float64) {
		for i := range sample {
			k := &sample[i]
			e := sigmoid(float64(k.Score())/scale) - float64(k.Result())/2
			sum += e * e
		}
		return sum
	}
	// Golden-section search works because the error has only one minimum in the scale.
	golden := (math.Sqrt(5) - 1) / 2
	low, high := 50.0, 1000.0
	for high-low > 0.5 {
		a, b := high-golden*(high-low), low+golden*(high-low)
		if loss(a) < loss(b) {
			high = b
		} else {
			low = a
		}
	}
	return math.Round((low + high) / 2)
}
