package datagen

import (
	"errors"
	"fmt"
	"io"
	"os"

	"sente/internal/filelock"
)

// A File is a Writer on a file, which is locked: no other process can open it for writing.
type File struct {
	*Writer
	f *os.File
}

// Create creates a game file. It does not overwrite one, and leaves none when it fails.
func Create(path string, h Header) (*File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	var w *Writer
	if err = filelock.Lock(f); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	} else {
		w, err = NewWriter(f, path, h)
	}
	if err == nil {
		err = f.Sync() // a power cut leaves a file that can be continued
	}
	if err != nil {
		f.Close()
		os.Remove(path)
		return nil, err
	}
	return &File{w, f}, nil
}

// ErrLocked tells that another process has a file open for writing.
var ErrLocked = filelock.ErrLocked

// Resumed is what OpenAppend found in a file.
type Resumed struct {
	Header           Header
	Games, Positions int64
	NextID           uint64 // above every ID in the file
	Dropped          int64  // bytes of a last block that was cut off
}

// OpenAppend opens a game file to go on writing it, if accept has no objection to its header. A nil
// accept has none. A last block that was cut off is removed; any other damage is an error and
// leaves the file as it is, as do an error of accept and ErrLocked.
func OpenAppend(path string, accept func(Header) error) (*File, Resumed, error) {
	var found Resumed
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, found, err
	}
	fail := func(err error) (*File, Resumed, error) {
		f.Close()
		return nil, found, err
	}
	if err := filelock.Lock(f); err != nil {
		return fail(fmt.Errorf("%s: %w", path, err))
	}
	r, err := NewReader(f, path)
	if err != nil {
		return fail(err)
	}
	defer r.Close()
	found.Header = r.Header
	if accept != nil {
		if err := accept(r.Header); err != nil {
			return fail(fmt.Errorf("%s: %w", path, err))
		}
	}
	var g Game
	for {
		err := r.Next(&g)
		if err == io.EOF {
			break
		}
		if cut, ok := errors.AsType[*FormatError](err); ok && cut.Truncated {
			break
		}
		if err != nil {
			return fail(err)
		}
		found.Games++
		found.Positions += int64(len(g.Moves))
		found.NextID = max(found.NextID, g.ID+1)
	}
	end := r.blockStart
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return fail(err)
	}
	found.Dropped = size - end
	if err := f.Truncate(end); err != nil {
		return fail(err)
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		return fail(err)
	}
	w, err := newWriter(f, path, end)
	if err != nil {
		return fail(err)
	}
	w.Games, w.Positions = found.Games, found.Positions
	return &File{w, f}, found, nil
}

// Sync writes the open block and waits until the disk has it, so that it outlives a power cut.
func (f *File) Sync() error {
	if err := f.Flush(); err != nil {
		return err
	}
	return f.f.Sync()
}

// Close writes the open block, waits until the disk has it and closes the file.
func (f *File) Close() error {
	err := f.Writer.Close()
	if sealing := seal(f.f); err == nil {
		err = sealing
	}
	return err
}

// seal syncs and closes f. It syncs first: an unsynced file that is then renamed, as a Labelling
// does, may be empty after a power cut.
func seal(f interface {
	Sync() error
	Close() error
}) error {
	err := f.Sync()
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}
