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
	{800, Strength{Nodes: 125, Depth: 2, Noise: 105, Blind: 320}},
	{1000, Strength{Nodes: 240, Depth: 3, Noise: 86, Blind: 185}},
	{1200, Strength{Nodes: 380, Depth: 4, Noise: 76, Blind: 130}},
	{1400, Strength{Nodes: 740, Depth: 6, Noise: 64, Blind: 78}},
	{1600, Strength{Nodes: 1300, Depth: 7, Noise: 54, Blind: 43}},
	{1800, Strength{Nodes: 2050, Depth: 9, Noise: 47, Blind: 23}},
	{2000, Strength{Nodes: 3000, Depth: 10, Noise: 40, Blind: 10}},
	{2200, Strength{Nodes: 4250, Depth: 13, Noise: 33, Blind: 3}},
	{2400, Strength{Nodes: 7300, Depth: 17, Noise: 25}},
	{2600, Strength{Nodes: 14000, Depth: 23, Noise: 17}},
	{2800, Strength{Nodes: 24000, Depth: 30, Noise: 11}},
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
