package datagen

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"sente/internal/filelock"
)

// A File is a Writer on a file. The file is locked, so no other process can open it for writing.
type File struct {
	*Writer
	f *os.File
}

// Create creates a game file. It does not overwrite an existing file, and it leaves no file when it
// fails.
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
		err = f.Sync() // even a power cut then leaves a file that can be continued
	}
	if err != nil {
		f.Close()
		os.Remove(path)
		return nil, err
	}
	return &File{w, f}, nil
}

// ErrLocked is the error if another process has a file open for writing.
var ErrLocked = filelock.ErrLocked

// Resumed is what OpenAppend found in a file.
type Resumed struct {
	Header           Header
	Games, Positions int64
	NextID           uint64 // larger than every ID in the file
	Dropped          int64  // bytes of a cut-off last block, which were removed
}

// OpenAppend opens a game file to continue it, unless accept returns an error for its header. A nil
// accept accepts every header. A last block that was cut off is removed. Any other damage is an
// error. After an error, also one of accept or ErrLocked, the file is as it was.
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

// Sync writes the open block and waits until it is on the disk, so that it survives a power cut.
func (f *File) Sync() error {
	if err := f.Flush(); err != nil {
		return err
	}
	return f.f.Sync()
}

// Close writes the open block, waits until it is on the disk, and closes the file.
func (f *File) Close() error {
	return cmp.Or(f.Writer.Close(), seal(f.f))
}

// seal syncs and closes f. The sync matters: a Labelling renames its file afterwards, and after a
// power cut an unsynced file that was renamed may be empty.
func seal(f interface {
	Sync() error
	Close() error
}) error {
	return cmp.Or(f.Sync(), f.Close())
}
