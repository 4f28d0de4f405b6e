package nnue

import (
	"errors"
	"fmt"
)

// part is a part of a network file that a misfit can stand in.
type part uint8

const (
	partHidden part = iota
	partKingBuckets
	partOutputBuckets
	partKingMap
	partDescription
	partFTBias
	partOutBias
	partOutWeights
)

// A misfit is a number that cannot stand in a network. Only a network that is read from a file has
// an offset to name, so the error's text has none until read adds it.
type misfit struct {
	part  part
	index int // of the number in its part
	why   string
}

func (m *misfit) Error() string { return m.why }

func misfitAt(p part, index int, format string, args ...any) error {
	return &misfit{p, index, fmt.Sprintf(format, args...)}
}

// located returns the error with the offset in r's file of the number that it complains of.
func (r *Raw) located(err error) error {
	if m, ok := errors.AsType[*misfit](err); ok {
		return fmt.Errorf("at offset %d: %w", r.offset(m.part, m.index), err)
	}
	return err
}

// offset returns where a number of a part stands in the file that Write writes.
func (r *Raw) offset(p part, index int) int {
	ftBias := headerBytes + len(r.Description)
	outBias := ftBias + 2*r.H + 2*r.H*FeaturesPerBucket*r.KingBuckets
	switch p {
	case partHidden:
		return hiddenOffset
	case partKingBuckets:
		return hiddenOffset + 4
	case partOutputBuckets:
		return hiddenOffset + 8
	case partKingMap:
		return kingMapOffset + index
	case partDescription:
		return headerBytes + index
	case partFTBias:
		return ftBias + 2*index
	case partOutBias:
		return outBias + 4*index
	default:
		return outBias + 4*r.OutputBuckets + 2*index
	}
}
