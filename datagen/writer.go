package datagen

import (
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A Writer writes a game file block by block. It is not for concurrent use.
type Writer struct {
	w      io.Writer
	name   string
	offset int64
	zstd   *zstd.Encoder
	raw    []byte
	out    []byte
	block  blockHeader
	err    error // error of the first failed write; nothing is written after it

	Games, Positions int64 // in the blocks that are written
}

// NewWriter writes the header of a game file to w and returns a Writer for its games. name is for
// messages. The caller closes w, after Close.
func NewWriter(w io.Writer, name string, h Header) (*Writer, error) {
	if len(h.Description) > 96 {
		return nil, fmt.Errorf("%s: a description of %d bytes, 96 is the most",
			name, len(h.Description))
	}
	g, err := newWriter(w, name, 0)
	if err != nil {
		return nil, err
	}
	g.write(h.encode())
	return g, g.err
}

func newWriter(w io.Writer, name string, offset int64) (*Writer, error) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(2*blockRaw),
		zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderCRC(false))
	return &Writer{w: w, name: name, offset: offset, zstd: z}, err
}

// Add adds game to the open block and writes the block when it is full. If a Reader would refuse
// the game, the error says why, and the block stays as it was. Add does not check that moves are
// legal. Any other error is that of the first failed write, with file and offset. The blocks before
// that offset are whole.
func (g *Writer) Add(game *Game) error {
	if err := game.storable(); err != nil {
		return fmt.Errorf("%s: game %d: %w", g.name, game.ID, err)
	}
	g.raw = appendGame(g.raw, game)
	g.block.games++
	g.block.positions += uint32(len(game.Moves))
	if len(g.raw) >= blockRaw {
		return g.Flush()
	}
	return g.err
}

// Flush writes the open block, if it has games, so that an interrupt can't lose them.
func (g *Writer) Flush() error {
	if g.err != nil || g.block.games == 0 {
		return g.err
	}
	const room = blockHeaderSize
	g.out = g.zstd.EncodeAll(g.raw, append(g.out[:0], make([]byte, room)...))
	payload := g.out[room:]
	g.block.raw, g.block.payload = uint32(len(g.raw)), uint32(len(payload))
	g.block.payloadCRC = crc32.Checksum(payload, castagnoli)
	g.block.append(g.out[:0]) // written into the room that was left for it
	g.write(g.out)
	if g.err == nil {
		g.Games += int64(g.block.games)
		g.Positions += int64(g.block.positions)
	}
	g.raw, g.block = g.raw[:0], blockHeader{}
	return g.err
}

// Close flushes. It does not close the underlying writer.
func (g *Writer) Close() error {
	err := g.Flush()
	g.zstd.Close()
	return err
}

// write writes b in one call.
func (g *Writer) write(b []byte) {
	if g.err != nil {
		return
	}
	if _, err := g.w.Write(b); err != nil {
		g.err = fmt.Errorf("%s: offset %d: %w", g.name, g.offset, err)
		return
	}
	g.offset += int64(len(b))
}
