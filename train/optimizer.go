package train

import "math"

// AdamW's constants: the field's usual ones for nets of this kind.
const (
	beta1       = 0.9
	beta2       = 0.999
	epsilon     = 1e-8
	weightDecay = 0.01 // per step, times the learning rate
	// weightClip keeps the first layer's weights, and the output weights of a network of one layer,
	// inside the quantised range: 1.98*64 = 126.7, and 127*255 still fits int16, so that inference
	// can multiply in 16 bits.
	weightClip = 1.98
	// The clips of the later layers of a network of three: the quantised ranges, ±127/64, ±4 and
	// ±16, the second a little less, for quantisation stretches it (see Model.Quantise).
	clip1, clip2, clip3 = 127.0 / 64, 3.96, 16
)

// adamStep holds the coefficients of one AdamW step, ready for the kernels. The assembly reads it
// by field offset: the order and the type of its fields matter.
type adamStep struct {
	gradScale float32 // from a sum over the batch to a mean
	beta1     float32
	rest1     float32 // 1 - beta1
	beta2     float32
	rest2     float32 // 1 - beta2
	keep      float32 // 1 - rate * weight decay
	rate      float32 // learning rate, corrected for the first moment's bias
	unbias2   float32 // correction of the second moment's bias
	epsilon   float32
	clip      float32 // weights end inside [-clip, clip]
}

// newAdamStep returns the coefficients of step t, which counts from 1, over a batch of the given
// number of positions.
func newAdamStep(t int, rate float64, batch int) adamStep {
	return adamStep{
		gradScale: float32(1 / float64(batch)),
		beta1:     beta1,
		rest1:     1 - beta1,
		beta2:     beta2,
		rest2:     1 - beta2,
		keep:      float32(1 - rate*weightDecay),
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
