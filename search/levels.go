package search

// The Elo that a Strength can be made for.
const (
	MinElo = 800
	MaxElo = 2500
)

// SkillLevels is the number of skill levels below full strength: 0 is MinElo, the last is MaxElo.
const SkillLevels = 20

// level is a strength whose Elo was measured.
type level struct {
	elo int
	Strength
}

// levels are the measured strengths, the weakest first. How they were measured, and what Elo means
// here, stands in docs/levels.md.
var levels = [...]level{
	{800, Strength{Nodes: 110, Depth: 2, Noise: 106, Blind: 320}},
	{1000, Strength{Nodes: 190, Depth: 3, Noise: 92, Blind: 225}},
	{1200, Strength{Nodes: 330, Depth: 4, Noise: 80, Blind: 150}},
	{1400, Strength{Nodes: 600, Depth: 6, Noise: 67, Blind: 90}},
	{1600, Strength{Nodes: 1150, Depth: 8, Noise: 53, Blind: 42}},
	{1800, Strength{Nodes: 2300, Depth: 10, Noise: 40, Blind: 14}},
	{2000, Strength{Nodes: 4000, Depth: 14, Noise: 28, Blind: 4}},
	{2200, Strength{Nodes: 13000, Depth: 25, Noise: 13}},
	{2400, Strength{Nodes: 24000, Depth: 30, Noise: 7}},
	{2500, Strength{Nodes: 29000, Depth: 32, Noise: 6}},
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
