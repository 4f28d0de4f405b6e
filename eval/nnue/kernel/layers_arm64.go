//go:build arm64 && !purego

package kernel

func pairwise(in *Input, us, them []int16) { pairwiseGeneric(in, us, them) }

func deep(in *Input, l *Layers) int32 { return deepGeneric(in, l) }

func updatePairwise(in *Input, dst, src, weights []int16, rows *[2]Rows, shape Shape, side int) {
	updatePairwiseGeneric(in, dst, src, weights, rows, shape, side)
}
