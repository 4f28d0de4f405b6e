//go:build amd64 && !purego

package kernel

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// The instruction sets in use; tests switch them off. AVX-512 is used only on machines that also
// have its VNNI, which deep needs. Machines without VNNI use AVX2 for everything. Nobody measured
// whether the AVX-512 kernels that need no VNNI would be faster there. Both sets count bits by
// POPCNT, which a virtual machine may hide.
var (
	useAVX2   = cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT
	useAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VNNI &&
		cpu.X86.HasPOPCNT
)

func level() string {
	switch {
	case useAVX512:
		return "avx512"
	case useAVX2:
		return "avx2"
	}
	return "generic"
}

// In all stubs h is the number of lanes per accumulator, a positive multiple of 32. n is the number
// of accumulators, which follow one another, at least 1; rows has n entries.

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

//go:noescape
func add1sub1AVX512(dst, src, weights *int16, h int, rows *Rows, n int)

//go:noescape
func add1sub2AVX512(dst, src, weights *int16, h int, rows *Rows, n int)

//go:noescape
func add2sub2AVX512(dst, src, weights *int16, h int, rows *Rows, n int)

//go:noescape
func refreshAVX512(cache, dst, weights *int16, h int, add *uint32, adds int, sub *uint32, subs int)

//go:noescape
func forwardAVX512(us, them, out *int16, h int) int32

//go:noescape
func add1sub1ForwardAVX512(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32

//go:noescape
func add1sub2ForwardAVX512(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32

//go:noescape
func add2sub2ForwardAVX512(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32

func update(dst, src, weights []int16, rows []Rows, shape Shape) {
	n := len(rows)
	h := len(dst) / n
	d, s, w, r := &dst[0], &src[0], &weights[0], &rows[0]
	switch {
	case useAVX512 && shape == Add1Sub1:
		add1sub1AVX512(d, s, w, h, r, n)
	case useAVX512 && shape == Add1Sub2:
		add1sub2AVX512(d, s, w, h, r, n)
	case useAVX512:
		add2sub2AVX512(d, s, w, h, r, n)
	case useAVX2 && shape == Add1Sub1:
		add1sub1AVX2(d, s, w, h, r, n)
	case useAVX2 && shape == Add1Sub2:
		add1sub2AVX2(d, s, w, h, r, n)
	case useAVX2:
		add2sub2AVX2(d, s, w, h, r, n)
	default:
		updateGeneric(dst, src, weights, rows, shape)
	}
}

func refresh(cache, dst, weights []int16, add, sub []uint32) {
	h := len(cache)
	c, d, w := &cache[0], &dst[0], unsafe.SliceData(weights)
	a, s := unsafe.SliceData(add), unsafe.SliceData(sub)
	switch {
	case useAVX512:
		refreshAVX512(c, d, w, h, a, len(add), s, len(sub))
	case useAVX2:
		refreshAVX2(c, d, w, h, a, len(add), s, len(sub))
	default:
		refreshGeneric(cache, dst, weights, add, sub)
	}
}

func forward(us, them, out []int16) int32 {
	switch {
	case useAVX512:
		return forwardAVX512(&us[0], &them[0], &out[0], len(us))
	case useAVX2:
		return forwardAVX2(&us[0], &them[0], &out[0], len(us))
	}
	return forwardGeneric(us, them, out)
}

func updateForward(dst, src, weights []int16, rows *[2]Rows, shape Shape,
	first, second []int16) int32 {
	h := len(dst) / 2
	d, s, w, r, a, b := &dst[0], &src[0], &weights[0], &rows[0], &first[0], &second[0]
	switch {
	case useAVX512 && shape == Add1Sub1:
		return add1sub1ForwardAVX512(d, s, w, h, r, a, b)
	case useAVX512 && shape == Add1Sub2:
		return add1sub2ForwardAVX512(d, s, w, h, r, a, b)
	case useAVX512:
		return add2sub2ForwardAVX512(d, s, w, h, r, a, b)
	case useAVX2 && shape == Add1Sub1:
		return add1sub1ForwardAVX2(d, s, w, h, r, a, b)
	case useAVX2 && shape == Add1Sub2:
		return add1sub2ForwardAVX2(d, s, w, h, r, a, b)
	case useAVX2:
		return add2sub2ForwardAVX2(d, s, w, h, r, a, b)
	}
	return updateForwardGeneric(dst, src, weights, rows, shape, first, second)
}
