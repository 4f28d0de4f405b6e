package train

import (
	"encoding/binary"
	"math/bits"

	"sente/board"
	"sente/datagen"
	"sente/eval/nnue"
)

// features are a position's inputs for the side to move (0) and the other side (1).
type features struct {
	rows       [2][2 * maxMen]uint16 // first-layer rows of the active inputs: rows[side][:active]
	kingBucket [2]uint8
	count      int // of men
	active     int // number of active inputs: the men, and the threats if the network has them
}

// extract fills f from a position, without making a board. The position must have passed
// datagen.Packed.Check.
func (l *layout) extract(f *features, k *datagen.Packed) {
	occupied := binary.LittleEndian.Uint64(k[0:])
	low, high := binary.LittleEndian.Uint64(k[8:]), binary.LittleEndian.Uint64(k[16:])
	var squares, pieces [maxMen]uint8
	var kings [2]uint8
	leastKing := uint8(board.NewPiece(board.White, board.King)) // the lowest bit is the colour
	n := 0
	for ; occupied != 0 && n < maxMen; occupied &= occupied - 1 {
		s, pc := uint8(bits.TrailingZeros64(occupied)), uint8(low&15)
		low = low>>4 | high<<60
		high >>= 4
		squares[n], pieces[n] = s, pc
		n++
		if pc >= leastKing {
			kings[pc&1] = s
		}
	}
	var threats [maxMen]int // kind of threat against each man, -1 for none
	if l.threatRows > 0 {
		var attacks nnue.Attacks
		for i, pc := range pieces[:n] {
			attacks.Add(board.Piece(pc), board.Square(squares[i]), k.Occupied())
		}
		for i, pc := range pieces[:n] {
			threats[i] = attacks.Threat(board.Piece(pc), board.Square(squares[i]))
		}
	}
	side := k[27] & 1
	for view := range uint8(2) {
		color := side ^ view
		flip := color * 56
		if kings[color]&4 != 0 {
			flip ^= 7
		}
		bucket := l.kingMap[kings[color]^flip]
		f.kingBucket[view] = bucket
		base := uint16(bucket) * nnue.FeaturesPerBucket
		rows := &f.rows[view]
		f.active = n
		for i, pc := range pieces[:n] {
			man := uint16((pc^color)&1)*(nnue.FeaturesPerBucket/2) +
				uint16(pc>>1)*64 + uint16(squares[i]^flip)
			rows[i] = base + man
			if l.threatRows > 0 && threats[i] >= 0 {
				rows[f.active] = uint16(l.ownRows) + uint16(threats[i])*nnue.FeaturesPerBucket + man
				f.active++
			}
		}
	}
	f.count = n
}
