package datagen

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"sente/internal/filelock"
	"sente/internal/memory"
	"sente/internal/outfile"
)

// Labelling gives the positions of packed files new scores and writes them to one file, in the same
// order. It drops repeats of a position and labels out of range. An interrupted run is continued
// where it stopped. It needs memory for a Seen of all positions and for a few blocks. All fields
// but Recipe are required.
type Labelling struct {
	Inputs   []string
	Out      string
	Label    Labeller
	Recipe   string // says how the labels are made; only the same recipe continues a run
	Block    int    // positions in one call of Label, at least 1
	MaxScore int    // centipawns either way, at least 1; larger labels are dropped

	state labelState
	free  memory.Probe // nil: memory.Available; tests replace it
}

// LabelCounts says what became of the positions.
type LabelCounts struct {
	Read, Twice, OutOfRange, Unlabelled, Written int64
}

// addUp tells whether c is possible. Of total positions, each that was read must count exactly once
// elsewhere.
func (c *LabelCounts) addUp(total int64) bool {
	left := c.Read
	for _, n := range []int64{c.Twice, c.OutOfRange, c.Unlabelled, c.Written} {
		if n < 0 || n > left {
			return false
		}
		left -= n
	}
	return left == 0 && c.Read <= total
}

// labelState is what a later run needs to continue. It is written beside the output, each time
// after it.
type labelState struct {
	Recipe   string
	Inputs   []labelInput
	MaxScore int
	Counts   LabelCounts
}

// labelInput is an input file as it was when the run began.
type labelInput struct {
	Path  string
	Bytes int64
	Edges uint16 // mark of its first and last positions
}

// LabelProgress is told how far a run is: the counts, including those of interrupted runs, and the
// number of positions in all. It is called before the first position is judged, and after each
// block.
type LabelProgress func(c LabelCounts, total int64)

// errInputs says that the run can't be continued.
var errInputs = errors.New("was begun with other inputs or flags")

// Run labels until the inputs end, ctx is done or something fails. What was labelled is kept in
// Out.partial, with Out.state beside it. Out appears when it is complete. If no position is left in
// the end, that is an error, and no file is left. It is also an error if Out exists, or if another
// process is making it (ErrLocked). progress may be nil.
func (l *Labelling) Run(ctx context.Context, progress LabelProgress) (LabelCounts, error) {
	if l.Label == nil {
		return LabelCounts{}, errors.New("no Label is given")
	}
	if progress == nil {
		progress = func(LabelCounts, int64) {}
	}
	if l.Block < 1 || l.MaxScore < 1 {
		return LabelCounts{}, fmt.Errorf("blocks of %d positions, labels up to %d",
			l.Block, l.MaxScore)
	}
	if _, err := os.Stat(l.Out); err == nil {
		return LabelCounts{}, fmt.Errorf("%s: %w", l.Out, fs.ErrExist)
	}
	for _, input := range l.Inputs {
		for _, own := range []string{l.Out + ".partial", l.Out + ".state"} {
			if outfile.Same(input, own) {
				return LabelCounts{}, fmt.Errorf("%s would be written over, and is read", input)
			}
		}
	}
	in, total, err := openPacked(l.Inputs)
	if err != nil {
		return LabelCounts{}, err
	}
	defer in.close()
	if err := roomForSeen(l.free, total); err != nil {
		return LabelCounts{}, err
	}
	out, err := l.openOutput(in.files)
	if err != nil {
		return LabelCounts{}, err
	}
	err = cmp.Or(l.run(ctx, in, out, total, progress), seal(out))
	c := l.state.Counts
	switch {
	case err != nil && c.Read == 0: // nothing is done, so the next run may have other inputs
		return c, errors.Join(err, os.Remove(l.Out+".partial"), os.Remove(l.Out+".state"))
	case err != nil:
		return c, err
	case c.Written > 0:
		err = outfile.RenameNew(l.Out+".partial", l.Out)
	default:
		err = os.Remove(l.Out + ".partial")
	}
	if err == nil {
		err = os.Remove(l.Out + ".state")
	}
	if err == nil && c.Written == 0 {
		const why = "no position of %d is left: %d beyond ±%d centipawns, %d without a label"
		err = fmt.Errorf("%s: not written: "+why,
			l.Out, c.Read, c.OutOfRange, l.MaxScore, c.Unlabelled)
	}
	return c, err
}

// labelled is a block on its way from the inputs to the output.
type labelled struct {
	read, twice int64
	positions   []Packed
	asked       int // number of positions given to Label; those without an answer are Unlabelled
	err         error
}

