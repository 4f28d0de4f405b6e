package search

// The Elo that a Strength can be made for.
const (
	MinElo = 800
	MaxElo = 3000
)

// SkillLevels is the number of skill levels below full strength: 0 is MinElo, the last is MaxElo.
const SkillLevels = 20

// level is a strength whose Elo was measured.
type level struct {
	elo int
	Strength
}

// levels are the measured strengths, the weakest first. docs/levels.md says how they were measured
// and what Elo means here.
var levels = [...]level{
	{800, Strength{Nodes: 160, Depth: 2, Noise: 98, Blind: 264}},
	{1000, Strength{Nodes: 270, Depth: 3, Noise: 86, Blind: 180}},
	{1200, Strength{Nodes: 450, Depth: 5, Noise: 74, Blind: 122}},
	{1400, Strength{Nodes: 760, Depth: 6, Noise: 63, Blind: 76}},
	{1600, Strength{Nodes: 1150, Depth: 8, Noise: 53, Blind: 42}},
	{1800, Strength{Nodes: 1850, Depth: 9, Noise: 44, Blind: 24}},
	{2000, Strength{Nodes: 2700, Depth: 11, Noise: 37, Blind: 11}},
	{2200, Strength{Nodes: 3800, Depth: 14, Noise: 30, Blind: 6}},
	{2400, Strength{Nodes: 5400, Depth: 16, Noise: 24, Blind: 3}},
	{2600, Strength{Nodes: 8400, Depth: 20, Noise: 18, Blind: 1}},
	{2800, Strength{Nodes: 14500, Depth: 26, Noise: 12}},
	{3000, Strength{Nodes: 30000, Depth: 33, Noise: 5}},
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

// SkillElo returns the Elo of a skill level, which must be 0 to SkillLevels-1.
func SkillElo(skill int) int { return MinElo + (MaxElo-MinElo)*skill/(SkillLevels-1) }
