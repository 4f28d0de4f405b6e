package datagen

import (
	"encoding/binary"
	"errors"
	"fmt"

	"sente/board"
)

// appendGame appends the record of g, which decodeGame reads:
//
//	uvarint  ID
//	uvarint  length of the FEN, 0 for the usual start position
//	bytes    the start as Shredder-FEN
//	byte     Result
//	byte     Reason
//	uvarint  number of moves
//	4 bytes  a move: board.Move, White's score (signed), both little endian
func appendGame(dst []byte, g *Game) []byte {
	dst = binary.AppendUvarint(dst, g.ID)
	fen := g.Start.ShredderFEN()
	if fen == standardStart {
		fen = ""
	}
	dst = binary.AppendUvarint(dst, uint64(len(fen)))
	dst = append(dst, fen...)
	dst = append(dst, byte(g.Result), byte(g.Reason))
	dst = binary.AppendUvarint(dst, uint64(len(g.Moves)))
	for i, m := range g.Moves {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(m))
		dst = binary.LittleEndian.AppendUint16(dst, uint16(g.Scores[i]))
	}
	return dst
}

// standardStart is how ShredderFEN writes the usual start position.
const standardStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"

// maxFEN is longer than any FEN, in bytes.
const maxFEN = 256

var errShortRecord = errors.New("the record is cut off")

// decodeGame decodes one record and returns the bytes after it. The moves are not checked; Replay
// does that.
func decodeGame(b []byte, g *Game) (rest []byte, err error) {
	uvarint := func() uint64 {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			err = errShortRecord
			return 0
		}
		b = b[n:]
		return v
	}
	g.ID = uvarint()
	length := uvarint()
	if err != nil {
		return nil, err
	}
	if length > maxFEN {
		return nil, fmt.Errorf("a FEN of %d bytes", length)
	}
	if uint64(len(b)) < length+2 {
		return nil, errShortRecord
	}
	if length == 0 {
		g.Start = board.Start()
	} else if g.Start, err = board.ParseFEN(string(b[:length])); err != nil {
		return nil, err
	}
	g.Result, g.Reason = Result(b[length]), Reason(b[length+1])
	if err := g.checkEnd(); err != nil {
		return nil, err
	}
	b = b[length+2:]
	moves := uvarint()
	if err != nil {
		return nil, err
	}
	if moves > MaxPlies {
		return nil, fmt.Errorf("%d moves", moves)
	}
	if uint64(len(b)) < 4*moves {
		return nil, errShortRecord
	}
	g.Moves, g.Scores = make([]board.Move, moves), make([]int16, moves)
	for i := range g.Moves {
		g.Moves[i] = board.Move(binary.LittleEndian.Uint16(b[4*i:]))
		g.Scores[i] = int16(binary.LittleEndian.Uint16(b[4*i+2:]))
	}
	return b[4*moves:], nil
}
