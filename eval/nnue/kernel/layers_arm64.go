//go:build arm64 && !purego

package kernel

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

// useDOT tells whether the machine has the dot product's instructions; tests switch it off. All of
// Apple's machines have them, but on macOS 11 and 12 the flag does not say so. It comes from
// hw.optional.arm.FEAT_DotProd, which these systems lack.
var useDOT = cpu.ARM64.HasASIMDDP || runtime.GOOS == "darwin"

//go:noescape
func pairwiseNEON(in *Input, us, them *int16, h int)

//go:noescape
func add1sub1PairwiseNEON(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)

//go:noescape
func add1sub2PairwiseNEON(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)

//go:noescape
func add2sub2PairwiseNEON(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)

//go:noescape
func deepNEON(in *Input, l *Layers) int32

//go:noescape
func deepDOT(in *Input, l *Layers) int32

func pairwise(in *Input, us, them []int16) {
	if !useNEON {
		pairwiseGeneric(in, us, them)
		return
	}
	pairwiseNEON(in, &us[0], &them[0], len(us))
}

func updatePairwise(in *Input, dst, src, weights []int16, rows *[2]Rows, shape Shape, side int) {
	if !useNEON {
		updatePairwiseGeneric(in, dst, src, weights, rows, shape, side)
		return
	}
	h := len(dst) / 2
	switch shape {
	case Add1Sub1:
		add1sub1PairwiseNEON(in, &dst[0], &src[0], &weights[0], h, &rows[0], side)
	case Add1Sub2:
		add1sub2PairwiseNEON(in, &dst[0], &src[0], &weights[0], h, &rows[0], side)
	default:
		add2sub2PairwiseNEON(in, &dst[0], &src[0], &weights[0], h, &rows[0], side)
	}
}

func deep(in *Input, l *Layers) int32 {
	switch {
	case useNEON && useDOT:
		return deepDOT(in, l)
	case useNEON:
		return deepNEON(in, l)
	}
	return deepGeneric(in, l)
}
