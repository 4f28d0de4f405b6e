package datagen

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"os"

	"sente/board"
	"sente/eval/nnue"
	"sente/internal/outfile"
)

// PackedSize is the size of a packed position in bytes. A packed file holds nothing else.
const PackedSize = 32

// Packed is a training position: what the trainer needs and nothing more. All numbers are little
// endian.
//
//	 0-7   occupied squares, a1 = bit 0
//	 8-23  the pieces in square order, four bits each, low half first: board.Piece
//	24-25  score in the search's own unit, White's side, signed
//	26     Result
//	27     side to move: board.Color
//	28-29  ply of the game, from the move number
//	30-31  0
//
// Castling and en passant rights are not kept: no feature of the network sees them.
type Packed [PackedSize]byte

// Pack packs p with the game's result and White's score in the search's own unit, cut off at the
// ends of an int16.
func Pack(p *board.Position, score int, result Result) Packed {
	var k Packed
	occupied := p.Occupied()
	binary.LittleEndian.PutUint64(k[0:], uint64(occupied))
	for i := 0; occupied != 0; i++ {
		k[8+i/2&15] |= byte(p.PieceOn(occupied.Pop())) << (i % 2 * 4)
	}
	k.SetScore(score)
	k.setResult(result)
	k[27] = byte(p.SideToMove())
	binary.LittleEndian.PutUint16(k[28:], uint16(min(p.Ply(), 65535)))
	return k
}

// Occupied returns the occupied squares.
func (k *Packed) Occupied() board.Bitboard {
	return board.Bitboard(binary.LittleEndian.Uint64(k[0:]))
}

// Piece returns the piece on the i-th occupied square (0 to 31), counted from a1.
func (k *Packed) Piece(i int) board.Piece { return board.Piece(k[8+i/2] >> (i % 2 * 4) & 15) }

// Score returns the score from White's side, in the search's own unit.
func (k *Packed) Score() int { return int(int16(binary.LittleEndian.Uint16(k[24:]))) }

// SetScore replaces the score from White's side, in the search's own unit. It is cut off at the
// ends of an int16.
func (k *Packed) SetScore(score int) {
	binary.LittleEndian.PutUint16(k[24:], uint16(int16(min(max(score, -32768), 32767))))
}

func (k *Packed) setResult(r Result) { k[26] = byte(r) }

// Result returns the game's result.
func (k *Packed) Result() Result { return Result(k[26]) }

// SideToMove returns the side to move.
func (k *Packed) SideToMove() board.Color { return board.Color(k[27]) }

// Ply returns the ply of the game.
func (k *Packed) Ply() int { return int(binary.LittleEndian.Uint16(k[28:])) }

// Check returns what is wrong with the bytes of k. It returns nil if a trainer may use them: there
// are 2 to 32 valid pieces, one king a side, and a valid result and side to move.
func (k *Packed) Check() error {
	n := bits.OnesCount64(uint64(k.Occupied()))
	if n < 2 || n > 32 {
		return fmt.Errorf("%d pieces", n)
	}
	var kings [2]int
	for i := range n {
		pc := k.Piece(i)
		if pc >= board.NoPiece {
			return fmt.Errorf("piece number %d is %d", i, pc)
		}
		if pc.Kind() == board.King {
			kings[pc.Color()]++
		}
	}
	switch {
	case kings != [2]int{1, 1}:
		return fmt.Errorf("%d white and %d black kings", kings[board.White], kings[board.Black])
	case k.Result() > WhiteWins:
		return fmt.Errorf("result %d", k[26])
	case k.SideToMove() > board.Black:
		return fmt.Errorf("side to move %d", k[27])
	}
	return nil
}

// inCheck reports whether the side to move is in check. k must have passed Check. It saves the work
// of Position.
func (k *Packed) inCheck() bool {
	var attacks nnue.Attacks
	var king board.Square
	side := k.SideToMove()
	men := k.Occupied()
	for i := 0; men != 0; i++ {
		s, pc := men.Pop(), k.Piece(i)
		if pc.Color() != side {
			attacks.Add(pc, s, k.Occupied())
		} else if pc.Kind() == board.King {
			king = s
		}
	}
	return attacks[side.Other()].All.Has(king)
}

// Position returns the position, without castling and en passant rights. The error says why the
// bytes are no position.
func (k *Packed) Position() (board.Position, error) {
	if err := k.Check(); err != nil {
		return board.Position{}, err
	}
	men := noMen()
	occupied := k.Occupied()
	for i := 0; occupied != 0; i++ {
		men[occupied.Pop()] = k.Piece(i)
	}
	return board.FromMen(&men, k.SideToMove(), k.Ply()/2+1)
}

// noMen returns an empty board.
func noMen() (men [64]board.Piece) {
	for s := range men {
		men[s] = board.NoPiece
	}
	return men
}

// ReadPackedFile returns all positions of a file. It fails if the size is not a multiple of
// PackedSize or a position fails Check. The error has the file's name and the offset.
func ReadPackedFile(path string) ([]Packed, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	all := make([]Packed, 0, info.Size()/PackedSize)
	r := bufio.NewReaderSize(f, 1<<20)
	for {
		var k Packed
		offset := int64(len(all)) * PackedSize
		switch _, err := io.ReadFull(r, k[:]); {
		case err == io.EOF:
			return all, nil
		case err == io.ErrUnexpectedEOF:
			return all, &FormatError{File: path, Offset: offset,
				Why: "the file ends inside a position", Truncated: true}
		case err != nil:
			return all, fmt.Errorf("%s: offset %d: %w", path, offset, err)
		}
		if err := k.Check(); err != nil {
			return all, &FormatError{File: path, Offset: offset, Why: err.Error()}
		}
		all = append(all, k)
	}
}

// WritePacked writes positions to w.
func WritePacked(w io.Writer, positions []Packed) error {
	out := bufio.NewWriterSize(w, 1<<20)
	for i := range positions {
		out.Write(positions[i][:]) // Flush returns its error
	}
	return out.Flush()
}

// WritePackedFile writes positions to path. The file gets its name only when it is complete. So on
// a full disk the old file stays.
func WritePackedFile(path string, positions []Packed) error {
	return outfile.Write(path, func(w io.Writer) error { return WritePacked(w, positions) })
}
