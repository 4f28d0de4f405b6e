package search

// The Elo that a Strength can be made for.
const (
	MinElo = 800
	MaxElo = 2600
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
	{800, Strength{Nodes: 200, Depth: 3, Noise: 91, Blind: 222}},
	{1000, Strength{Nodes: 316, Depth: 4, Noise: 80, Blind: 152}},
	{1200, Strength{Nodes: 541, Depth: 5, Noise: 70, Blind: 102}},
	{1400, Strength{Nodes: 956, Depth: 6, Noise: 60, Blind: 62}},
	{1600, Strength{Nodes: 1533, Depth: 8, Noise: 51, Blind: 36}},
	{1800, Strength{Nodes: 2400, Depth: 9, Noise: 44, Blind: 18}},
	{2000, Strength{Nodes: 4460, Depth: 13, Noise: 32, Blind: 3}},
	{2200, Strength{Nodes: 9900, Depth: 20, Noise: 21}},
	{2400, Strength{Nodes: 19500, Depth: 27, Noise: 13}},
	{2600, Strength{Nodes: 45000, Depth: 36, Noise: 6}},
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
