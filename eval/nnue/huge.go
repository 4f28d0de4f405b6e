package nnue

import (
	"unsafe"

	"sente/internal/memory"
)

// newHuge returns n zeros for the accumulator weights. If they are many they begin at the boundary
// of a huge page and fill the last one, so that the system can put all of them on huge pages.
func newHuge(n int) []int16 {
	const page = 2 << 20 / 2 // int16s on a huge page
	if n < page {
		return make([]int16, n)
	}
	whole := (n + page - 1) / page * page
	all := make([]int16, whole+page)
	start := int(-uintptr(unsafe.Pointer(&all[0])) / 2 % page)
	memory.FreshHuge(unsafe.Pointer(&all[start]), uintptr(2*whole))
	return all[start : start+n : start+n]
}
