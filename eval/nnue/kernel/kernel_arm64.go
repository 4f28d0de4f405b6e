//go:build arm64 && !purego

package kernel

import "unsafe"

// NEON is part of every machine that Go's arm64 port runs on; tests switch it off.
var useNEON = true

func level() string {
	if useNEON {
		return "neon"
	}
	return "generic"
}

// In all stubs h is the number of lanes per accumulator, a positive multiple of 32. n is the number
// of accumulators, which follow one another, at least 1; rows has n entries.

//go:noescape
func add1sub1NEON(dst, src, weights *int16, h int, rows *Rows, n int)

//go:noescape
func add1sub2NEON(dst, src, weights *int16, h int, rows *Rows, n int)

//go:noescape
func add2sub2NEON(dst, src, weights *int16, h int, rows *Rows, n int)

//go:noescape
func refreshNEON(cache, dst, weights *int16, h int, add *uint32, adds int, sub *uint32, subs int)

//go:noescape
func forwardNEON(us, them, out *int16, h int) int32

//go:noescape
func add1sub1ForwardNEON(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32

//go:noescape
func add1sub2ForwardNEON(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32

//go:noescape
func add2sub2ForwardNEON(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32

func update(dst, src, weights []int16, rows []Rows, shape Shape) {
	if !useNEON {
		updateGeneric(dst, src, weights, rows, shape)
		return
	}
	n := len(rows)
	h := len(dst) / n
	switch shape {
	case Add1Sub1:
		add1sub1NEON(&dst[0], &src[0], &weights[0], h, &rows[0], n)
	case Add1Sub2:
		add1sub2NEON(&dst[0], &src[0], &weights[0], h, &rows[0], n)
	default:
		add2sub2NEON(&dst[0], &src[0], &weights[0], h, &rows[0], n)
	}
}

func refresh(cache, dst, weights []int16, add, sub []uint32) {
	if !useNEON {
		refreshGeneric(cache, dst, weights, add, sub)
		return
	}
	refreshNEON(&cache[0], &dst[0], unsafe.SliceData(weights), len(cache),
		unsafe.SliceData(add), len(add), unsafe.SliceData(sub), len(sub))
}

func forward(us, them, out []int16) int32 {
	if !useNEON {
		return forwardGeneric(us, them, out)
	}
	return forwardNEON(&us[0], &them[0], &out[0], len(us))
}

func updateForward(dst, src, weights []int16, rows *[2]Rows, shape Shape,
	first, second []int16) int32 {
	if !useNEON {
		return updateForwardGeneric(dst, src, weights, rows, shape, first, second)
	}
	h := len(dst) / 2
	d, s, w, r := &dst[0], &src[0], &weights[0], &rows[0]
	switch shape {
	case Add1Sub1:
		return add1sub1ForwardNEON(d, s, w, h, r, &first[0], &second[0])
	case Add1Sub2:
		return add1sub2ForwardNEON(d, s, w, h, r, &first[0], &second[0])
	default:
		return add2sub2ForwardNEON(d, s, w, h, r, &first[0], &second[0])
	}
}
