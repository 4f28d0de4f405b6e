package train

import (
	"math"
	"testing"
)

func TestMean(t *testing.T) {
	s := testRecipe().Shape
	models := []Model{newModel(s, 1), newModel(s, 1), newModel(s, 1)}
	for i := range models { // each is trained in its own direction
		for j, x := range newModel(s, uint64(i)+2).Params {
			models[i].Params[j] += x / 4
		}
	}
	mean, err := Mean(models)
	if err != nil {
		t.Fatal(err)
	}
	if mean.Shape != s {
		t.Errorf("shape %+v, want %+v", mean.Shape, s)
	}
	for i, got := range mean.Params {
		want := (float64(models[0].Params[i]) + float64(models[1].Params[i]) +
			float64(models[2].Params[i])) / 3
		if math.Abs(float64(got)-want) > 1e-7 {
			t.Fatalf("weight %d: %v, want %v", i, got, want)
		}
	}
	s.Hidden *= 2
	if _, err := Mean(append(models, newModel(s, 1))); err == nil {
		t.Error("models of two shapes were averaged")
	}
	if _, err := Mean([]Model{models[0], newModel(models[0].Shape, 2)}); err == nil {
		t.Error("models with nothing in common were averaged")
	}
	if _, err := Mean(nil); err == nil {
		t.Error("nothing was averaged")
	}
}
