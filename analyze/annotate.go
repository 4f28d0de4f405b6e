package analyze

import (
	"fmt"
	"slices"

	"sente/pgn"
)

// shownLine is how many plies of a best line are written at most.
const shownLine = 10

// Lines says which moves get the engine's line as a variation.
type Lines uint8

// What Lines may be.
const (
	MarkedLines Lines = iota // moves with a mark
	AllLines                 // all moves except the engine's own choices
	NoLines
)

// lineNames are the names of Lines on command lines.
var lineNames = [...]string{MarkedLines: "marked", AllLines: "all", NoLines: "none"}

// ParseLines returns the Lines of a name: marked, all or none.
func ParseLines(name string) (Lines, error) {
	if i := slices.Index(lineNames[:], name); i >= 0 {
		return Lines(i), nil
	}
	return 0, fmt.Errorf("analyze: no lines called %q: marked, all or none", name)
}

// Annotate returns the game with the analysis written into it. The game that was read stays as it
// is. Each move's comment begins with the score from White's side, except for a mating move. It is
// written as [%eval 0.35] or [%eval #-3], as on lichess.org. Older ones are removed. Marked moves
// get the glyph $6 (?!), $2 (?) or $4 (??), unless they already have a glyph from $1 to $6. They
// also get a variation with the better line. Comments, variations, clocks and glyphs stay. The tags
// ECO, Opening and Annotator are set if they are missing.
func Annotate(g *Game, lines Lines, annotator string) *pgn.Game {
	out := *g.PGN
	out.Tags = slices.Clone(out.Tags)
	for _, t := range []pgn.Tag{
		{Name: "ECO", Value: g.Opening.ECO},
		{Name: "Opening", Value: g.Opening.Name},
		{Name: "Annotator", Value: annotator},
	} {
		if old := out.Tag(t.Name); t.Value != "" && (old == "" || old == "?") {
			out.SetTag(t.Name, t.Value)
		}
	}
	out.Moves = slices.Clone(out.Moves)
	for i := range g.Moves {
		g.annotate(i, &out.Moves[i], lines)
	}
	return &out
}

// annotate writes the results for move i into m.
func (g *Game) annotate(i int, m *pgn.Move, lines Lines) {
	judged := &g.Moves[i]
	m.Comment = pgn.SetCommand(m.Comment, "eval", evalText(g.Found[i+1].Score))
	judgedBefore := slices.ContainsFunc(m.NAGs, func(n uint8) bool { return n >= 1 && n <= 6 })
	if judged.Mark != Unmarked && !judgedBefore {
		m.NAGs = append([]uint8{marks[judged.Mark].nag}, m.NAGs...)
	}
	if judged.Best || lines == NoLines || lines == MarkedLines && judged.Mark == Unmarked {
		return
	}
	better := variation(g, i)
	if len(better.Moves) == 0 || better.Moves[0].Move == m.Move {
		return
	}
	if !slices.ContainsFunc(m.Variations, func(v pgn.Variation) bool { return begins(v, better) }) {
		m.Variations = append(slices.Clone(m.Variations), better)
	}
}

// variation returns the engine's line as an alternative to move i.
func variation(g *Game, i int) pgn.Variation {
	var v pgn.Variation
	for _, m := range playable(&g.Positions[i], g.Found[i].Line, shownLine) {
		v.Moves = append(v.Moves, pgn.Move{Move: m})
	}
	return v
}

// begins tells whether the first moves of v are those of other.
func begins(v, other pgn.Variation) bool {
	return len(v.Moves) >= len(other.Moves) &&
		slices.EqualFunc(v.Moves[:len(other.Moves)], other.Moves,
			func(a, b pgn.Move) bool { return a.Move == b.Move })
}
