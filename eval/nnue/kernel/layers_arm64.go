//go:build arm64 && !purego

package kernel

func pairwise(in *Input, us, them []int16) { pairwiseGeneric(in, us, them) }

func deep(in *Input, l *Layers) int32 { return deepGeneric(in, l) }
