package datagen

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// A LineError tells which line of a text file is wrong, and why.
type LineError struct {
	File string
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// maxLine is the longest believed line in bytes: MaxPlies moves with their scores take a third.
const maxLine = 256 << 10

var (
	errLongLine = fmt.Errorf("a line of more than %d bytes", maxLine)
	errCutLine  = errors.New("the file ends inside this line")
)

// lineReader reads the lines of a text file, decompressing it when its name ends in .zst.
type lineReader struct {
	file string
	line int // number of the last line read, from 1
	r    *bufio.Reader
	done func()
	// read returns how many bytes of the file were read, compressed or not; 0 if it does not tell.
	read func() int64
}

func openLines(path string) (*lineReader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	l := &lineReader{file: path, done: func() { f.Close() }}
	l.read = func() int64 {
		n, err := f.Seek(0, io.SeekCurrent)
		if err != nil {
			return 0
		}
		return n
	}
	var r io.Reader = f
	if strings.HasSuffix(path, ".zst") {
		z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1))
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		l.done = func() { z.Close(); f.Close() }
		r = z
	}
	l.r = bufio.NewReaderSize(r, maxLine)
	return l, nil
}

// next returns the next line without its end, or io.EOF. Any other error is a *LineError, and the
// last thing the reader has to say.
func (l *lineReader) next() (string, error) {
	b, err := l.r.ReadSlice('\n')
	if err == io.EOF && len(b) == 0 {
		return "", io.EOF
	}
	l.line++
	switch {
	case err == nil:
		return strings.TrimSuffix(string(b[:len(b)-1]), "\r"), nil
	case err == io.EOF:
		return "", l.wrong(errCutLine)
	case err == bufio.ErrBufferFull:
		return "", l.wrong(errLongLine)
	}
	return "", l.wrong(err)
}

func (l *lineReader) wrong(err error) error { return &LineError{l.file, l.line, err} }

// linesAtATime is how many lines one job of an import has.
const linesAtATime = 256

// lineBatch is some successive lines of one file; second has their partners from a second file.
type lineBatch struct {
	file   string
	first  int // number of the first line, from 1
	lines  []string
	second []string
	err    error // after the last line; not io.EOF
	read   int64 // bytes of the file that were read before the lines

	missing error // the file cannot be opened
}

// readBatches returns a function for mapOrdered that reads the files one after another.
func readBatches(paths []string) func() (lineBatch, bool) {
	var l *lineReader
	return func() (lineBatch, bool) {
		for l == nil {
			if len(paths) == 0 {
				return lineBatch{}, false
			}
			path := paths[0]
			paths = paths[1:]
			var err error
			if l, err = openLines(path); err != nil {
				paths = nil
				return lineBatch{file: path, missing: err}, true
			}
		}
		b := lineBatch{file: l.file, first: l.line + 1, read: l.read()}
		for len(b.lines) < linesAtATime {
			s, err := l.next()
			if err != nil {
				if err != io.EOF {
					b.err = err
				}
				l.done()
				l = nil
				break
			}
			b.lines = append(b.lines, s)
		}
		return b, true
	}
}
