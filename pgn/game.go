package pgn

import (
	"slices"

	"sente/board"
)

// Results of a game.
const (
	WhiteWins = "1-0"
	BlackWins = "0-1"
	Drawn     = "1/2-1/2"
	Unknown   = "*" // unfinished, or not told
)

// Tag is one pair of a game's header.
type Tag struct{ Name, Value string }

// Game is one game.
type Game struct {
	Tags    []Tag          // in order; FEN, SetUp and Result are written from Start and Result
	Start   board.Position // where it begins; the zero Position stands for board.Start()
	Comment string         // before the first move; without moves also after the result
	Moves   []Move
	Result  string // one of the results above
	Cut     bool   // no result after the moves: the game may be cut off; a writer ignores it
	Line    int    // where it begins in its file, from 1; a writer ignores it
}

// Move is a move of a game with what was written about it.
type Move struct {
	Move       board.Move // legal, or NullMove out of check: pass; see board.Position.After
	NAGs       []uint8    // numeric annotation glyphs: 1 "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!"
	Comment    string     // after the move, in one line; the last one's also after the result
	Variations []Variation
}

// Variation is a line that could have been played instead of the move it belongs to.
type Variation struct {
	Comment string // before its first move
	Moves   []Move // at least one
}

// has tells whether there is a tag of that name.
func (g *Game) has(name string) bool {
	return slices.ContainsFunc(g.Tags, func(t Tag) bool { return t.Name == name })
}

// Tag returns the value of the first tag of that name, empty if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag gives the first tag of that name a value, or appends one.
func (g *Game) SetTag(name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

// Positions returns the position before each move and the one after the last.
func (g *Game) Positions() []board.Position {
	list := make([]board.Position, len(g.Moves)+1)
	list[0] = g.start()
	for i := range g.Moves {
		list[i+1] = list[i].After(g.Moves[i].Move)
	}
	return list
}

// start returns where the game begins.
func (g *Game) start() board.Position {
	if g.Start == (board.Position{}) {
		return board.Start()
	}
	return g.Start
}
