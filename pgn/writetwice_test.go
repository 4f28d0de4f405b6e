package pgn

import (
	"bytes"
	"strings"
	"testing"

	"sente/board"
)

// TestWriterWritesEachGameOnce: writing a second game does not write the first one again.
func TestWriterWritesEachGameOnce(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b)
	for _, white := range []string{"first", "second"} {
		g := &Game{Tags: []Tag{{Name: "White", Value: white}}, Start: board.Start()}
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	games, broken := readAll(t, b.String())
	if len(games) != 2 || len(broken) > 0 || games[0].Tag("White") != "first" ||
		games[1].Tag("White") != "second" {
		t.Errorf("%d games, broken %v, of\n%s", len(games), broken, b.String())
	}
}

// TestRepeatedTagIsWrittenOnce: the first of two tags with one name counts, as for Tag.
func TestRepeatedTagIsWrittenOnce(t *testing.T) {
	g := &Game{Tags: []Tag{{Name: "ECO", Value: "C20"}, {Name: "ECO", Value: "B00"}},
		Start: board.Start()}
	got := write(t, g)
	if strings.Count(got, "[ECO ") != 1 || !strings.Contains(got, `[ECO "C20"]`) {
		t.Errorf("the tag ECO comes otherwise than once:\n%s", got)
	}
}
