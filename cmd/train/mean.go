package main

import (
	"fmt"
	"strings"

	"sente/train"
)

// mean writes the mean of the networks of -mean as net.nnue.
func mean(o *options) error {
	var models []train.Model
	for _, path := range o.mean {
		m, _, err := train.ReadModel(path)
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
		name = shortened("mean of " + strings.Join(o.mean, " + "))
	}
	net, err := m.Quantise(name)
	if err != nil {
		return fmt.Errorf("train: the mean cannot be quantised: %w", err)
	}
	if net, err = o.writeMultiplied(net); err != nil {
		return err
	}
	o.report(net)
	return nil
}
