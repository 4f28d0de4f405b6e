package datagen

// A GameFilter chooses whole games.
type GameFilter struct {
	MinPlies, MaxPlies int
	MaxStart           int  // centipawns; the first score may be at most this for either side
	Unique             bool // drop games whose start and moves occurred before
	Legal              bool // drop games that Check finds wrong

	seen map[uint64]struct{}
}

// Keep reports whether to keep g. With Unique it remembers g.
func (f *GameFilter) Keep(g *Game) bool {
	if len(g.Moves) < f.MinPlies || len(g.Moves) > f.MaxPlies {
		return false
	}
	for _, score := range g.Scores {
		if score == NoScore {
			continue // a move of a book
		}
		if int(score) > f.MaxStart || int(score) < -f.MaxStart {
			return false
		}
		break
	}
	if f.Legal && g.Check() != nil {
		return false
	}
	if !f.Unique {
		return true
	}
	if f.seen == nil {
		f.seen = map[uint64]struct{}{}
	}
	h := g.hash()
	_, had := f.seen[h]
	f.seen[h] = struct{}{}
	return !had
}
