package search

// The Elo that a Strength can be made for.
const (
	MinElo = 800
	MaxElo = 2800
)

// SkillLevels is the number of skill levels below full strength: 0 is MinElo, the last is MaxElo.
const SkillLevels = 20

// level is a strength whose Elo was measured.
type level struct {
	elo int
	Strength
}

// levels are the measured strengths, the weakest first. How they were measured, and what Elo means
// here, stands in docs/strength-levels.md.
var levels = [...]level{
	{800, Strength{Nodes: 100, Depth: 1, Noise: 110, Blind: 350}},
	{1000, Strength{Nodes: 150, Depth: 2, Noise: 100, Blind: 280}},
	{1200, Strength{Nodes: 200, Depth: 3, Noise: 90, Blind: 210}},
	{1400, Strength{Nodes: 300, Depth: 4, Noise: 80, Blind: 150}},
	{1600, Strength{Nodes: 500, Depth: 5, Noise: 70, Blind: 100}},
	{1800, Strength{Nodes: 900, Depth: 6, Noise: 60, Blind: 60}},
	{2000, Strength{Nodes: 1600, Depth: 8, Noise: 50, Blind: 30}},
	{2200, Strength{Nodes: 3000, Depth: 10, Noise: 40, Blind: 10}},
	{2400, Strength{Nodes: 5000, Depth: 14, Noise: 30}},
	{2600, Strength{Nodes: 10000, Depth: 20, Noise: 20}},
	{2800, Strength{Nodes: 25000, Depth: 30, Noise: 10}},
}

// StrengthOf returns the strength of a player with the given Elo, which is brought into the range
// from MinElo to MaxElo.
func StrengthOf(elo int) Strength {
	elo = max(MinElo, min(elo, MaxElo))
	i := 0
	for i+2 < len(levels) && elo > levels[i+1].elo {
		i++
	}
	a, b := &levels[i], &levels[i+1]
	between := func(x, y int) int { return x + (y-x)*(elo-a.elo)/(b.elo-a.elo) }
	return Strength{
		Nodes: uint64(between(int(a.Nodes), int(b.Nodes))),
		Depth: between(a.Depth, b.Depth),
		Noise: between(a.Noise, b.Noise),
		Blind: between(a.Blind, b.Blind),
	}
}

// SkillElo returns the Elo of a skill level from 0 to SkillLevels-1.
func SkillElo(skill int) int { return MinElo + (MaxElo-MinElo)*skill/(SkillLevels-1) }
