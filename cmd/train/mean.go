package main

import (
	"fmt"

	"sente/eval/nnue"
	"sente/train"
)

// mean writes the mean of the networks of -mean as net.nnue.
func mean(o *options) error {
	var models []train.Model
	for _, path := range o.mean {
		m, _, err := readModel(path)
		if err != nil {
			return err
		}
		models = append(models, m)
	}
	m, err := train.Mean(models)
	if err != nil {
		return err
	}
	name := o.name
	if name == "" {
		name = shortened("mean of " + baseNames(o.mean))
	}
	net, err := m.Quantise(name)
	if err != nil {
		return fmt.Errorf("train: the mean cannot be quantised: %w", err)
	}
	if len(o.valid) > 0 {
		if err := o.compareMean(&m, net); err != nil {
			return err
		}
	}
	if net, err = o.writeMultiplied(net); err != nil {
		return err
	}
	o.report(net)
	return nil
}

// compareMean compares m with its integers on the positions of -valid, as the end of a run does.
// With -integer it compares like a run with an integer stage: weights are rounded on both sides.
// Unlike a run it has not fitted the last biases to positions. Without -scale it fits the scale to
// the same positions.
func (o *options) compareMean(m *train.Model, net *nnue.Network) error {
	var paths []string
	for _, v := range o.valid {
		paths = append(paths, v.Path)
	}
	r := o.recipe
	data, err := train.OpenData(paths, o.valid, 0, r.Filter)
	if err != nil {
		return err
	}
	r.Shape, r.Positions = m.Shape, r.Batch // one step, which is never made
	r.Pool = r.Batch                        // so no pool is read
	if r.Integer > 0 {
		r.Integer = 2 * r.Batch // so that the integer stage begins before the first step
	}
	if r.Scale == 0 {
		r.Scale = data.Scale
	}
	t, err := train.New(r, data, o.threads)
	if err == nil {
		err = t.StartFrom(*m)
	}
	if err == nil {
		compare(t, net)
	}
	return err
}
