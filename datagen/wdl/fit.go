package wdl

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// As in package eval: the number that phases are divided by in the polynomials, and the parts of a
// centipawn that coefficients are counted in.
const (
	unit  = 64
	parts = 256
)

// Model is a fitted model. A and B are the coefficients of a and b by powers of phase/64, constant
// first. They are in centipawns, rounded to the parts that package eval counts.
type Model struct{ A, B []float64 }

// at returns a and b for a phase.
func (m *Model) at(phase int) (a, b float64) {
	t := float64(phase) / unit
	return polynomial(m.A, t), polynomial(m.B, t)
}

func polynomial(coefficients []float64, t float64) float64 {
	sum := 0.0
	for i := len(coefficients) - 1; i >= 0; i-- {
		sum = sum*t + coefficients[i]
	}
	return sum
}

// chances returns the probabilities of datagen.BlackWins, Draw and WhiteWins.
func (m *Model) chances(phase, score int) [3]float64 {
	a, b := m.at(phase)
	return chances(a, b, float64(score))
}

// chances computes each of the three chances directly, so that small ones are as exact as large
// ones. Where a draw is unlikely, 1 - win - loss would be nothing but rounding errors.
func chances(a, b, score float64) [3]float64 {
	ahead := math.Abs(score)
	draw := logistic((a-ahead)/b) - logistic((-a-ahead)/b)
	return [3]float64{logistic((-score - a) / b), draw, logistic((score - a) / b)}
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// The least probability that counts as more than 0, and the most steps of a fit.
const (
	leastChance = 1e-300
	maxSteps    = 100
)

// MostDegree is the greatest degree of a polynomial. No data justify more.
const MostDegree = 20

// ErrNoFit says that no model is the most likely one. That happens, for example, if no game was
// drawn.
var ErrNoFit = errors.New("wdl: no model fits these games best: more games, or a lower degree")

// Fit returns the model, with polynomials of the given degree, that makes the counted results most
// likely (maximum likelihood by Fisher's scoring, 1925).
func Fit(c *Counts, degree int) (*Model, error) {
	var seen results
	c.each(func(_, _ int, r *results) {
		for k := range seen {
			seen[k] += r[k]
		}
	})
	if seen[0] == 0 || seen[1] == 0 || seen[2] == 0 {
		return nil, ErrNoFit
	}
	n := degree + 1
	x := make([]float64, 2*n)
	x[0], x[n] = 100, 100
	m := &Model{A: x[:n], B: x[n:]}
	loss := c.Loss(m)
	for range maxSteps {
		gradient, information := c.score(m)
		step := mat.NewVecDense(2*n, nil)
		var decomposed mat.Cholesky
		if !decomposed.Factorize(information) || decomposed.SolveVecTo(step, gradient) != nil {
			return nil, ErrNoFit
		}
		before := slices.Clone(x)
		better, gain := loss, 0.0
		for scale := 1.0; scale > 1e-6; scale /= 2 { // if the step is too long, halve it
			for i := range x {
				x[i] = before[i] - scale*step.AtVec(i)
			}
			if better = c.Loss(m); better <= loss {
				gain = loss - better
				break
			}
		}
		loss = better
		if gain < 1e-13 {
			if mat.Dot(gradient, step) > 1e-9 { // twice the gain that a parabola would give
				return nil, ErrNoFit // rounding stopped the fit too early
			}
			for i := range x {
				x[i] = math.Round(x[i]*parts) / parts
			}
			return m, nil
		}
	}
	return nil, ErrNoFit
}

// Loss returns the mean over all positions of -log(the probability that m gives to the result), in
// nats. It is infinite if m is no model for some phase, and 0 if nothing was counted.
func (c *Counts) Loss(m *Model) float64 {
	sum := 0.0
	c.each(func(phase, score int, r *results) {
		if a, b := m.at(phase); a <= 0 || b <= 0 {
			sum = math.Inf(1)
			return
		}
		for k, p := range m.chances(phase, score) {
			if r[k] > 0 {
				sum -= r[k] * math.Log(max(p, leastChance))
			}
		}
	})
	return sum / float64(max(c.Positions, 1))
}

// score returns the gradient of Loss, and its expected second derivatives (Fisher's information).
// The coefficients of A come first, then those of B.
func (c *Counts) score(m *Model) (*mat.VecDense, *mat.SymDense) {
	n := len(m.A)
	gradient, information := mat.NewVecDense(2*n, nil), mat.NewSymDense(2*n, nil)
	weight := 1 / float64(c.Positions)
	by := make([]float64, 2*n) // the derivatives of a probability
	c.each(func(phase, score int, r *results) {
		a, b := m.at(phase)
		p := chances(a, b, float64(score))
		win, loss := p[2]*logistic((a-float64(score))/b), p[0]*logistic((a+float64(score))/b)
		byA := [3]float64{-loss / b, (win + loss) / b, -win / b}
		x, y := (float64(score)-a)/b, (-float64(score)-a)/b
		byB := [3]float64{-loss * y / b, (win*x + loss*y) / b, -win * x / b}
		total := r.total() * weight
		for k := range p {
			q := max(p[k], leastChance)
			t := 1.0
			for i := range n {
				by[i], by[n+i] = byA[k]*t, byB[k]*t
				t *= float64(phase) / unit
			}
			for i := range by {
				gradient.SetVec(i, gradient.AtVec(i)-r[k]*weight*by[i]/q)
				for j := i; j < len(by); j++ {
					information.SetSym(i, j, information.At(i, j)+total*by[i]*by[j]/q)
				}
			}
		}
	})
	return gradient, information
}
