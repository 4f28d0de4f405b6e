package datagen

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"

	"sente/internal/bom"
	"sente/internal/compressed"
)

// textFile is a text file that is being read. If it is compressed, it is decompressed on the way.
type textFile struct {
	path  string
	r     *bufio.Reader
	close func()
	// read returns how many bytes of the file were read, before decompression. It is 0 if the file
	// can't tell.
	read func() int64
}

// openText opens a text file. It decompresses zstd, gzip and bzip2. For any other compression it
// returns compressed.Err.
func openText(path string) (*textFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	t := &textFile{path: path, r: bufio.NewReaderSize(f, maxLine), close: func() { f.Close() }}
	t.read = func() int64 {
		n, err := f.Seek(0, io.SeekCurrent)
		if err != nil {
			return 0
		}
		return n
	}
	var inner io.Reader
	start, _ := t.r.Peek(compressed.Start) // the first read returns the error, if there is one
	switch compressed.Of(start) {
	case compressed.Zstd:
		z, zerr := zstd.NewReader(t.r, zstd.WithDecoderConcurrency(1))
		if err = zerr; err == nil {
			inner, t.close = z, func() { z.Close(); f.Close() }
		}
	case compressed.Gzip:
		inner, err = gzip.NewReader(t.r)
	case compressed.Bzip2:
		inner = bzip2.NewReader(t.r)
	case compressed.Other:
		err = compressed.Err
	default:
		return t, nil
	}
	if err != nil {
		t.close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t.r = bufio.NewReaderSize(inner, maxLine)
	return t, nil
}

// eachText opens files one after the other and calls visit for each, up to the first error.
func eachText(paths []string, visit func(*textFile) error) error {
	for _, path := range paths {
		t, err := openText(path)
		if err != nil {
			return err
		}
		err = visit(t)
		t.close()
		if err != nil {
			return err
		}
	}
	return nil
}

// isPGN tells whether the file holds games in PGN: its name says so, or it begins with a tag.
func (t *textFile) isPGN() bool {
	name := strings.ToLower(t.path)
	for _, ending := range []string{".zst", ".gz", ".bz2"} {
		name = strings.TrimSuffix(name, ending)
	}
	if strings.HasSuffix(name, ".pgn") {
		return true
	}
	start, _ := t.r.Peek(256)
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte(bom.UTF8)), " \t\r\n")
	return bytes.HasPrefix(start, []byte("["))
}
