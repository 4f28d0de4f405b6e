package train

import (
	"math/bits"

	"sente/internal/splitmix"
)

// permutation is a pseudo-random order of 0 … n-1 that needs no memory. It is a Feistel network
// over the next power of two, applied again until the result is below n (Black & Rogaway, "Ciphers
// with arbitrary finite domains", 2002). So every epoch is shuffled in full, and a resumed run
// finds its place at once.
type permutation struct {
	n         uint64
	lowBits   uint
	low, high uint64 // masks of the two halves
	keys      [6]uint64
}

// newPermutation returns the order of an epoch for a seed. n must be at least 1.
func newPermutation(n int, seed, epoch uint64) permutation {
	width := uint(max(bits.Len64(uint64(n-1)), 2))
	p := permutation{n: uint64(n), lowBits: width / 2}
	p.low = 1<<p.lowBits - 1
	p.high = 1<<(width-p.lowBits) - 1
	x := splitmix.Mix(seed) ^ epoch
	for i := range p.keys {
		x = splitmix.At(x)
		p.keys[i] = x
	}
	return p
}

// scramble is the function of one round. Every bit of the result depends on every bit of x.
func scramble(x uint64) uint64 {
	x = (x ^ x>>32) * 0x9e3779b97f4a7c15
	return (x ^ x>>29) * 0xbf58476d1ce4e5b9 >> 32
}

// at returns the i-th element. i must be below n.
func (p *permutation) at(i int) int {
	x := uint64(i)
	for {
		low, high := x&p.low, x>>p.lowBits
		for r := 0; r < len(p.keys); r += 2 {
			low ^= scramble(high^p.keys[r]) & p.low
			high ^= scramble(low^p.keys[r+1]) & p.high
		}
		if x = high<<p.lowBits | low; x < p.n {
			return int(x)
		}
	}
}
