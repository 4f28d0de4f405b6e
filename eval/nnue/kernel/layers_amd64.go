//go:build amd64 && !purego

package kernel

//go:noescape
func pairwiseAVX2(in *Input, us, them *int16, h int)

//go:noescape
func deepAVX2(in *Input, l *Layers) int32

//go:noescape
func pairwiseAVX512(in *Input, us, them *int16, h int)

//go:noescape
func deepAVX512(in *Input, l *Layers) int32

//go:noescape
func add1sub1PairwiseAVX2(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)

//go:noescape
func add1sub2PairwiseAVX2(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)

//go:noescape
func add2sub2PairwiseAVX2(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)

//go:noescape
func add1sub1PairwiseAVX512(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)

//go:noescape
func add1sub2PairwiseAVX512(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)

//go:noescape
func add2sub2PairwiseAVX512(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)

func pairwise(in *Input, us, them []int16) {
	switch {
	case useAVX512:
		pairwiseAVX512(in, &us[0], &them[0], len(us))
	case useAVX2:
		pairwiseAVX2(in, &us[0], &them[0], len(us))
	default:
		pairwiseGeneric(in, us, them)
	}
}

func deep(in *Input, l *Layers) int32 {
	switch {
	case useAVX512:
		return deepAVX512(in, l)
	case useAVX2:
		return deepAVX2(in, l)
	}
	return deepGeneric(in, l)
}

func updatePairwise(in *Input, dst, src, weights []int16, rows *[2]Rows, shape Shape, side int) {
	h := len(dst) / 2
	d, s, w, r := &dst[0], &src[0], &weights[0], &rows[0]
	switch {
	case useAVX512 && shape == Add1Sub1:
		add1sub1PairwiseAVX512(in, d, s, w, h, r, side)
	case useAVX512 && shape == Add1Sub2:
		add1sub2PairwiseAVX512(in, d, s, w, h, r, side)
	case useAVX512:
		add2sub2PairwiseAVX512(in, d, s, w, h, r, side)
	case useAVX2 && shape == Add1Sub1:
		add1sub1PairwiseAVX2(in, d, s, w, h, r, side)
	case useAVX2 && shape == Add1Sub2:
		add1sub2PairwiseAVX2(in, d, s, w, h, r, side)
	case useAVX2:
		add2sub2PairwiseAVX2(in, d, s, w, h, r, side)
	default:
		updatePairwiseGeneric(in, dst, src, weights, rows, shape, side)
	}
}
