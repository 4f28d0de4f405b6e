package datagen

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// packedInputs reads packed files one after the other.
type packedInputs struct {
	files  []labelInput
	opened []*os.File
	r      *bufio.Reader
	at     int   // index of the file that is being read
	offset int64 // bytes read of it
}

// openPacked opens all files and counts their positions. So a wrong name is found before any work.
func openPacked(paths []string) (*packedInputs, int64, error) {
	in := &packedInputs{}
	var total int64
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			in.close()
			return nil, 0, err
		}
		in.opened = append(in.opened, f)
		info, err := f.Stat()
		switch {
		case err != nil:
		case !info.Mode().IsRegular(): // its size says nothing
			err = &fs.PathError{Op: "read", Path: path, Err: errors.New("not a file")}
		case info.Size()%PackedSize != 0:
			offset := info.Size() / PackedSize * PackedSize
			err = &FormatError{File: path, Offset: offset,
				Why: "the file ends inside a position", Truncated: true}
		}
		var edges uint16
		if err == nil {
			edges, err = edgeMark(f, info.Size())
		}
		if err != nil {
			in.close()
			return nil, 0, err
		}
		in.files = append(in.files, labelInput{path, info.Size(), edges})
		total += info.Size() / PackedSize
	}
	return in, total, nil
}

// edgeMark returns a mark of the first and the last 64 KiB of a file of size bytes. A different
// file of that size has, as a rule, a different mark, and so has one in another order.
func edgeMark(f io.ReaderAt, size int64) (edges uint16, err error) {
	const part = 1 << 16
	edges = mark(func(w io.Writer) {
		for _, from := range []int64{0, max(size-part, 0)} {
			_, failed := io.Copy(w, io.NewSectionReader(f, from, min(part, size)))
			err = errors.Join(err, failed)
		}
	})
	return edges, err
}

func (in *packedInputs) close() {
	for _, f := range in.opened {
		f.Close()
	}
}

// next returns the next n positions. It returns fewer at the end of a file, and none at the end of
// the last one. It does not read what was added to a file after it was opened.
func (in *packedInputs) next(n int) ([]Packed, error) {
	for in.at < len(in.files) && in.offset == in.files[in.at].Bytes {
		in.at, in.offset, in.r = in.at+1, 0, nil
	}
	if in.at == len(in.files) {
		return nil, nil
	}
	if in.r == nil {
		in.r = bufio.NewReaderSize(in.opened[in.at], 1<<20)
	}
	path, left := in.files[in.at].Path, (in.files[in.at].Bytes-in.offset)/PackedSize
	block := make([]Packed, min(int64(n), left))
	for i := range block {
		if _, err := io.ReadFull(in.r, block[i][:]); err != nil {
			return nil, fmt.Errorf("%s: offset %d: %w", path, in.offset, err)
		}
		if err := block[i].Check(); err != nil {
			return nil, &FormatError{File: path, Offset: in.offset, Why: err.Error()}
		}
		in.offset += PackedSize
	}
	return block, nil
}
