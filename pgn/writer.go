package pgn

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sente/board"
)

// lineLength is where the standard's export format breaks lines of moves, in bytes. Closing
// parentheses may stand beyond it.
const lineLength = 79

// roster are the tags that every game has, in their order, with their values if nothing is known.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", Unknown},
}

// Writer writes games one after the other.
type Writer struct {
	w      io.Writer
	buf    bytes.Buffer
	width  int    // of the line begun
	prefix string // of the next word
}

// NewWriter returns a writer to w. Every Write of a game is one write to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes a game in the standard's export format, with the seven tags of the roster first. In
// comments "}" becomes ")", because it can't be written there. The error is that of the write, or
// says what no reader would understand: a move that is not legal, or an invalid result or tag name.
// Then nothing is written.
func (w *Writer) Write(g *Game) error {
	if r := resultOf(g); result(r) != r {
		return fmt.Errorf("pgn: %q is no result", r)
	}
	for _, t := range g.Tags {
		if !isTagName(t.Name) {
			return fmt.Errorf("pgn: %q is no name of a tag", t.Name)
		}
	}
	start := g.start()
	w.buf.Reset()
	w.header(g, &start)
	w.width, w.prefix = 0, ""
	w.comment(g.Comment)
	if err := w.moves(start, g.Moves); err != nil {
		return err
	}
	w.word(resultOf(g))
	w.buf.WriteString("\n\n")
	_, err := w.w.Write(w.buf.Bytes())
	return err
}

func resultOf(g *Game) string {
	if g.Result == "" {
		return Unknown
	}
	return g.Result
}

func (w *Writer) header(g *Game, start *board.Position) {
	for _, t := range roster {
		value := g.Tag(t.Name)
		switch {
		case t.Name == "Result":
			value = resultOf(g)
		case value == "":
			value = t.Value
		}
		w.tag(t.Name, value)
	}
	written := map[string]bool{"SetUp": true, "FEN": true}
	for _, t := range roster {
		written[t.Name] = true
	}
	for _, t := range g.Tags {
		if !written[t.Name] {
			written[t.Name] = true
			w.tag(t.Name, t.Value)
		}
	}
	if fen := start.FEN(); fen != board.StartFEN {
		w.tag("SetUp", "1")
		w.tag("FEN", fen)
	}
	w.buf.WriteByte('\n')
}

func (w *Writer) tag(name, value string) {
	value = plain([]byte(value))
	value = strings.ReplaceAll(value, `\`, `\\`)
	value = strings.ReplaceAll(value, `"`, `\"`)
	w.buf.WriteString("[" + name + ` "` + value + "\"]\n")
}

// moves writes a line of moves with all that belongs to them, up to the first that is not legal.
func (w *Writer) moves(pos board.Position, moves []Move) error {
	number := true // Black's move needs its number: first, or after a comment or a variation
	for i := range moves {
		m := &moves[i]
		if !pos.IsLegal(m.Move) && (m.Move != board.NullMove || pos.InCheck()) {
			return fmt.Errorf("pgn: %s is not legal in %s", m.Move, pos.FEN())
		}
		if pos.SideToMove() == board.White {
			w.word(strconv.Itoa(pos.FullmoveNumber()) + ".")
		} else if number {
			w.word(strconv.Itoa(pos.FullmoveNumber()) + "...")
		}
		w.word(pos.SAN(m.Move))
		for _, n := range m.NAGs {
			w.word("$" + strconv.Itoa(int(n)))
		}
		w.comment(m.Comment)
		number = m.Comment != ""
		for _, v := range m.Variations {
			if len(v.Moves) == 0 {
				continue
			}
			w.prefix = "("
			w.comment(v.Comment)
			if err := w.moves(pos, v.Moves); err != nil {
				return err
			}
			w.buf.WriteByte(')')
			w.width++
			number = true
		}
		pos = pos.After(m.Move)
	}
	return nil
}

// comment writes a comment if there is one. Its lines break at spaces, but not within brackets,
// where commands such as clocks stand, and not before a word that begins with [, % or ;. Other
// readers might take that for a tag, for a line to skip or for a comment to the end of the line.
func (w *Writer) comment(text string) {
	text = strings.ReplaceAll(plain([]byte(text)), "}", ")")
	if text == "" {
		return
	}
	var unit strings.Builder // what must stay together
	unit.WriteByte('{')
	open := false // within brackets
	for i, word := range strings.Split(text, " ") {
		if i > 0 && (open || strings.ContainsAny(word[:1], "[%;")) {
			unit.WriteByte(' ')
		} else if i > 0 {
			w.word(unit.String())
			unit.Reset()
		}
		unit.WriteString(word)
		if at := strings.LastIndexAny(word, "[]"); at >= 0 {
			open = word[at] == '['
		}
	}
	unit.WriteByte('}')
	w.word(unit.String())
}

// word writes what must stay together, on a new line if the old one is full.
func (w *Writer) word(s string) {
	s = w.prefix + s
	w.prefix = ""
	switch {
	case w.width == 0:
	case w.width+1+len(s) > lineLength:
		w.buf.WriteByte('\n')
		w.width = 0
	default:
		w.buf.WriteByte(' ')
		w.width++
	}
	w.buf.WriteString(s)
	w.width += len(s)
}