func (l *Labelling) run(ctx context.Context, in *packedInputs, out *os.File,
	total int64, progress LabelProgress) error {
	seen := NewSeen(total)
	for read := int64(0); read < l.state.Counts.Read; { // what an interrupted run has read
		block, err := in.next(int(min(1<<16, l.state.Counts.Read-read)))
		if err != nil {
			return err
		}
		for i := range block {
			seen.Add(&block[i])
		}
		read += int64(len(block))
	}
	progress(l.state.Counts, total)
	ended := false
	next := func() (b labelled, ok bool) {
		if ended || ctx.Err() != nil {
			return b, false
		}
		var all []Packed
		if all, b.err = in.next(l.Block); b.err != nil || len(all) == 0 {
			ended = true
			return b, b.err != nil
		}
		b.read = int64(len(all))
		for i := range all {
			if seen.Add(&all[i]) {
				b.twice++
			} else {
				b.positions = append(b.positions, all[i])
			}
		}
		return b, true
	}
	label := func(b labelled) labelled {
		b.asked = len(b.positions)
		if b.err == nil && b.asked > 0 {
			b.positions, b.err = l.labelTwice(ctx, b.positions)
		}
		return b
	}
	err := mapOrdered(next, label, func(b labelled) error {
		if b.err != nil {
			return b.err
		}
		if err := l.write(out, b); err != nil {
			return err
		}
		progress(l.state.Counts, total)
		return nil
	})
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// labelTwice asks for the labels of a block, and asks once more if that fails. So if a worker is
// killed, only its block must be done again. If ctx is done, the answer does not count, because
// Ctrl-C on a terminal reaches the workers too.
func (l *Labelling) labelTwice(ctx context.Context, in []Packed) ([]Packed, error) {
	out, err := l.Label(ctx, in)
	if err != nil && ctx.Err() == nil {
		out, err = l.Label(ctx, in)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return out, err
}

// labelOutput is the unfinished output, to which blocks are appended.
type labelOutput interface {
	io.Writer
	Sync() error
}

// write appends a block to the output. Once that is on the disk, it writes the state.
func (l *Labelling) write(out labelOutput, b labelled) error {
	c := l.state.Counts
	c.Read += b.read
	c.Twice += b.twice
	c.Unlabelled += int64(b.asked - len(b.positions))
	buffer := make([]byte, 0, len(b.positions)*PackedSize)
	for i := range b.positions {
		if score := b.positions[i].Score(); score > l.MaxScore || score < -l.MaxScore {
			c.OutOfRange++
			continue
		}
		buffer = append(buffer, b.positions[i][:]...)
	}
	c.Written += int64(len(buffer) / PackedSize)
	if _, err := out.Write(buffer); err != nil {
		return err
	}
	if err := out.Sync(); err != nil {
		return err
	}
	l.state.Counts = c
	return l.writeState()
}

func (l *Labelling) writeState() error {
	text, err := json.MarshalIndent(&l.state, "", "\t")
	if err != nil {
		return err
	}
	return outfile.WriteBytes(l.Out+".state", text)
}

// newOutput begins the output and its state. If there is an output without a state, that is an
// error, unless the output is empty: then a run was killed before it wrote a state.
func (l *Labelling) newOutput() (*os.File, error) {
	f, err := l.openPartial(os.O_CREATE)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.Size() > 0 {
		err = fmt.Errorf("%s.partial has labels that %s.state should tell of: %w",
			l.Out, l.Out, fs.ErrNotExist)
	}
	if err == nil {
		err = l.writeState()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// openOutput opens the unfinished output of an interrupted run, or a new one.
func (l *Labelling) openOutput(inputs []labelInput) (*os.File, error) {
	l.state = labelState{Recipe: l.Recipe, Inputs: slices.Clone(inputs), MaxScore: l.MaxScore}
	for i := range inputs { // as JSON keeps a name that is not UTF-8
		l.state.Inputs[i].Path = string([]rune(inputs[i].Path))
	}
	text, err := os.ReadFile(l.Out + ".state")
	if errors.Is(err, fs.ErrNotExist) {
		return l.newOutput()
	}
	if err != nil {
		return nil, err
	}
	var old labelState
	if err := json.Unmarshal(text, &old); err != nil {
		return nil, fmt.Errorf("%s.state: %w", l.Out, err)
	}
	begun := old
	begun.Counts = LabelCounts{}
	if fmt.Sprint(begun) != fmt.Sprint(l.state) {
		return nil, fmt.Errorf("%[1]s.state: %[2]w; remove %[1]s.state and %[1]s.partial "+
			"to begin anew", l.Out, errInputs)
	}
	var total int64
	for _, in := range inputs {
		total += in.Bytes / PackedSize
	}
	if !old.Counts.addUp(total) {
		return nil, fmt.Errorf("%s.state: its counts do not add up: %+v", l.Out, old.Counts)
	}
	create := 0
	if old.Counts.Written == 0 {
		create = os.O_CREATE // the run may have ended before it made the file
	}
	f, err := l.openPartial(create)
	if err != nil {
		return nil, err
	}
	end := old.Counts.Written * PackedSize
	info, err := f.Stat()
	if err == nil && info.Size() < end {
		err = fmt.Errorf("%s.partial: %d bytes, less than its state says", l.Out, info.Size())
	}
	if err == nil {
		err = f.Truncate(end)
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	l.state = old
	return f, nil
}

// openPartial opens and locks the unfinished output. create is os.O_CREATE if the file may be
// created.
func (l *Labelling) openPartial(create int) (*os.File, error) {
	path := l.Out + ".partial"
	f, err := os.OpenFile(path, os.O_RDWR|create, 0o666)
	if err != nil {
		return nil, err
	}
	if err := filelock.Lock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}
