package train

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Recipe is everything that a training run depends on, except the data. The zero value is not
// valid. The JSON names of its fields are the names of the command's flags, with "_" for "-".
type Recipe struct {
	Shape
	Filter
	Batch        int     `json:"batch"`         // positions in a step
	Positions    int     `json:"positions"`     // number to train on, over all passes
	Superbatch   int     `json:"superbatch"`    // positions between two validations and checkpoints
	Integer      int     `json:"integer"`       // the last positions, for an integer network
	LR           float64 `json:"lr"`            // learning rate after the warm-up
	LREnd        float64 `json:"lr_end"`        // learning rate at the end
	WarmUp       int     `json:"warm_up"`       // batches of linear growth up to LR
	Decay        float64 `json:"decay"`         // weight decay of the first layer
	DecayOwn     float64 `json:"decay_own"`     // of what a king bucket adds to the shared rows
	LossExponent float64 `json:"loss_exponent"` // of |prediction - target|
	EMA          float64 `json:"ema"`           // share of the mean that a step keeps; 0: no mean
	WDLStart     float64 `json:"wdl_start"`     // the result's share in the target at the start
	WDLEnd       float64 `json:"wdl_end"`       // the same at the end
	Scale        float64 `json:"scale"`         // centipawns: score s means sigmoid(s/Scale)
	Seed         uint64  `json:"seed"`
	Holdout      float64 `json:"holdout"`  // share of the data held out for validation
	Pool         int     `json:"pool"`     // positions that are shuffled at a time
	Shuffled     bool    `json:"shuffled"` // the data files are in random order already
	Init         string  `json:"init"`     // checksum of the first weights' file, "" if random
}

// Check returns an error that names the first setting that makes no sense.
func (r *Recipe) Check() error {
	if err := r.Shape.Check(); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	switch {
	case r.Batch < 1 || r.Batch > maxBatch:
		return fmt.Errorf("train: batch %d: want 1 to %d", r.Batch, maxBatch)
	case r.Positions < r.Batch:
		return fmt.Errorf("train: %d positions are less than one batch of %d", r.Positions, r.Batch)
	case r.Superbatch < r.Batch:
		return fmt.Errorf("train: superbatch %d is less than one batch of %d",
			r.Superbatch, r.Batch)
	case r.Steps()/r.stepsPerSuperbatch() > maxSuperbatches:
		return fmt.Errorf("train: superbatch %d: a run has %d of them, want at most %d",
			r.Superbatch, r.Steps()/r.stepsPerSuperbatch(), maxSuperbatches)
	case r.Integer < 0 || r.Integer > 0 && r.Layers == 1:
		return errors.New("train: the integer stage is for three layers, and not negative")
	case !(r.LR > 0 && r.LR <= 1) || !(r.LREnd >= 0 && r.LREnd <= r.LR):
		return fmt.Errorf("train: learning rate from %g to %g: "+
			"want 0 < lr <= 1 and 0 <= lr-end <= lr", r.LR, r.LREnd)
	case r.WarmUp < 0:
		return errors.New("train: negative warm-up")
	case !(r.Decay >= 0 && r.Decay*r.LR < 1) || !(r.DecayOwn >= 0 && r.DecayOwn*r.LR < 1):
		return fmt.Errorf("train: weight decay %g and %g: want 0 or more and less than %g, "+
			"1 / learning rate", r.Decay, r.DecayOwn, 1/r.LR)
	case !(r.LossExponent >= 1 && r.LossExponent <= 4):
		return fmt.Errorf("train: loss exponent %g: want 1 to 4", r.LossExponent)
	case !(r.EMA >= 0 && r.EMA < 1):
		return fmt.Errorf("train: running mean keeps %g: want 0 or more and less than 1", r.EMA)
	case !(r.WDLStart >= 0 && r.WDLStart <= 1) || !(r.WDLEnd >= 0 && r.WDLEnd <= 1):
		return fmt.Errorf("train: share of the result from %g to %g: want 0 to 1",
			r.WDLStart, r.WDLEnd)
	case !(r.Scale >= 1 && r.Scale <= 10000):
		return fmt.Errorf("train: scale %g: want 1 to 10000 centipawns", r.Scale)
	case r.Pool < chunkSize:
		return fmt.Errorf("train: pool of %d: want %d or more", r.Pool, chunkSize)
	}
	if err := r.Filter.check(); err != nil {
		return err
	}
	return checkHoldout(r.Holdout)
}

// maxBatch limits the memory of a batch. A position takes 8 KB with accumulators of 1,024.
const maxBatch = 1 << 18

// maxSuperbatches limits the memory of a History. Every checkpoint holds the whole History.
const maxSuperbatches = 100_000

// UnknownInit is the Init of a recipe whose file of first weights is gone. Resume then uses the
// run's own Init, if the run began from a file.
const UnknownInit = "a missing file"

// Steps is the number of batches of the whole run.
func (r *Recipe) Steps() int { return r.Positions / r.Batch }

// stepsPerSuperbatch is the number of batches between two checkpoints.
func (r *Recipe) stepsPerSuperbatch() int { return r.Superbatch / r.Batch }

// rate is the learning rate of a step (from 0): warm-up, then half a cosine from LR to LREnd.
func (r *Recipe) rate(step int) float64 {
	if step < r.WarmUp {
		return r.LR * float64(step+1) / float64(r.WarmUp+1)
	}
	done := float64(step-r.WarmUp) / float64(max(r.Steps()-r.WarmUp-1, 1))
	return r.LREnd + (r.LR-r.LREnd)*(1+math.Cos(math.Pi*done))/2
}

// wdl is the result's share in the target at a step (from 0).
func (r *Recipe) wdl(step int) float64 {
	return r.WDLStart + (r.WDLEnd-r.WDLStart)*float64(step)/float64(max(r.Steps()-1, 1))
}

// integer says whether a step (from 0) is in the last stage, which models the integer network.
func (r *Recipe) integer(step int) bool { return step >= r.Steps()-r.Integer/r.Batch }

// Difference returns the first setting in which r differs from then: the flag, its old and its new
// value. It returns "" if there is none.
func (r *Recipe) Difference(then *Recipe) string {
	a, b := reflect.ValueOf(*then), reflect.ValueOf(*r)
	for _, field := range reflect.VisibleFields(a.Type()) {
		x, y := a.FieldByIndex(field.Index).Interface(), b.FieldByIndex(field.Index).Interface()
		if name := field.Tag.Get("json"); name == "init" && x != "" && y != "" && x != y {
			return fmt.Sprintf("-init was another file (checksum %v, now %v)", x, y)
		} else if name != "" && x != y {
			return fmt.Sprintf("-%s was %v and is %v now",
				strings.ReplaceAll(name, "_", "-"), shown(x), shown(y))
		}
	}
	return ""
}

// shown makes an empty setting visible in a message.
func shown(x any) any {
	if x == "" {
		return "not given"
	}
	return x
}
