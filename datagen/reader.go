package datagen

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// A Reader reads a game file. It uses no byte before it has checked the checksum.
type Reader struct {
	Header Header

	Blocks      int64 // blocks read so far, without damaged ones
	Raw, Stored int64 // bytes of games before compression; bytes in the file, with block headers

	r          *bufio.Reader
	file       io.Closer // opened by OpenReader; else nil
	name       string
	offset     int64 // of the next byte of r
	blockStart int64 // offset of the block that is being read or is next
	zstd       *zstd.Decoder
	payload    []byte
	raw        []byte // decompressed block
	rest       []byte // the part of raw that is not decoded yet
	left       uint32 // games left in rest
	lost       bool   // the last header was damaged, so the next one must be searched for
	stuck      error  // io.EOF, or an error after which nothing can be read
}

// NewReader reads a game file's header from r. name is for messages. If the bytes are wrong, the
// error is a *FormatError.
func NewReader(r io.Reader, name string) (*Reader, error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxBlockRaw))
	if err != nil {
		return nil, err
	}
	g := &Reader{r: bufio.NewReaderSize(r, 1<<16), name: name, zstd: z, blockStart: headerSize}
	var b [headerSize]byte
	n, err := io.ReadFull(g.r, b[:])
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		why := fmt.Sprintf("the file ends inside its header, after %d of %d bytes", n, headerSize)
		return nil, &FormatError{name, 0, why, true}
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	g.offset = headerSize
	var why string
	if g.Header, why = decodeHeader(b[:]); why != "" {
		return nil, &FormatError{File: name, Why: why}
	}
	return g, nil
}

