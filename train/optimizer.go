package train

import "math"

// AdamW's constants, as is usual for nets of this kind.
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
	// headDecay is the weight decay of the later layers. A step takes away this share of a weight,
	// times the learning rate. The first layer's is in the Recipe.
	headDecay = 0.01
	// weightClip keeps weights inside the quantised range, so that inference can multiply in 16
	// bits: those of the first layer, and the output weights of a network of one layer. 1.98*64 =
	// 126.7, and 127*255 still fits int16.
	weightClip = 1.98
	// maxInput is weightClip in the first layer's units, rounded down. With one unit more a network
	// with threat inputs could overflow (see nnue's proof of the accumulators).
	maxInput = 504
	// The clips of the later layers of a network of three. They are the quantised ranges ±127/64,
	// ±4 and ±16. The second is a little less, because quantisation stretches it (see
	// Model.Quantise).
	clip1, clip2, clip3 = 127.0 / 64, 3.96, 16
)

// adamStep holds the coefficients of one AdamW step. The assembly reads them by field offset, so
// the order and the types of the fields matter.
type adamStep struct {
	gradScale float32 // turns a sum over the batch into a mean
	beta1     float32
	rest1     float32 // 1 - beta1
	beta2     float32
	rest2     float32 // 1 - beta2
	keep      float32 // 1 - rate * weight decay
	rate      float32 // learning rate, corrected for the bias of the first moment
	unbias2   float32 // corrects the bias of the second moment
	epsilon   float32
	clip      float32 // weights end inside [-clip, clip]
}

// newAdamStep returns the coefficients of step t, which counts from 1, with a learning rate and a
// weight decay, over a batch of the given number of positions.
func newAdamStep(t int, rate, decay float64, batch int) adamStep {
	return adamStep{
		gradScale: float32(1 / float64(batch)),
		beta1:     beta1,
		rest1:     1 - beta1,
		beta2:     beta2,
		rest2:     1 - beta2,
		keep:      float32(1 - rate*decay),
		rate:      float32(rate / (1 - math.Pow(beta1, float64(t)))),
		unbias2:   float32(1 / math.Sqrt(1-math.Pow(beta2, float64(t)))),
		epsilon:   epsilon,
		clip:      weightClip,
	}
}

// clipped returns the same step with another clip.
func (c adamStep) clipped(clip float32) *adamStep {
	c.clip = clip
	return &c
}

// adamSteps are the coefficients for the parts of a network. The parts differ in their weight
// decay.
type adamSteps struct {
	own    adamStep // for what each king bucket adds to the factoriser
	shared adamStep // for the rest of the first layer
	head   adamStep // for the later layers
}

// newAdamSteps returns the coefficients of step t, which counts from 1.
func newAdamSteps(r *Recipe, t int) adamSteps {
	rate := r.rate(t - 1)
	return adamSteps{
		own:    newAdamStep(t, rate, r.DecayOwn, r.Batch),
		shared: newAdamStep(t, rate, r.Decay, r.Batch),
		head:   newAdamStep(t, rate, headDecay, r.Batch),
	}
}
