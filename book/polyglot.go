package book

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sort"

	"sente/board"
)

const (
	entrySize   = 16  // bytes
	maxEntries  = 256 // of one position, which has fewer moves
	checkBuffer = 1 << 16
)

// Entry is a move that a book knows in some position.
type Entry struct {
	Move   board.Move
	Weight uint16 // how good or usual the move is beside the others; 0: not to be played
}

// Book is an open book. Its methods may be called at the same time.
type Book struct {
	r       io.ReaderAt
	entries int64
}

// Open returns the book of size bytes that r holds. It reads all of it once: a file that is not
// made of whole entries in ascending order of their keys is refused.
func Open(r io.ReaderAt, size int64) (*Book, error) {
	if size <= 0 {
		return nil, errors.New("book: empty file")
	}
	if size%entrySize != 0 {
		return nil, fmt.Errorf("book: %d bytes are no whole number of %d-byte entries: "+
			"truncated, or no Polyglot book", size, entrySize)
	}
	b := &Book{r: r, entries: size / entrySize}
	in := bufio.NewReaderSize(io.NewSectionReader(r, 0, size), checkBuffer)
	var raw [entrySize]byte
	last := uint64(0)
	for i := range b.entries {
		if _, err := io.ReadFull(in, raw[:]); err != nil {
			return nil, fmt.Errorf("book: entry %d: %w", i+1, err)
		}
		key := binary.BigEndian.Uint64(raw[:])
		if key < last {
			return nil, fmt.Errorf("book: entry %d is out of order: damaged, or no Polyglot book",
				i+1)
		}
		last = key
	}
	return b, nil
}

// Lookup returns what the book knows about a position, in the book's order. Moves that are not
// legal there, as after a collision of keys, are left out. The error is that of reading.
func (b *Book) Lookup(p *board.Position) ([]Entry, error) {
	key, ok := Key(p)
	if !ok {
		return nil, nil
	}
	first, err := b.find(key)
	if err != nil || first == b.entries {
		return nil, err
	}
	raw := make([]byte, min(maxEntries, b.entries-first)*entrySize)
	if err := b.read(raw, first); err != nil {
		return nil, err
	}
	var legal board.MoveList
	p.Legal(&legal)
	var found []Entry
	for ; len(raw) > 0 && binary.BigEndian.Uint64(raw) == key; raw = raw[entrySize:] {
		if m := decodeMove(binary.BigEndian.Uint16(raw[8:]), &legal); m != board.NoMove {
			found = append(found, Entry{m, binary.BigEndian.Uint16(raw[10:])})
		}
	}
	return found, nil
}

// find returns the number of the first entry whose key is at least key.
func (b *Book) find(key uint64) (int64, error) {
	if b.entries > math.MaxInt {
		return 0, errors.New("book: too large for this system")
	}
	var failed error
	var raw [8]byte
	i := sort.Search(int(b.entries), func(i int) bool {
		if failed == nil {
			failed = b.read(raw[:], int64(i))
		}
		return failed != nil || binary.BigEndian.Uint64(raw[:]) >= key
	})
	return int64(i), failed
}

// read fills dst with the file's content from an entry on.
func (b *Book) read(dst []byte, entry int64) error {
	n, err := b.r.ReadAt(dst, entry*entrySize)
	if n == len(dst) {
		return nil
	}
	return fmt.Errorf("book: entry %d: %w", entry+1, err)
}

// A move in a book: bits 0-5 to, 6-11 from, 12-14 the kind a pawn promotes to, from knight = 1.

// decodeMove returns the legal move that raw stands for, NoMove if none does.
func decodeMove(raw uint16, legal *board.MoveList) board.Move {
	for _, m := range legal.Slice() {
		if encodeMove(m) == raw {
			return m
		}
	}
	return board.NoMove
}

func encodeMove(m board.Move) uint16 {
	raw := uint16(m.To()) | uint16(m.From())<<6
	if m.IsPromotion() {
		raw |= uint16(m.Promotion()-board.Pawn) << 12
	}
	return raw
}
