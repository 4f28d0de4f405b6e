//go:build purego || (!amd64 && !arm64)

package kernel

func level() string { return "generic" }

func update(dst, src, weights []int16, rows []Rows, shape Shape) {
	updateGeneric(dst, src, weights, rows, shape)
}

func refresh(cache, dst, weights []int16, add, sub []uint32) {
	refreshGeneric(cache, dst, weights, add, sub)
}

func forward(us, them, out []int16) int32 {
	return forwardGeneric(us, them, out)
}

func updateForward(dst, src, weights []int16, rows *[2]Rows, shape Shape,
	first, second []int16) int32 {
	return updateForwardGeneric(dst, src, weights, rows, shape, first, second)
}

func pairwise(in *Input, us, them []int16) { pairwiseGeneric(in, us, them) }

func deep(in *Input, l *Layers) int32 { return deepGeneric(in, l) }

func updatePairwise(in *Input, dst, src, weights []int16, rows *[2]Rows, shape Shape, side int) {
	updatePairwiseGeneric(in, dst, src, weights, rows, shape, side)
}
