package datagen

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"sente/internal/bom"
)

// A LineError says which line of a text file is wrong, and why.
type LineError struct {
	File string
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// maxLine is the longest accepted line in bytes. MaxPlies moves with their scores take a third of
// it.
const maxLine = 256 << 10

// ErrUnread is in the error if the rest of a text file is not read.
var ErrUnread = errors.New("the rest is not read")

var (
	errLongLine = fmt.Errorf("a line of more than %d bytes", maxLine)
	errCutLine  = errors.New("the file ends inside this line")
)

// lineReader reads the lines of a text file.
type lineReader struct {
	*textFile
	line    int  // number of the last line read, from 1
	openEnd bool // the last line needs no line end
}

// next returns the next line without its line end and without a byte order mark. At the end it
// returns io.EOF. Any other error is a *LineError, and nothing can be read after it.
func (l *lineReader) next() (string, error) {
	b, err := l.r.ReadSlice('\n')
	if err == io.EOF && len(b) == 0 {
		return "", io.EOF
	}
	l.line++
	line := string(b)
	if l.line == 1 {
		var foreign error
		if line, foreign = bom.Cut(line); foreign != nil {
			return "", l.wrong(unread(foreign))
		}
	}
	switch {
	case err == io.EOF && l.openEnd:
		return line, nil
	case err == nil:
		return strings.TrimSuffix(line[:len(line)-1], "\r"), nil
	case err == io.EOF:
		return "", l.wrong(errCutLine)
	case err == bufio.ErrBufferFull:
		err = errLongLine
	}
	return "", l.wrong(unread(err))
}

// unread adds to an error that the rest of the file is not read.
func unread(err error) error { return fmt.Errorf("%w: %w", err, ErrUnread) }

func (l *lineReader) wrong(err error) error { return &LineError{l.path, l.line, err} }

// linesAtATime is how many lines one job of an import has.
const linesAtATime = 256

// lineBatch is some successive lines of one file. second has the matching lines of a second file.
type lineBatch struct {
	file   string
	first  int // number of the first line, from 1
	lines  []string
	second []string
	err    error // what came after the last line; not io.EOF
	read   int64 // bytes of the file that had been read before the lines
}

// readBatches returns a function for mapOrdered that reads the lines of a file. If partner is not
// nil, it also reads the matching lines of that second file.
func readBatches(file, partner *textFile) func() (lineBatch, bool) {
	first := &lineReader{textFile: file}
	var second *lineReader
	if partner != nil {
		second = &lineReader{textFile: partner}
	}
	ended := false
	return func() (lineBatch, bool) {
		if ended {
			return lineBatch{}, false
		}
		b := lineBatch{file: first.path, first: first.line + 1, read: first.read()}
		for len(b.lines) < linesAtATime {
			s, err := first.next()
			if err == nil && second != nil {
				var t string
				t, err = second.next()
				if err == io.EOF {
					err = unread(fmt.Errorf("the file has fewer lines than %s", first.path))
					err = &LineError{second.path, second.line + 1, err}
				}
				b.second = append(b.second, t)
			}
			if err == io.EOF && second != nil {
				if _, more := second.next(); more != io.EOF {
					err = unread(fmt.Errorf("the file has more lines than %s", first.path))
					err = &LineError{second.path, second.line, err}
				}
			}
			if err != nil {
				if err != io.EOF {
					b.err = err
				}
				b.second = b.second[:min(len(b.second), len(b.lines))]
				ended = true
				break
			}
			b.lines = append(b.lines, s)
		}
		return b, true
	}
}
