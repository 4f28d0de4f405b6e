package analyze

import (
	"strings"
	"sync"

	"github.com/notnil/chess/opening"

	"sente/board"
)

// Opening is a named opening.
type Opening struct{ ECO, Name string }

// theory is the table of openings, by position. So the order of moves does not matter.
type theory struct {
	named map[uint64]namedOpening
	known map[uint64]struct{} // every position on the way to a named one
}

// namedOpening is an opening with the line of moves that its table gives.
type namedOpening struct {
	Opening
	line string
}

// openings loads the table on first use. That takes most of a second.
var openings = sync.OnceValue(loadOpenings)

func loadOpenings() *theory {
	t := &theory{named: map[uint64]namedOpening{}, known: map[uint64]struct{}{}}
	for _, o := range opening.NewBookECO().Possible(nil) {
		t.add(namedOpening{Opening{o.Code(), o.Title()}, o.PGN()})
	}
	return t
}

// add plays an opening's line, whose moves are in UCI notation. If two openings lead to the same
// position, the one with the shorter line gives the name, then the first by alphabet. That makes
// the result the same each time, because the table is listed in no fixed order.
func (t *theory) add(o namedOpening) {
	p := board.Start()
	for text := range strings.FieldsSeq(o.line) {
		m, err := p.ParseMove(text)
		if err != nil {
			return
		}
		p = p.After(m)
		t.known[p.Key()] = struct{}{}
	}
	old, ok := t.named[p.Key()]
	if !ok || len(o.line) < len(old.line) || len(o.line) == len(old.line) && o.line < old.line {
		t.named[p.Key()] = o
	}
}

// find returns the name of the last position that has one. It also returns how many moves from the
// first on lead to positions in the table. The positions are those before the first move and after
// each move. A game need not begin from the usual start, but then it must begin with a position of
// the table, as matches from prepared openings do.
func (t *theory) find(positions []board.Position) (o Opening, moves int) {
	start := board.Start()
	if _, ok := t.known[positions[0].Key()]; !ok && positions[0].Key() != start.Key() {
		return o, 0
	}
	for i := range positions {
		key := positions[i].Key()
		if _, ok := t.known[key]; ok && moves == i-1 {
			moves++
		}
		if named, ok := t.named[key]; ok {
			o = named.Opening
		}
	}
	return o, moves
}
