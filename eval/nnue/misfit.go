package nnue

import (
	"errors"
	"fmt"
)

// part is a part of a network file that a misfit can stand in.
type part uint8

const (
	partVersion part = iota
	partHidden
	partKingBuckets
	partOutputBuckets
	partKingMap
	partMultiplier
	partDescription
	partFTBias
	partOutBias
	partOutWeights
	partL1Bias
	partL1Weights
	partL2Bias
	partL2Weights
	partL3Weights
)

// A misfit is a number that a network must not hold. Only a network that is read from a file has an
// offset to name, so the error's text has none until read adds it.
type misfit struct {
	part  part
	index int // of the number in its part
	why   string
}

func (m *misfit) Error() string { return m.why }

func misfitAt(p part, index int, format string, args ...any) error {
	return &misfit{p, index, fmt.Sprintf(format, args...)}
}

// located adds to the error the offset, in r's file, of the number that is wrong.
func (r *Raw) located(err error) error {
	if m, ok := errors.AsType[*misfit](err); ok {
		return fmt.Errorf("at offset %d: %w", r.offset(m.part, m.index), err)
	}
	return err
}

// offset returns where a number of a part stands in the file that Write writes.
func (r *Raw) offset(p part, index int) int {
	ftBias := r.dataOffset()
	// behind is where the first layer after the accumulators begins.
	behind := ftBias + 2*r.H + 2*r.H*r.inputs()
	// in returns where a number of a deep layers' part stands. In each bucket the part begins at
	// offset from and holds count numbers of size bytes. index counts through all buckets.
	in := func(from, count, size int) int {
		return behind + index/count*r.bucketBytes() + from + index%count*size
	}
	l1Weights := 4 * L1Out
	l2Bias := l1Weights + L1Out*r.H
	l2Weights := l2Bias + 4*L2Out
	l3Weights := l2Weights + 2*L2Out*L2In + 4
	switch p {
	case partVersion:
		return versionOffset
	case partHidden:
		return hiddenOffset
	case partKingBuckets:
		return hiddenOffset + 4
	case partOutputBuckets:
		return hiddenOffset + 8
	case partKingMap:
		return kingMapOffset + index
	case partMultiplier:
		return multiplierOffset
	case partDescription:
		return r.headerBytes() + index
	case partFTBias:
		return ftBias + 2*index
	case partOutBias:
		return behind + 4*index
	case partOutWeights:
		return behind + 4*r.OutputBuckets + 2*index
	case partL1Bias:
		return in(0, L1Out, 4)
	case partL1Weights:
		return in(l1Weights, L1Out*r.H, 1)
	case partL2Bias:
		return in(l2Bias, L2Out, 4)
	case partL2Weights:
		return in(l2Weights, L2Out*L2In, 2)
	default:
		return in(l3Weights, L2Out, 2)
	}
}
