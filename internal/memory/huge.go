package memory

import "unsafe"

// hugePage is the size of a huge page in bytes.
const hugePage = 2 << 20

// Huge returns n zeros. If they fill half a huge page or more, they begin at the boundary of a huge
// page, and nothing else uses their last huge page. So the system can put all of them on huge
// pages.
func Huge[T int16 | float32](n int) []T {
	page := hugePage / int(unsafe.Sizeof(T(0))) // in numbers of type T
	if n < page/2 {
		return make([]T, n)
	}
	whole := (n + page - 1) / page * page
	all := make([]T, whole+page)
	start := int(-uintptr(unsafe.Pointer(&all[0])) % hugePage / unsafe.Sizeof(T(0)))
	FreshHuge(unsafe.Pointer(&all[start]), uintptr(whole/page)*hugePage)
	return all[start : start+n : start+n]
}
