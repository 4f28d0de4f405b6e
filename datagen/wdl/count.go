package wdl

import (
	"sente/board"
	"sente/datagen"
	"sente/eval"
)

// Phase says how far a game has got. Take one of Phases; one made elsewhere is not usable.
type Phase struct {
	Name        string
	Least, Most int // values beyond count as these
	of          func(p *board.Position) int
}

// Phases are the measures to choose from; the first is the one that eval uses.
var Phases = []Phase{
	{"material", eval.LeastMaterial, eval.MostMaterial, eval.MaterialCount},
	{"move", 8, 120, (*board.Position).FullmoveNumber},
}

// at returns the phase of p.
func (ph *Phase) at(p *board.Position) int { return max(ph.Least, min(ph.of(p), ph.Most)) }

// results counts positions by the result of their games, in the order of datagen.Result.
type results [3]float64

func (r *results) total() float64 { return r[0] + r[1] + r[2] }

// Counts are positions by phase, score from White's side, and result. Make them with NewCounts.
type Counts struct {
	Phase            Phase
	MaxScore         int // centipawns; positions beyond don't count
	Games, Positions int64
	cells            [][]results // [phase-Least][score+MaxScore]
}

// NewCounts returns empty counts by one of Phases, up to a score of 1 to MostScore.
func NewCounts(phase Phase, maxScore int) *Counts {
	c := &Counts{Phase: phase, MaxScore: maxScore,
		cells: make([][]results, phase.Most-phase.Least+1)}
	for i := range c.cells {
		c.cells[i] = make([]results, 2*maxScore+1)
	}
	return c
}

// Add counts the positions of a game. A game that Replay refuses, as for an illegal move, adds
// nothing and is a *datagen.GameError.
func (c *Counts) Add(g *datagen.Game) error {
	type cell struct{ phase, score int }
	var found []cell
	err := g.Replay(func(_ int, p *board.Position, _ board.Move, score int) {
		if score >= -c.MaxScore && score <= c.MaxScore {
			found = append(found, cell{c.Phase.at(p) - c.Phase.Least, score + c.MaxScore})
		}
	})
	if err != nil {
		return err
	}
	for _, at := range found {
		c.cells[at.phase][at.score][g.Result]++
	}
	c.Games++
	c.Positions += int64(len(found))
	return nil
}

// AddAll adds what other has counted. Phase and MaxScore must be the same in both, or it may panic.
func (c *Counts) AddAll(other *Counts) {
	c.Games += other.Games
	c.Positions += other.Positions
	for i := range c.cells {
		for j := range c.cells[i] {
			for k, n := range other.cells[i][j] {
				c.cells[i][j][k] += n
			}
		}
	}
}

// each calls visit for every phase and score that was counted.
func (c *Counts) each(visit func(phase, score int, r *results)) {
	for i := range c.cells {
		for j := range c.cells[i] {
			if r := &c.cells[i][j]; r.total() > 0 {
				visit(c.Phase.Least+i, j-c.MaxScore, r)
			}
		}
	}
}
