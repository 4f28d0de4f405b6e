package nnue

import "fmt"

// Scales of the quantised network.
const (
	QA    = 255 // accumulator units for an activation of 1
	QB    = 64  // output weight units for a weight of 1
	Scale = 400 // centipawns for a network output of 1
)

// Limits of the shape.
const (
	HiddenStep        = 32 // H is a multiple of it
	MaxHidden         = 1024
	MaxKingBuckets    = 32 // one for each square a mirrored king can stand on
	MaxOutputBuckets  = 8
	MaxOutWeight      = 127 // |w| of the output layer: QA*w fits int16
	MaxDescription    = 1024
	FeaturesPerBucket = 2 * 6 * 64 // own or enemy, kind, square
)

// maxMen is how many men a legal position can have.
const maxMen = 32

// OutputBucket returns which of the output layer's buckets evaluates a position with that many men,
// kings included: 0 for two men, the last for a full board, in equal steps.
func OutputBucket(men, buckets int) int {
	return (men - 2) * buckets / (maxMen - 1)
}

// Raw is a network as plain numbers, for training and for inspection. The layout of its slices is
// that of the file.
type Raw struct {
	H, KingBuckets, OutputBuckets int

	KingMap     [64]uint8 // king bucket by king square as its side sees it, mirrored to files a to d
	FTWeights   []int16   // [feature][H], units of 1/QA
	FTBias      []int16   // [H], units of 1/QA
	OutWeights  []int16   // [output bucket][2H], units of 1/QB, the side to move's half first
	OutBias     []int32   // [output bucket], units of 1/(QA*QB)
	Description string    // where the network comes from; no control characters
}

// checkShape returns an error unless the sizes named by r are ones that this package supports.
func (r *Raw) checkShape() error {
	switch {
	case r.H < HiddenStep || r.H > MaxHidden || r.H%HiddenStep != 0:
		return misfitAt(partHidden, 0, "width H is %d, want a multiple of %d from %d to %d", r.H, HiddenStep, HiddenStep, MaxHidden)
	case r.KingBuckets < 1 || r.KingBuckets > MaxKingBuckets:
		return misfitAt(partKingBuckets, 0, "%d king buckets, want 1 to %d", r.KingBuckets, MaxKingBuckets)
	case r.OutputBuckets < 1 || r.OutputBuckets > MaxOutputBuckets:
		return misfitAt(partOutputBuckets, 0, "%d output buckets, want 1 to %d", r.OutputBuckets, MaxOutputBuckets)
	}
	for s, bucket := range r.KingMap {
		if int(bucket) >= r.KingBuckets {
			return misfitAt(partKingMap, s, "king bucket of square %d is %d, but there are only %d", s, bucket, r.KingBuckets)
		}
	}
	return nil
}

// checkSlices returns an error unless every slice has the length that the shape asks for.
func (r *Raw) checkSlices() error {
	for _, s := range []struct {
		name      string
		got, want int
	}{
		{"accumulator weights", len(r.FTWeights), r.KingBuckets * FeaturesPerBucket * r.H},
		{"accumulator biases", len(r.FTBias), r.H},
		{"output weights", len(r.OutWeights), r.OutputBuckets * 2 * r.H},
		{"output biases", len(r.OutBias), r.OutputBuckets},
	} {
		if s.got != s.want {
			return fmt.Errorf("%d %s, want %d", s.got, s.name, s.want)
		}
	}
	return nil
}
