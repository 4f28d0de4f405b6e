package train

import (
	"errors"
	"fmt"
	"math"
)

// leastAlike is how alike models must be for a mean (see alike). A network and what it became after
// training on 520 million more positions had 0.74. With the products in another order it was 0.03.
const leastAlike = 0.5

// Mean returns the mean of the weights of models of one shape. Take networks that began from the
// same weights and were trained on with different data, for not too long. Their mean is often
// better than any of them, because it averages out what each learnt by heart ("model soup":
// Wortsman et al., "Model soups: averaging weights of multiple fine-tuned models improves
// accuracy", 2022). If the weights are not alike, Mean returns an error, because such a mean would
// know nothing. A net.nnue has its products in an order of its own; its net.f32 has them in that of
// the network it began from.
func Mean(models []Model) (Model, error) {
	if len(models) == 0 {
		return Model{}, errors.New("train: no models to average")
	}
	shape := models[0].Shape
	mean := newZeroModel(shape)
	for i, m := range models {
		if m.Shape != shape {
			return Model{}, fmt.Errorf("train: model %d is of shape %+v, the first of %+v",
				i+1, m.Shape, shape)
		}
		if a := alike(m.Params, models[0].Params); a < leastAlike {
			return Model{}, fmt.Errorf("train: model %d has little in common with the first: "+
				"%.2f of 1, want %.2f (are they of one ancestor? take net.f32, "+
				"for a net.nnue has its products in another order)", i+1, a, leastAlike)
		}
	}
	for j := range mean.Params {
		var sum float64
		for _, m := range models {
			sum += float64(m.Params[j])
		}
		mean.Params[j] = float32(sum / float64(len(models)))
	}
	return mean, nil
}

// alike returns the cosine of the angle between two vectors of weights, or 0 if one of them is 0.
func alike(a, b []float32) float64 {
	var ab, aa, bb float64
	for i, x := range a {
		y := float64(b[i])
		ab += float64(x) * y
		aa += float64(x) * float64(x)
		bb += y * y
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}
