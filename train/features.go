package train

import (
	"encoding/binary"
	"math/bits"

	"sente/datagen"
	"sente/eval/nnue"
)

// features are a position's inputs for the side to move (0) and the other side (1).
type features struct {
	rows       [2][maxMen]uint16 // of the first layer, the first count of them
	kingBucket [2]uint8
	count      int
}

// whiteKing is the least piece that is a king; the least bit of a piece is its colour.
const whiteKing = 10

// extract fills f from a position that has passed datagen.Packed.Check, without a board in between.
func (l *layout) extract(f *features, k *datagen.Packed) {
	occupied := binary.LittleEndian.Uint64(k[0:])
	low, high := binary.LittleEndian.Uint64(k[8:]), binary.LittleEndian.Uint64(k[16:])
	var squares, pieces [maxMen]uint8
	var kings [2]uint8
	n := 0
	for ; occupied != 0 && n < maxMen; occupied &= occupied - 1 {
		s, pc := uint8(bits.TrailingZeros64(occupied)), uint8(low&15)
		low = low>>4 | high<<60
		high >>= 4
		squares[n], pieces[n] = s, pc
		n++
		if pc >= whiteKing {
			kings[pc&1] = s
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
		for i, pc := range pieces[:n] {
			rows[i] = base + uint16((pc^color)&1)*(nnue.FeaturesPerBucket/2) + uint16(pc>>1)*64 + uint16(squares[i]^flip)
		}
	}
	f.count = n
}
