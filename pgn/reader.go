package pgn

import (
	"fmt"
	"io"
	"strings"

	"sente/board"
)

// Limits on one game: beyond them it is broken. No real game comes near.
const (
	maxGame  = 16 << 20 // bytes
	maxDepth = 64       // variations within variations
)

// An Error tells which game is broken, in which line reading it stopped, and why. The fault is in
// that line or before it.
type Error struct {
	Game, Line int // from 1
	Why        string
}

func (e *Error) Error() string {
	return fmt.Sprintf("pgn: line %d: game %d: %s", e.Line, e.Game, e.Why)
}

// Reader reads games one after the other.
type Reader struct {
	lex   *lexer
	games int
}

// NewReader returns a reader of the games in r.
func NewReader(r io.Reader) *Reader { return &Reader{lex: newLexer(r)} }

// Next returns the next game. At the end of the file the error is io.EOF. An *Error stands for a
// broken game. The game is passed over, and Next may be called again. Any other error is final: it
// is that of reading, or says that the file is in UTF-16 or compressed. Text without a tag, move or
// result is passed over, so a file of another kind may have no games at all.
func (r *Reader) Next() (*Game, error) {
	remarks, why := r.findGame()
	first, ok := r.lex.peek()
	if !ok && why == "" {
		if r.lex.err != nil {
			return nil, r.lex.err
		}
		return nil, io.EOF
	}
	r.games++
	r.lex.length = 0
	g := &Game{Line: r.lex.line, Result: Unknown}
	if why == "" {
		why = r.game(g, remarks)
	}
	if r.lex.err != nil {
		return nil, r.lex.err
	}
	if why != "" {
		err := &Error{Game: r.games, Line: r.lex.line, Why: why}
		r.lex.skipGame(first == '[')
		return nil, err
	}
	return g, nil
}

// findGame passes over what stands between games: comments, prose, strays. It stops before a game,
// at the end of the file, or where why tells what is broken. It returns the comments that stand
// directly before the game.
func (r *Reader) findGame() (remarks remarks, why string) {
	for {
		r.lex.skipSpace()
		if len(remarks) == 0 || r.lex.length > maxGame {
			remarks, r.lex.length = nil, 0 // too long to belong to a game
		}
		switch c, ok := r.lex.peek(); {
		case !ok:
			return nil, ""
		case opensComment(c):
			if why := remarks.read(r.lex, r.lex.length+maxGame); why != "" {
				return nil, why
			}
		case c != '[' && r.lex.atProse():
			r.lex.skipLine()
			remarks = nil
		case c == '[' || c == '*' || isLetter(c) || '0' <= c && c <= '9':
			return remarks, ""
		default:
			r.lex.next()
			remarks = nil
		}
	}
}

// game reads one game and returns why it is broken, if it is. before are the comments in front of
// it. They belong to the game if it has no header.
func (r *Reader) game(g *Game, before remarks) (why string) {
	if why = r.tags(g); why != "" {
		return why
	}
	if why = g.setUp(); why != "" {
		return why
	}
	p := parser{lex: r.lex, tagged: len(g.Tags) > 0}
	line, why := p.line(g.Start, 0)
	if why != "" {
		return why
	}
	if len(g.Tags) > 0 {
		before = nil
	}
	g.Comment = join(strings.Join(before, " "), join(g.Comment, line.Comment))
	g.Moves = line.Moves
	g.Cut = p.result == ""
	if p.result != "" {
		g.Result = p.result
	}
	if told := result(g.Tag("Result")); g.Result == Unknown && told != "" {
		g.Result = told
	}
	return ""
}

// tags reads the header, and comments between its tags or after them. A header without a game ends
// where the next one begins.
func (r *Reader) tags(g *Game) (why string) {
	var remarks remarks
	commented := false // an empty comment separates two headers as well
	defer func() { g.Comment = strings.Join(remarks, " ") }()
	for {
		r.lex.skipSpace()
		switch c, ok := r.lex.peek(); {
		case ok && opensComment(c):
			if why := remarks.read(r.lex, maxGame); why != "" {
				return why
			}
			commented = true
			continue
		case !ok || c != '[' || len(g.Tags) > 0 && r.lex.atNextHeader(g, commented):
			return ""
		}
		if r.lex.length > maxGame {
			return "too long"
		}
		r.lex.next()
		tag, ok := r.tag()
		if !ok {
			return "a tag that is not [Name \"Value\"]"
		}
		g.Tags = append(g.Tags, tag)
	}
}

// tag reads a tag after its opening bracket. A quote within the value should have a backslash
// before it. A quote without one is still text if it does not end the tag.
func (r *Reader) tag() (Tag, bool) {
	r.lex.skipSpace()
	var t Tag
	for len(t.Name) < maxWord {
		c, ok := r.lex.peek()
		if !ok || !inTagName(c) {
			break
		}
		r.lex.next()
		t.Name += string(c)
	}
	r.lex.skipSpace()
	if c, ok := r.lex.next(); !isTagName(t.Name) || !ok || c != '"' {
		return t, false
	}
	var value []byte
	for r.lex.length <= maxGame {
		c, ok := r.lex.next()
		switch {
		case !ok || c == '\n':
			return t, false
		case c == '\\' && (r.lex.at(`"`) || r.lex.at(`\`)):
			c, _ = r.lex.next()
		case c == '"' && r.endsTag():
			t.Value = plain(value)
			return t, true
		}
		value = append(value, c)
	}
	return t, false
}

// endsTag tells whether spaces and a closing bracket follow. If so it reads them.
func (r *Reader) endsTag() bool {
	for n := 1; n < maxWord; n++ {
		b, _ := r.lex.r.Peek(n)
		switch {
		case len(b) < n || b[n-1] != ' ' && b[n-1] != ']':
			return false
		case b[n-1] == ']':
			for range n {
				r.lex.next()
			}
			return true
		}
	}
	return false
}

// setUp finds the game's first position from its tags.
func (g *Game) setUp() (why string) {
	switch v := strings.ToLower(g.Tag("Variant")); strings.Map(dropBlanks, v) {
	case "", "standard", "normal", "chess", "fromposition", "chess960",
		"fischerandom", "fischerrandom", "fischerandomchess", "freestyle", "freestylechess":
	default:
		return fmt.Sprintf("variant %q is not chess", v)
	}
	fen := g.Tag("FEN")
	if fen == "" {
		g.Start = board.Start()
		return ""
	}
	var err error
	if g.Start, err = board.ParseFEN(fen); err != nil {
		return err.Error()
	}
	return ""
}

func dropBlanks(r rune) rune {
	if r == ' ' || r == '-' || r == '_' {
		return -1
	}
	return r
}
