package datagen

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"sente/internal/bom"
)

// textFile is a text file that is being read, decompressed if it is compressed.
type textFile struct {
	path  string
	r     *bufio.Reader
	close func()
	// read returns how many bytes of the file were read, compressed or not; 0 if it does not tell.
	read func() int64
}

// errArchive is said of text that is compressed in a way that is not read here.
var errArchive = errors.New("compressed by xz, zip or 7-Zip, which are not read: unpack it first")

// archives are the first bytes of what xz, zip and 7-Zip write.
var archives = []string{"\xfd7zX", "PK\x03\x04", "7z\xbc\xaf"}

// openText opens a text file. Its first bytes tell whether it is compressed by zstd, gzip or bzip2.
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
	switch start, _ := t.r.Peek(4); { // what cannot be read is told by the first read
	case isZstd(start):
		z, zerr := zstd.NewReader(t.r, zstd.WithDecoderConcurrency(1))
		if err = zerr; err == nil {
			inner, t.close = z, func() { z.Close(); f.Close() }
		}
	case bytes.HasPrefix(start, []byte("\x1f\x8b")):
		inner, err = gzip.NewReader(t.r)
	case bytes.HasPrefix(start, []byte("BZh")):
		inner = bzip2.NewReader(t.r)
	case slices.Contains(archives, string(start)):
		err = errArchive
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

// isZstd tells whether a file begins with a frame of zstd, or with one that is to be skipped, as
// pzstd writes.
func isZstd(start []byte) bool {
	return bytes.Equal(start, []byte("\x28\xb5\x2f\xfd")) ||
		len(start) == 4 && start[0]&0xf0 == 0x50 && string(start[1:]) == "\x2a\x4d\x18"
}

// eachText opens files one after the other and passes them to visit, up to the first error.
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
	for _, compressed := range []string{".zst", ".gz", ".bz2"} {
		name = strings.TrimSuffix(name, compressed)
	}
	if strings.HasSuffix(name, ".pgn") {
		return true
	}
	start, _ := t.r.Peek(256)
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte(bom.UTF8)), " \t\r\n")
	return bytes.HasPrefix(start, []byte("["))
}
