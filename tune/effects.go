package tune

import (
	"cmp"
	"math"
	"slices"
)

// Effect says what a run's games show about one number.
type Effect struct {
	Name  string
	Elo   float64 // of the raised over the lowered value, while all other numbers are random
	Error float64 // half the width of the 95% interval, in Elo; +Inf while every pair was level
}

// eloPerScore turns the mean of wins minus losses in the two games of an iteration into Elo. A
// quarter of that mean is how far the expected score of a game is above 1/2. Near 1/2 the logistic
// curve gives 1600/ln 10 Elo per unit of score.
const eloPerScore = 400 / math.Ln10

// Effects returns for each number the effect of raising it. The clearest effect comes first (a
// screening experiment with random two-level designs: Satterthwaite, 1959). Use it only if the
// values stood still, with a learning rate of 0.
func (s *State) Effects() []Effect {
	n := float64(max(s.Done, 1))
	spread := math.Sqrt(s.Squares / n / n)
	if spread == 0 {
		spread = math.Inf(1) // if all pairs were level, their spread says nothing
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
