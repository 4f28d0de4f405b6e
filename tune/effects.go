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
	Error float64 // half the width of the 95% interval, in Elo
}

// eloPerScore turns the mean of an iteration's scores, wins minus losses of two games, into Elo:
// the slope of the logistic curve at 50%, where a game's expected score is a half and a quarter of
// that mean.
const eloPerScore = 400 / math.Ln10

// Effects tells for each number what raising it does, the clearest first (a screening experiment
// with random two-level designs: Satterthwaite, 1959). It means something where the values stood
// still, with a learning rate of 0.
func (s *State) Effects() []Effect {
	n := float64(max(s.Done, 1))
	spread := math.Sqrt(s.Squares / n / n)
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
