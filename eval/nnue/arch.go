package nnue

import "fmt"

// The architectures, by the version of their files.
const (
	SingleLayer  = 1 // accumulators -> squared activations -> output
	DeepLayers   = 2 // accumulators -> pairwise products -> 16 -> 32 -> output
	ThreatInputs = 3 // the same, with threat inputs
)

// Scales of the quantised network; those of the deep layers are in layers.go.
const (
	QA    = 255 // accumulator units for an activation of 1
	QB    = 64  // output weight units for a weight of 1, single layer
	Scale = 400 // centipawns for an output of 1, single layer
)

// Limits of the shape.
const (
	HiddenStep        = 32 // H is a multiple of it with a single layer
	DeepHiddenStep    = 64 // and of this with deep layers
	MaxHidden         = 1024
	MaxKingBuckets    = 32 // one for each square a mirrored king can stand on
	MaxOutputBuckets  = 8
	MaxOutWeight      = 127 // |w| of a single output layer: QA*w fits int16
	maxDescription    = 1024
	FeaturesPerBucket = 2 * 6 * 64 // own or enemy, kind, square
)

// maxMen is how many men a legal position can have.
const maxMen = 32

// OutputBucket returns which of the output layer's buckets evaluates a position with the given
// number of men, kings included: 0 for two men, the last for a full board, in equal steps.
func OutputBucket(men, buckets int) int {
	return (men - 2) * buckets / (maxMen - 1)
}

// Raw is a network as plain numbers, for training and for inspection. The layout of its slices is
// that of the file. Either the fields of the single layer or those of the deep layers are empty.
type Raw struct {
	Version                       int // SingleLayer (0 is the same), DeepLayers or ThreatInputs
	H, KingBuckets, OutputBuckets int // H: accumulator lanes of each side

	KingMap     [64]uint8 // king bucket by king square as its side sees it, mirrored to files a-d
	FTWeights   []int16   // [feature][H], units of 1/QA; threat inputs after the others
	FTBias      []int16   // [H], units of 1/QA
	Description string    // where the network comes from; no control characters

	// Single layer.
	OutWeights []int16 // [output bucket][2H], units of 1/QB, the side to move's half first
	OutBias    []int32 // [output bucket], units of 1/(QA*QB)

	// Deep layers.
	L1Weights  []int8  // [output bucket][L1Out][H], units of 1/L1Unit, side to move's half first
	L1Bias     []int32 // [output bucket][L1Out], units of 1/(PairOne*L1Unit)
	L2Weights  []int16 // [output bucket][L2Out][L2In], units of 1/L2Unit; plain, then squares
	L2Bias     []int32 // [output bucket][L2Out], units of 1/(L1One*L2Unit)
	L3Weights  []int16 // [output bucket][L2Out], units of 1/L3Unit
	L3Bias     []int32 // [output bucket], units of 1/(L2One*L3Unit)
	Multiplier int     // centipawns for an output of 1, times 100
}

// deep tells whether deep layers follow the accumulators.
func (r *Raw) deep() bool { return r.Version >= DeepLayers }

// threatened tells whether there are threat inputs.
func (r *Raw) threatened() bool { return r.Version == ThreatInputs }

// inputs returns how many inputs the accumulators have.
func (r *Raw) inputs() int {
	sets := r.KingBuckets
	if r.threatened() {
		sets += ThreatKinds
	}
	return sets * FeaturesPerBucket
}

// checkShape returns an error unless the sizes named by r are ones that this package supports.
func (r *Raw) checkShape() error {
	step := HiddenStep
	if r.deep() {
		step = DeepHiddenStep
	}
	switch {
	case r.Version < SingleLayer || r.Version > ThreatInputs:
		return misfitAt(partVersion, 0, "version %d, want %d to %d",
			r.Version, SingleLayer, ThreatInputs)
	case r.H < step || r.H > MaxHidden || r.H%step != 0:
		return misfitAt(partHidden, 0, "width H is %d, want a multiple of %d from %d to %d",
			r.H, step, step, MaxHidden)
	case r.KingBuckets < 1 || r.KingBuckets > MaxKingBuckets:
		return misfitAt(partKingBuckets, 0, "%d king buckets, want 1 to %d",
			r.KingBuckets, MaxKingBuckets)
	case r.OutputBuckets < 1 || r.OutputBuckets > MaxOutputBuckets:
		return misfitAt(partOutputBuckets, 0, "%d output buckets, want 1 to %d",
			r.OutputBuckets, MaxOutputBuckets)
	case r.deep() && (r.Multiplier < 1 || r.Multiplier > MaxMultiplier):
		return misfitAt(partMultiplier, 0, "output multiplier %d, want 1 to %d",
			r.Multiplier, MaxMultiplier)
	case !r.deep() && r.Multiplier != 0:
		return fmt.Errorf("output multiplier %d in a network of a single layer, want 0",
			r.Multiplier)
	}
	for s, bucket := range r.KingMap {
		if int(bucket) >= r.KingBuckets {
			return misfitAt(partKingMap, s, "king bucket of square %d is %d, but there are only %d",
				s, bucket, r.KingBuckets)
		}
	}
	return nil
}

// checkSlices returns an error unless every slice has the length that the shape asks for.
func (r *Raw) checkSlices() error {
	single, layers := r.OutputBuckets, 0
	if r.deep() {
		single, layers = 0, r.OutputBuckets
	}
	for _, s := range []struct {
		name      string
		got, want int
	}{
		{"accumulator weights", len(r.FTWeights), r.inputs() * r.H},
		{"accumulator biases", len(r.FTBias), r.H},
		{"output weights", len(r.OutWeights), single * 2 * r.H},
		{"output biases", len(r.OutBias), single},
		{"first layer weights", len(r.L1Weights), layers * L1Out * r.H},
		{"first layer biases", len(r.L1Bias), layers * L1Out},
		{"second layer weights", len(r.L2Weights), layers * L2Out * L2In},
		{"second layer biases", len(r.L2Bias), layers * L2Out},
		{"third layer weights", len(r.L3Weights), layers * L2Out},
		{"third layer biases", len(r.L3Bias), layers},
	} {
		if s.got != s.want {
			return fmt.Errorf("%d %s, want %d", s.got, s.name, s.want)
		}
	}
	return nil
}
