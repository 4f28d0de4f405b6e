package train

import (
	"fmt"
	"math"

	"sente/eval/nnue"
)

// headPart is a run of weights in an output bucket's later layers.
type headPart struct {
	name string // what one weight is called in an error
	n    int
	clip float32 // a step leaves them inside ±clip
	unit float64 // the integer network's unit of these weights
}

// headParts returns the runs of weights in an output bucket's later layers, in order. The run of
// the last bias has no name. Trainer.Quantise moves that bias, so it may go beyond its clip.
func (l *layout) headParts() []headPart {
	if l.Layers == 1 {
		return []headPart{
			{"output weight", 2 * l.Hidden, weightClip, nnue.QB},
			{"", lanes, weightClip, outBiasUnit},
		}
	}
	const plain = nnue.L1Out * nnue.L2Out // weights of the second layer's plain inputs
	return []headPart{
		{"first layer weight", l.Hidden * nnue.L1Out, clip1, nnue.L1Unit},
		{"first layer bias", nnue.L1Out, clip3, bias1Unit},
		{"second layer weight", plain, clip2, unit2(0)},
		{"second layer weight", plain, clip2, unit2(nnue.L1Out)},
		{"second layer bias", nnue.L2Out, clip3, bias2Unit},
		{"third layer weight", nnue.L2Out, clip3, unit3},
		{"", b3Padding, clip3, bias3Unit},
	}
}

// checkClips returns an error if training would clip weights of m. m was read from r.
func (m *Model) checkClips(r *nnue.Raw) error {
	if x := largest(r.FTWeights); x > maxInput {
		return tooLarge("accumulator weight", int32(x), maxInput)
	}
	if x := largest(r.FTBias); x > maxInput {
		return tooLarge("accumulator bias", int32(x), maxInput)
	}
	for b := range m.OutputBuckets {
		head := m.head(m.Params, b)
		for _, part := range m.headParts() {
			got := rounded(largest(head[:part.n]), part.unit, math.MaxInt32)
			most := rounded(part.clip, part.unit, math.MaxInt32)
			if got > most && part.name != "" {
				return tooLarge(part.name, got, most)
			}
			head = head[part.n:]
		}
	}
	return nil
}

// largest returns the largest absolute value of the weights.
func largest[T int16 | float32](weights []T) (most float32) {
	for _, w := range weights {
		most = max(most, float32(w), -float32(w))
	}
	return most
}

func tooLarge(name string, got, most int32) error {
	return fmt.Errorf("the largest %s is ±%d; training holds at most %d", name, got, most)
}
