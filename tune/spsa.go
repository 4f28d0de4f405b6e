package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"sente/search"
)

// The exponents of the gain sequences (Spall, 1998), and the part of all iterations that damps the
// first steps (A in Spall's formulas).
const (
	alpha     = 0.602
	gamma     = 0.101
	stability = 0.1
)

// Parameter is one number that is tuned.
type Parameter struct {
	Name     string
	Min, Max int
	Value    float64 // the current value
	Step     float64 // c_end: the perturbation in the last iteration, in the number's own units
	Sum      float64 // sum of the scores, negated if the plus setting had the lowered number
}

// New plans a run over the named numbers. No names mean all of Params.
func New(names []string, total int, rate float64, seed uint64, limit Limit) (*State, error) {
	s := &State{Total: total, Rate: rate, Seed: seed,
		Limit: limit, Every: max(20, total/maxHistory)}
	known := map[string]search.Tunable{}
	for _, t := range search.Tunables() {
		known[t.Name] = t
		if len(names) == 0 {
			s.add(t)
		}
	}
	for _, name := range names {
		t, ok := known[name]
		if !ok {
			return nil, fmt.Errorf("no search parameter is called %q", name)
		}
		s.add(t)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	s.remember()
	return s, nil
}

// remember adds the values to the history.
func (s *State) remember() {
	row := make([]float64, len(s.Parameters))
	for i := range row {
		row[i] = s.Parameters[i].Value
	}
	s.History = append(s.History, row)
}

func (s *State) add(t search.Tunable) {
	s.Parameters = append(s.Parameters, Parameter{
		Name: t.Name, Min: t.Min, Max: t.Max, Value: float64(t.Default), Step: float64(t.Step),
	})
}

// Widen makes the perturbations of a new run factor times as large. Then the two settings differ
// more in strength, so fewer games tell which is better. That holds while the strength is about
// linear between them. A result also moves the values factor times as far. If Load would refuse the
// new steps, Widen returns an error and s stays as it was.
func (s *State) Widen(factor float64) error {
	wide := *s
	wide.Steps, wide.Parameters = factor, slices.Clone(s.Parameters)
	for i := range wide.Parameters {
		wide.Parameters[i].Step *= factor
	}
	if err := wide.check(); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	*s = wide
	return nil
}

// perturbation is one iteration's step: the numbers of the two settings that play.
type perturbation struct {
	number int // of the iteration, from 0
	signs  []float64
	plus   search.Params
	minus  search.Params
}

// size returns c_k, the perturbation of parameter p in iteration k.
func (s *State) size(p *Parameter, k int) float64 {
	if s.Rate == 0 {
		return p.Step
	}
	return p.Step * math.Pow(float64(s.Total)/float64(k+1), gamma)
}

// rng returns the random numbers of iteration k. They depend only on seed and k, so a resumed run
// does not repeat those of other iterations.
func (s *State) rng(k int) *rand.Rand { return rand.New(rand.NewPCG(s.Seed, uint64(k))) }

// perturb draws iteration k.
func (s *State) perturb(k int, r *rand.Rand) perturbation {
	x := perturbation{number: k, plus: search.DefaultParams(), minus: search.DefaultParams()}
	for i := range s.Parameters {
		p := &s.Parameters[i]
		sign := float64(1 - 2*r.IntN(2))
		x.signs = append(x.signs, sign)
		c := s.size(p, k)
		set(&x.plus, p, p.Value+sign*c, r)
		set(&x.minus, p, p.Value-sign*c, r)
	}
	return x
}

// set writes v to a setting, clamped to its range. It rounds up or down at random, so that
// fractions of a unit count on average.
func set(to *search.Params, p *Parameter, v float64, r *rand.Rand) {
	v = max(float64(p.Min), min(float64(p.Max), v))
	n := int(math.Floor(v + r.Float64()))
	if err := to.Set(p.Name, max(p.Min, min(p.Max, n))); err != nil {
		panic("tune: " + err.Error()) // New has checked the names
	}
}

// learn moves the values towards the winner of an iteration. score is wins minus losses of the plus
// setting.
func (s *State) learn(x *perturbation, score int) {
	k := float64(x.number + 1)
	damping := stability * float64(s.Total)
	for i := range s.Parameters {
		p := &s.Parameters[i]
		p.Sum += float64(score) * x.signs[i]
		c := s.size(p, x.number)
		end := s.Rate * p.Step * p.Step
		gain := end * math.Pow((damping+float64(s.Total))/(damping+k), alpha)
		p.Value += gain / c * float64(score) * x.signs[i]
		p.Value = max(float64(p.Min), min(float64(p.Max), p.Value))
	}
	s.Squares += float64(score * score)
	s.finish(x.number)
	if s.Done%s.interval() == 0 {
		s.remember()
	}
}
