package protocol

import "sente/search"

// limit is the strength that was asked for. It is full strength unless UCI_LimitStrength or Skill
// Level says otherwise. If both do, UCI_LimitStrength counts.
type limit struct {
	on    bool // UCI_LimitStrength
	elo   int  // UCI_Elo
	skill int  // Skill Level; search.SkillLevels: full strength
}

// defaultElo is the default of UCI_Elo.
const defaultElo = 1500

func strengthOptions() []option {
	return []option{
		checkOption("UCI_LimitStrength", false, func(u *UCI, on bool) error {
			u.limit.on = on
			return nil
		}),
		spinOption("UCI_Elo", defaultElo, search.MinElo, search.MaxElo,
			func(u *UCI, elo int) error {
				u.limit.elo = elo
				return nil
			}),
		spinOption("Skill Level", search.SkillLevels, 0, search.SkillLevels,
			func(u *UCI, skill int) error {
				u.limit.skill = skill
				return nil
			}),
	}
}

// strength returns the strength of the next search. Analysis is never limited.
func (u *UCI) strength() search.Strength {
	switch {
	case u.analyse:
		return search.Strength{}
	case u.limit.on:
		return search.StrengthOf(u.limit.elo)
	case u.limit.skill < search.SkillLevels:
		return search.StrengthOf(search.SkillElo(u.limit.skill))
	}
	return search.Strength{}
}
