package nnue

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"sente/board"
	"sente/eval/nnue/kernel"
	"sente/internal/memory"
)

// Network is a network ready for evaluation: Read, FromRaw and Default make one, the zero Network
// can't be used. It never changes, so any number of goroutines may share it.
type Network struct {
	raw     Raw
	views   [2][64]view       // by colour and its king's square
	buckets [maxMen + 1]uint8 // output bucket by number of men
	layers  []kernel.Layers   // by output bucket, with deep layers only
	threats [4]uint32         // where the rows of each kind of threats begin, with threat inputs
}

// FromRaw returns the network with r's numbers, which it copies. It returns an error if the numbers
// don't fit together, leave their range or could overflow.
func FromRaw(r Raw) (*Network, error) {
	if r.Version == 0 {
		r.Version = SingleLayer
	}
	n, err := newNetwork(r)
	if err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	n.raw.FTWeights = nil // Raw need not copy them: the next lines do, to huge pages
	n.raw = n.Raw()
	n.raw.FTWeights = memory.Huge[int16](len(r.FTWeights))
	copy(n.raw.FTWeights, r.FTWeights)
	return n, nil
}

// newNetwork is FromRaw without the copy.
func newNetwork(r Raw) (*Network, error) {
	for _, check := range []func() error{
		r.checkShape, r.checkSlices, r.checkDescription,
		r.proveOutput, r.proveLayers, r.proveAccumulator,
	} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	n := &Network{raw: r}
	for s := range board.Square(64) {
		n.views[board.White][s] = viewOf(&r.KingMap, board.White, s)
		n.views[board.Black][s] = viewOf(&r.KingMap, board.Black, s)
	}
	for men := 2; men <= maxMen; men++ {
		n.buckets[men] = uint8(OutputBucket(men, r.OutputBuckets))
	}
	for kind := range ThreatKinds {
		n.threats[kind] = uint32((r.KingBuckets + kind) * FeaturesPerBucket * r.H)
	}
	if r.deep() {
		// Always MaxOutputBuckets: Go aligns an allocation above 32 KiB to a page, and one or two
		// buckets alone may be smaller.
		n.layers = make([]kernel.Layers, MaxOutputBuckets)
		for bucket := range r.OutputBuckets {
			l := r.layersOf(bucket)
			n.layers[bucket].Set(l.w1, l.b1, l.w2, l.b2, l.w3)
		}
	}
	return n, nil
}

// Raw returns a copy of the network's numbers.
func (n *Network) Raw() Raw {
	r := n.raw
	r.FTWeights = slices.Clone(r.FTWeights)
	r.FTBias = slices.Clone(r.FTBias)
	r.OutWeights = slices.Clone(r.OutWeights)
	r.OutBias = slices.Clone(r.OutBias)
	r.L1Weights = slices.Clone(r.L1Weights)
	r.L1Bias = slices.Clone(r.L1Bias)
	r.L2Weights = slices.Clone(r.L2Weights)
	r.L2Bias = slices.Clone(r.L2Bias)
	r.L3Weights = slices.Clone(r.L3Weights)
	r.L3Bias = slices.Clone(r.L3Bias)
	return r
}

// String names the network: its shape and description.
func (n *Network) String() string {
	r := &n.raw
	s := fmt.Sprintf("(%dx%d", r.KingBuckets, FeaturesPerBucket)
	if r.threatened() {
		s += fmt.Sprintf(" + %dx%d", ThreatKinds, FeaturesPerBucket)
	}
	s += fmt.Sprintf(" -> %d)x2 -> ", r.H)
	if r.deep() {
		s += fmt.Sprintf("(%d -> %d -> 1)x%d", L1Out, L2Out, r.OutputBuckets)
	} else {
		s += fmt.Sprint(r.OutputBuckets)
	}
	if r.Description != "" {
		s += ", " + r.Description
	}
	return s
}

// Bucket returns the output bucket that evaluates p and how many there are.
func (n *Network) Bucket(p *board.Position) (bucket, of int) {
	return int(n.buckets[p.Occupied().Count()]), n.raw.OutputBuckets
}

// checkDescription returns an error if the description could not stand in one line of output.
func (r *Raw) checkDescription() error {
	if len(r.Description) > maxDescription {
		return fmt.Errorf("description of %d bytes, want at most %d",
			len(r.Description), maxDescription)
	}
	for i, c := range r.Description {
		if _, size := utf8.DecodeRuneInString(r.Description[i:]); c == utf8.RuneError && size == 1 {
			return misfitAt(partDescription, i, "description is not UTF-8")
		}
		if unicode.IsControl(c) {
			return misfitAt(partDescription, i, "description holds the control character %U", c)
		}
	}
	return nil
}
