package wdl

import (
	"sente/board"
	"sente/datagen"
	"sente/eval"
)

// Phase is a measure of how far a game has got. Use one of Phases; a Phase made elsewhere can't be
// used.
type Phase struct {
	Name        string
	Least, Most int // values beyond are taken as these
	of          func(p *board.Position) int
}

// Phases are the measures to choose from. The first is the one that package eval uses.
var Phases = []Phase{
	{"material", eval.LeastMaterial, eval.MostMaterial, eval.MaterialCount},
	{"move", 8, 120, (*board.Position).FullmoveNumber},
}

// at returns the phase of p.
func (ph *Phase) at(p *board.Position) int { return max(ph.Least, min(ph.of(p), ph.Most)) }

// results counts positions by the result of their game, in the order of datagen.Result.
type results [3]float64

func (r *results) total() float64 { return r[0] + r[1] + r[2] }

// Counts holds how many positions there are for each phase, score (White's) and result. Make one
// with NewCounts.
type Counts struct {
	Phase            Phase
	MaxScore         int // centipawns; positions beyond are not counted
	Games, Positions int64
	cells            [][]results // [phase-Least][score+MaxScore]
}

// NewCounts returns empty counts for one of Phases. maxScore is 1 to MostScore.
func NewCounts(phase Phase, maxScore int) *Counts {
	c := &Counts{Phase: phase, MaxScore: maxScore,
		cells: make([][]results, phase.Most-phase.Least+1)}
	for i := range c.cells {
		c.cells[i] = make([]results, 2*maxScore+1)
	}
	return c
}

// Add counts the positions of a game. If Replay refuses the game, as for an illegal move, Add
// counts nothing and returns a *datagen.GameError.
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

// AddAll adds the counts of other. Both must have the same Phase and MaxScore, or it may panic.
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
