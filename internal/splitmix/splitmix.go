// Package splitmix has the SplitMix64 generator of pseudo-random numbers, which are the same on
// every machine (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package splitmix

// gamma is added to the generator's state at each step: 2^64 divided by the golden ratio.
const gamma = 0x9E3779B97F4A7C15

// Generator is the state of a generator. Every value is a good seed.
type Generator uint64

// Next returns the next number.
func (g *Generator) Next() uint64 {
	x := At(uint64(*g))
	*g += gamma
	return x
}

// At returns the next number of a Generator whose state is x.
func At(x uint64) uint64 { return Mix(x + gamma) }

// Mix spreads the bits of x over the whole word. It is the generator's finaliser. Different x give
// different results, and 0 gives 0.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
