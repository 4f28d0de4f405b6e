package analyze

import (
	"cmp"
	"fmt"
	"slices"

	"sente/board"
	"sente/eval"
)

// mostMoments is how many critical moments of a game are described at most.
const mostMoments = 12

// From these chances on, in percent, a position is called winning, pressing, worse or losing.
const (
	winning  = 75
	pressing = 60
	worse    = 40
	losing   = 25
)

// Moment is a move that changed the course of a game.
type Moment struct {
	Index int    // in Game.Moves
	What  string // what happened, as a sentence without its subject
}

// Moments returns the critical moments of a game, in order. These are the mistakes and blunders. If
// there are more than twelve, it returns the twelve that lost the most.
func (g *Game) Moments() []Moment {
	var worst []int
	for i := range g.Moves {
		if g.Moves[i].Mark >= Mistake {
			worst = append(worst, i)
		}
	}
	slices.SortStableFunc(worst, func(a, b int) int {
		return cmp.Compare(g.Moves[b].Lost, g.Moves[a].Lost)
	})
	worst = worst[:min(len(worst), mostMoments)]
	slices.Sort(worst)
	moments := make([]Moment, len(worst))
	for n, i := range worst {
		moments[n] = Moment{i, g.what(i)}
	}
	return moments
}

// what describes what move i, a bad one, did.
func (g *Game) what(i int) string {
	before, after := g.Found[i].Score, g.Found[i+1].Score
	if g.Positions[i].SideToMove() == board.Black {
		before, after = -before, -after
	}
	had, has := WinPercent(before), WinPercent(after)
	given, _ := eval.MovesToMate(before)
	taken, _ := eval.MovesToMate(after)
	switch {
	case taken < 0:
		return fmt.Sprintf("allows mate in %d", -taken)
	case given > 0:
		return fmt.Sprintf("misses mate in %d", given)
	case had >= winning && has < worse:
		return "turns a won game into a worse one"
	case has >= winning:
		return "makes the win harder"
	case i > 0 && g.Moves[i-1].Mark >= Mistake && had > 50:
		return "lets the chance go that the last move gave"
	case had >= winning:
		return "lets the win slip"
	case had >= worse && has < losing:
		return "gets into a lost position"
	case had >= pressing:
		return "gives the advantage away"
	case had >= worse:
		return "gets into trouble"
	}
	return "makes a bad position worse"
}
