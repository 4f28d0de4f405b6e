//go:build amd64 && !purego

package kernel

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// The instruction sets in use; tests switch them off.
var useAVX2 = cpu.X86.HasAVX2

func level() string {
	switch {
	case useAVX2:
		return "avx2"
	}
	return "generic"
}

// In all stubs h is the number of lanes per accumulator, a positive multiple of 32, and n the number
// of accumulators behind one another (rows has as many entries), at least 1.

//go:noescape
func add1sub1AVX2(dst, src, weights *int16, h int, rows *Rows, n int)

//go:noescape
func add1sub2AVX2(dst, src, weights *int16, h int, rows *Rows, n int)

//go:noescape
func add2sub2AVX2(dst, src, weights *int16, h int, rows *Rows, n int)

//go:noescape
func refreshAVX2(cache, dst, weights *int16, h int, add *uint32, adds int, sub *uint32, subs int)

//go:noescape
func forwardAVX2(us, them, out *int16, h int) int32

//go:noescape
func add1sub1ForwardAVX2(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32

//go:noescape
func add1sub2ForwardAVX2(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32

//go:noescape
func add2sub2ForwardAVX2(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32

func update(dst, src, weights []int16, rows []Rows, shape Shape) {
	if !useAVX2 {
		updateGeneric(dst, src, weights, rows, shape)
		return
	}
	n := len(rows)
	h := len(dst) / n
	switch shape {
	case Add1Sub1:
		add1sub1AVX2(&dst[0], &src[0], &weights[0], h, &rows[0], n)
	case Add1Sub2:
		add1sub2AVX2(&dst[0], &src[0], &weights[0], h, &rows[0], n)
	case Add2Sub2:
		add2sub2AVX2(&dst[0], &src[0], &weights[0], h, &rows[0], n)
	}
}

func refresh(cache, dst, weights []int16, add, sub []uint32) {
	if !useAVX2 {
		refreshGeneric(cache, dst, weights, add, sub)
		return
	}
	refreshAVX2(&cache[0], &dst[0], unsafe.SliceData(weights), len(cache), unsafe.SliceData(add), len(add), unsafe.SliceData(sub), len(sub))
}

func forward(us, them, out []int16) int32 {
	if !useAVX2 {
		return forwardGeneric(us, them, out)
	}
	return forwardAVX2(&us[0], &them[0], &out[0], len(us))
}

func updateForward(dst, src, weights []int16, rows *[2]Rows, shape Shape, first, second []int16) int32 {
	if !useAVX2 {
		return updateForwardGeneric(dst, src, weights, rows, shape, first, second)
	}
	h := len(dst) / 2
	switch shape {
	case Add1Sub1:
		return add1sub1ForwardAVX2(&dst[0], &src[0], &weights[0], h, &rows[0], &first[0], &second[0])
	case Add1Sub2:
		return add1sub2ForwardAVX2(&dst[0], &src[0], &weights[0], h, &rows[0], &first[0], &second[0])
	default:
		return add2sub2ForwardAVX2(&dst[0], &src[0], &weights[0], h, &rows[0], &first[0], &second[0])
	}
}
