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
// here, stands in docs/strength-levels.md.
var levels = [...]level{
	{800, Strength{Nodes: 144, Depth: 2, Noise: 99, Blind: 272}},
	{1000, Strength{Nodes: 255, Depth: 4, Noise: 85, Blind: 185}},
	{1200, Strength{Nodes: 486, Depth: 5, Noise: 72, Blind: 112}},
	{1400, Strength{Nodes: 850, Depth: 6, Noise: 62, Blind: 70}},
	{1600, Strength{Nodes: 1470, Depth: 8, Noise: 52, Blind: 38}},
	{1800, Strength{Nodes: 2350, Depth: 10, Noise: 44, Blind: 19}},
	{2000, Strength{Nodes: 6800, Depth: 17, Noise: 26}},
	{2200, Strength{Nodes: 13900, Depth: 24, Noise: 17}},
	{2400, Strength{Nodes: 29000, Depth: 31, Noise: 10}},
	{2500, Strength{Nodes: 45000, Depth: 36, Noise: 6}},
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
