package train

import (
	"errors"
	"fmt"
)

// Mean returns the mean of the weights of models of one shape. Networks that began from the same
// weights and went on with different data for not too long are often better together than any of
// them: what each learnt of its own data by heart is averaged out ("model soup": Wortsman et al.,
// "Model soups: averaging weights of multiple fine-tuned models improves accuracy", 2022).
func Mean(models []Model) (Model, error) {
	if len(models) == 0 {
		return Model{}, errors.New("train: no models to average")
	}
	shape := models[0].Shape
	mean := newZeroModel(shape)
	for i, m := range models {
		if m.Shape != shape {
			return Model{}, fmt.Errorf("train: model %d is of shape %+v, the first of %+v", i+1, m.Shape, shape)
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
