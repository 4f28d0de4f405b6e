package datagen

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"sente/internal/memory"
)

// Seen remembers positions by 32 bits of a hash each. It never forgets one. By chance it takes a
// new position for one that it knows, about once in 1,000 million calls. Make a Seen with NewSeen:
// the zero Seen has no room, and Add panics.
type Seen struct {
	slots []uint32 // open addressing; 0: free
	shift uint
	room  int64 // how many more positions fit; some slots stay free, so that probing ends
}

// NewSeen returns an empty Seen that remembers the first n different positions. It takes 6 to 12
// bytes for each.
func NewSeen(n int64) *Seen {
	slots := seenSlots(n)
	shift := uint(64 - bits.TrailingZeros64(uint64(slots)))
	return &Seen{slots: make([]uint32, slots), shift: shift, room: n}
}

// seenSlots returns how many slots, a power of two, a Seen for n positions has.
func seenSlots(n int64) int64 { return 1 << bits.Len64(uint64(max(n, 1024))*3/2) }

// roomForSeen returns an error if a Seen for n positions needs more memory than free finds. A nil
// free stands for memory.Available.
func roomForSeen(free func() memory.Free, n int64) error {
	if free == nil {
		free = memory.Available
	}
	if err := memory.Check(free, uint64(seenSlots(n))*4, 0); err != nil {
		return fmt.Errorf("to find what occurs twice among %d positions: %w", n, err)
	}
	return nil
}

// Add reports whether k was added before. Positions are equal if the men, their squares and the
// side to move are. Once the room is used up, a new position is not remembered, so it is new each
// time.
func (s *Seen) Add(k *Packed) bool {
	h := k.hash()
	mark := max(1, uint32(h))
	for i := h >> s.shift; ; i = (i + 1) & uint64(len(s.slots)-1) {
		switch s.slots[i] {
		case mark:
			return true
		case 0:
			if s.room > 0 {
				s.slots[i] = mark
				s.room--
			}
			return false
		}
	}
}

// hash returns a hash of what a network sees of k: the men, their squares and the side to move.
func (k *Packed) hash() uint64 {
	h := uint64(k.SideToMove()) + 1
	for i := 0; i < 24; i += 8 {
		h = (h ^ binary.LittleEndian.Uint64(k[i:])) * 0x9E3779B97F4A7C15
		h ^= h >> 32
	}
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>29
}