// OpenReader opens a game file for reading.
func OpenReader(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := NewReader(f, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.file = f
	return r, nil
}

// Close frees the decompressor, and closes the file if OpenReader opened it. Next must not be
// called after it.
func (r *Reader) Close() error {
	r.zstd.Close()
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Next reads the next game into g. It returns io.EOF after the last one. A *FormatError that is not
// Truncated means a damaged block: later calls continue with the next block that can be found. Next
// does not check that moves are legal; Game.Replay does.
func (r *Reader) Next(g *Game) error {
	for r.left == 0 {
		if r.stuck != nil {
			return r.stuck
		}
		if err := r.nextBlock(); err != nil {
			return err
		}
	}
	rest, err := decodeGame(r.rest, g)
	if err != nil {
		r.left = 0
		return r.wrong("a block with good checksums holds a bad game: " + err.Error())
	}
	g.file, g.block = r.name, r.blockStart
	g.source, g.read = r.name, r.offset
	r.rest = rest
	r.left--
	if r.left == 0 && len(rest) != 0 {
		return r.wrong(fmt.Sprintf("%d bytes after the last game of a block", len(rest)))
	}
	return nil
}

// wrong returns a FormatError for the current block.
func (r *Reader) wrong(why string) error {
	return &FormatError{File: r.name, Offset: r.blockStart, Why: why}
}

// nextBlock reads and decompresses a block.
func (r *Reader) nextBlock() error {
	if r.lost {
		r.findBlock()
	}
	r.blockStart = r.offset
	h, err := r.blockHeader()
	if err != nil {
		return err
	}
	if cap(r.payload) < int(h.payload) {
		r.payload = make([]byte, h.payload)
	}
	r.payload = r.payload[:h.payload]
	if err := r.fill(r.payload, "a block"); err != nil {
		r.stuck = err
		return err
	}
	if crc32.Checksum(r.payload, castagnoli) != h.payloadCRC {
		return r.damaged(r.payload,
			fmt.Sprintf("the checksum of a block of %d games is wrong", h.games))
	}
	raw, err := r.zstd.DecodeAll(r.payload, r.raw[:0])
	if err != nil || uint32(len(raw)) != h.raw {
		return r.wrong(fmt.Sprintf("a block with good checksums does not "+
			"decompress to %d bytes: %v", h.raw, err))
	}
	r.raw, r.rest, r.left = raw, raw, h.games
	r.Blocks++
	r.Raw += int64(h.raw)
	r.Stored += blockHeaderSize + int64(h.payload)
	return nil
}

// findBlock skips to the next bytes that form a block header with a correct checksum, or to the
// end.
func (r *Reader) findBlock() {
	r.lost = false
	for {
		b, err := r.r.Peek(blockHeaderSize)
		if err != nil {
			n, _ := r.r.Discard(len(b))
			r.offset += int64(n)
			return
		}
		if _, why := decodeBlockHeader(b); why == "" {
			return
		}
		r.r.Discard(1) // Peek has seen this byte
		r.offset++
	}
}

// blockHeader reads a block's header. If there is none, it reads on to where one may begin.
func (r *Reader) blockHeader() (blockHeader, error) {
	b, err := r.r.Peek(blockHeaderSize)
	n := len(b)
	var h blockHeader
	var why string
	if err == nil {
		if h, why = decodeBlockHeader(b); why != "" {
			r.lost = true
			n = nextMagic(b)
		}
	}
	r.r.Discard(n) // Peek has seen these bytes
	r.offset += int64(n)
	switch {
	case err == io.EOF && n == 0:
		r.stuck = err
		return h, err
	case err != nil:
		r.stuck = r.short(err, "a block's header", n, blockHeaderSize)
		return h, r.stuck
	case why == "":
		return h, nil
	case n < len(b):
		return h, r.wrong(why)
	}
	return h, r.damaged(b, why)
}

// nextMagic returns the first index in b, after 0, where a block may begin. If there is none, it
// returns len(b).
func nextMagic(b []byte) int {
	for i := 1; i < len(b); i++ {
		if strings.HasPrefix(blockMagic, string(b[i:min(i+len(blockMagic), len(b))])) {
			return i
		}
	}
	return len(b)
}

// damaged returns the error for a bad block. b holds its last bytes. After a power cut a file may
// have its full length but zeros where the end had not been written yet. So a bad block that ends
// in a zero, with nothing but zeros behind it, counts as cut off.
func (r *Reader) damaged(b []byte, why string) error {
	if len(b) == 0 || b[len(b)-1] != 0 || !r.skipZeros() {
		return r.wrong(why)
	}
	r.stuck = &FormatError{r.name, r.blockStart,
		"the file ends inside a block, in zeros: " + why, true}
	return r.stuck
}

// skipZeros reads zeros, in which no block can begin. It reports whether the file ends with them.
func (r *Reader) skipZeros() bool {
	for {
		b, err := r.r.ReadByte()
		if err != nil {
			return err == io.EOF
		}
		if b != 0 {
			r.r.UnreadByte() // ReadByte has read it, so this can't fail
			return false
		}
		r.offset++
	}
}

// fill reads all of b. what names the bytes for messages.
func (r *Reader) fill(b []byte, what string) error {
	n, err := io.ReadFull(r.r, b)
	r.offset += int64(n)
	return r.short(err, what, n, len(b))
}

// short returns the error for reading only n of the bytes of what, because of err.
func (r *Reader) short(err error, what string, n, of int) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return &FormatError{r.name, r.blockStart,
			fmt.Sprintf("the file ends inside %s, after %d of %d bytes", what, n, of), true}
	}
	if err != nil {
		return fmt.Errorf("%s: offset %d: %w", r.name, r.offset, err)
	}
	return nil
}

// ReadGames calls visit for every game of the named files. It continues after damage, with the next
// block or file, and the error joins all damage. An error of visit ends it and is joined to the
// rest.
func ReadGames(paths []string, visit func(*Game) error) error {
	var damage []error
	for _, path := range paths {
		r, err := OpenReader(path)
		if err != nil {
			damage = append(damage, err)
			continue
		}
		for {
			g := new(Game)
			err := r.Next(g)
			if err == io.EOF {
				break
			}
			if err != nil {
				damage = append(damage, err)
				if r.stuck != nil {
					break
				}
				continue
			}
			if err := visit(g); err != nil {
				r.Close()
				return errors.Join(append(damage, err)...)
			}
		}
		r.Close()
	}
	return errors.Join(damage...)
}
