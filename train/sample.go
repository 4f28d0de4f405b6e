package train

import (
	"math/bits"

	"sente/datagen"
	"sente/internal/splitmix"
)

// sample is an even sample of numbered positions, in the order in which they were added. It need
// not know how many will come. A position is in it if the hash of its number ends in at least level
// zero bits.
type sample struct {
	level     int
	positions []datagen.Packed
	zeros     []int8 // number of zero bits at the end of the hash of each position's number
}

func (s *sample) add(number int, k *datagen.Packed) {
	zeros := bits.TrailingZeros64(splitmix.Mix(uint64(number)))
	if zeros < s.level {
		return
	}
	s.positions, s.zeros = append(s.positions, *k), append(s.zeros, int8(zeros))
	s.thin(s.level)
}

// thin raises the level to at least the given one, and further until at most 2*fitSample positions
// are left.
func (s *sample) thin(level int) {
	for s.level < level || len(s.positions) > 2*fitSample {
		s.level++
		n := 0
		for i, zeros := range s.zeros {
			if int(zeros) >= s.level {
				s.positions[n], s.zeros[n] = s.positions[i], zeros
				n++
			}
		}
		s.positions, s.zeros = s.positions[:n], s.zeros[:n]
	}
}

// join adds a sample of other numbers. The result is the sample of all of them together.
func (s *sample) join(other *sample) {
	level := max(s.level, other.level)
	s.thin(level)
	other.thin(level)
	s.positions = append(s.positions, other.positions...)
	s.zeros = append(s.zeros, other.zeros...)
	s.thin(level)
}
