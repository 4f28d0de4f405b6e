package train

import (
	"encoding/binary"
	"math/bits"

	"sente/datagen"
	"sente/eval/nnue"
)

// features are a position's rows of the first layer for the side to move (0) and the other side
// (1): where each begins, in floats. The last one is the bias.
type features struct {
	rows   [2][maxPieces + 1]int32
	count  int // of rows a side
	bucket int // output bucket
}

// featureTable turns packed positions into features without a board in between.
type featureTable struct {
	shape   Shape
	kingMap [64]uint8
}

func newFeatureTable(s Shape) *featureTable { return &featureTable{s, kingMaps[s.KingBuckets]} }

// whiteKing is the least piece that is a king; the least bit of a piece is its colour.
const whiteKing = 10

// extract fills f from a position that has passed datagen.Packed.Check.
func (t *featureTable) extract(f *features, k *datagen.Packed) {
	occupied := binary.LittleEndian.Uint64(k[0:])
	low, high := binary.LittleEndian.Uint64(k[8:]), binary.LittleEndian.Uint64(k[16:])
	var squares, pieces [maxPieces]uint8
	var kings [2]uint8
	n := 0
	for ; occupied != 0 && n < maxPieces; occupied &= occupied - 1 {
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
	h := int32(t.shape.Hidden)
	for view := range uint8(2) {
		color := side ^ view
		flip := color * 56
		if kings[color]&4 != 0 {
			flip ^= 7
		}
		base := int32(t.kingMap[kings[color]^flip]) * nnue.FeaturesPerBucket
		rows := &f.rows[view]
		for i := range n {
			pc := pieces[i]
			index := base + int32((pc^color)&1)*(nnue.FeaturesPerBucket/2) + int32(pc>>1)*64 + int32(squares[i]^flip)
			rows[i] = index * h
		}
		rows[n] = int32(t.shape.biasRow()) * h
	}
	f.count = n + 1
	f.bucket = nnue.OutputBucket(n, t.shape.OutputBuckets)
}
