package tune

import (
	"cmp"
	"math"
	"slices"
)

// Effect is what the games of a run say about one number.
type Effect struct {
	Name  string
	Elo   float64 // of the raised value against the lowered one, all other numbers at random
	Error float64 // half the width of the 95% interval, in Elo; +Inf while every pair was level
}

// eloPerScore turns the mean of wins minus losses in the two games of an iteration into Elo. A
// quarter of that mean is how far the expected score of a game is above 1/2, and near 1/2 the
// logistic curve has a slope of 1600/ln 10 Elo.
const eloPerScore = 400 / math.Ln10

// Effects tells for each number what raising it does, the clearest first (a screening experiment
// with random two-level designs: Satterthwaite, 1959). It means something where the values stood
// still, with a learning rate of 0.
func (s *State) Effects() []Effect {
	n := float64(max(s.Done, 1))
	spread := math.Sqrt(s.Squares / n / n)
	if spread == 0 {
		spread = math.Inf(1) // level pairs do not tell how much others would differ
	}
	list := make([]Effect, len(s.Parameters))
	for i := range list {
		p := &s.Parameters[i]
		list[i] = Effect{p.Name, eloPerScore * p.Sum / n, 1.96 * eloPerScore * spread}
	}
	slices.SortStableFunc(list, func(a, b Effect) int {
		return cmp.Compare(math.Abs(b.Elo), math.Abs(a.Elo))
	})
	return list
}
