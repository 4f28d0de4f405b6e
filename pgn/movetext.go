package pgn

import (
	"fmt"
	"strconv"
	"strings"

	"sente/board"
)

// parser reads the moves of one game.
type parser struct {
	lex    *lexer
	result string // once it was read
}

// line reads moves from a position on: the main line up to the result or the next game's header
// (depth 0), or a variation up to its closing parenthesis, which it eats.
func (p *parser) line(pos board.Position, depth int) (v Variation, why string) {
	if depth == 0 {
		p.result = Unknown
	}
	before := pos // before the last move
	for {
		p.lex.skipSpace()
		if p.lex.length > maxGame {
			return v, "too long"
		}
		c, ok := p.lex.peek()
		switch {
		case !ok || c == '[':
			switch {
			case ok && !p.lex.start:
				return v, "a stray '['"
			case depth > 0:
				return v, "a variation is not closed"
			}
			return v, ""
		case c == '{':
			p.lex.next()
			text, ok := p.lex.comment(maxGame)
			if !ok {
				return v, "a comment is not closed"
			}
			v.addComment(text)
		case c == ';':
			p.lex.next()
			v.addComment(p.lex.rest(maxGame))
		case c == '$':
			p.lex.next()
			n, err := strconv.ParseUint(p.lex.word(), 10, 8)
			if err != nil {
				return v, "a glyph that is not a number up to 255"
			}
			v.addNAG(uint8(n))
		case c == '(':
			if len(v.Moves) == 0 {
				return v, "a variation before any move"
			}
			if depth == maxDepth {
				return v, fmt.Sprintf("more than %d variations within each other", maxDepth)
			}
			p.lex.next()
			inner, why := p.line(before, depth+1)
			if why != "" {
				return v, why
			}
			if len(inner.Moves) > 0 {
				last := &v.Moves[len(v.Moves)-1]
				last.Variations = append(last.Variations, inner)
			} else {
				v.addComment(inner.Comment)
			}
		case c == ')':
			if depth == 0 {
				return v, `")" without "("`
			}
			p.lex.next()
			return v, ""
		case c == '}' || c == ']':
			return v, fmt.Sprintf("a stray %q", c)
		default:
			done, why := p.word(&v, &before, &pos)
			if why != "" || done && depth == 0 {
				return v, why
			}
		}
	}
}

// word reads a move, a move number, a mark or a result; with a result it returns true.
func (p *parser) word(v *Variation, before, pos *board.Position) (done bool, why string) {
	text := p.lex.word()
	if r := result(text); r != "" {
		p.result = r
		return true, ""
	}
	if n, ok := marks[text]; ok {
		v.addNAG(n)
		return false, ""
	}
	text = withoutNumber(text)
	if text == "" || text == "e.p." || text == "ep" {
		return false, ""
	}
	m, err := parseMove(pos, text)
	if err != nil {
		return false, fmt.Sprintf("move %d: %s", pos.FullmoveNumber(), strings.TrimPrefix(err.Error(), "move "))
	}
	*before = *pos
	*pos = play(before, m)
	v.Moves = append(v.Moves, Move{Move: m})
	if i := strings.IndexAny(text, "!?"); i >= 0 {
		if n, ok := marks[text[i:]]; ok {
			v.addNAG(n)
		}
	}
	return false, ""
}

// marks are the glyphs that are written as text.
var marks = map[string]uint8{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "=": 10,
	"+=": 14, "=+": 15, "+/-": 16, "-/+": 17, "+-": 18, "-+": 19}

// result returns the result that s stands for, empty if none.
func result(s string) string {
	switch s {
	case WhiteWins, BlackWins, Drawn, Unknown:
		return s
	case "1/2", "0.5-0.5", "½-½":
		return Drawn
	}
	return ""
}

// withoutNumber cuts a move number such as "12." or "12..." off.
func withoutNumber(s string) string {
	digits := strings.TrimLeft(s, "0123456789")
	moves := strings.TrimLeft(digits, ".…")
	if len(moves) < len(digits) || digits == "" {
		return moves
	}
	return s
}

// parseMove reads a move in algebraic notation, short or long, or in UCI's.
func parseMove(pos *board.Position, text string) (board.Move, error) {
	bare := strings.TrimRight(text, "+#!?")
	switch bare {
	case "--", "Z0":
		if pos.InCheck() {
			return board.NoMove, &board.MoveError{Got: text, FEN: pos.FEN(), Why: "nobody may pass in check"}
		}
		return board.NullMove, nil
	case "o-o", "o-o-o":
		bare = strings.ToUpper(bare)
	}
	bare = strings.TrimSuffix(bare, "ep")
	m, err := pos.ParseSAN(bare)
	if err == nil {
		return m, nil
	}
	long := strings.Map(func(r rune) rune {
		if strings.ContainsRune("-x:=", r) {
			return -1
		}
		return r
	}, strings.TrimPrefix(bare, "K")) // castling as Ke1-g1
	if m, other := pos.ParseMove(long); other == nil {
		return m, nil
	}
	return board.NoMove, err
}

func (v *Variation) addComment(text string) {
	at := &v.Comment
	if len(v.Moves) > 0 {
		at = &v.Moves[len(v.Moves)-1].Comment
	}
	*at = join(*at, text)
}

// join returns two comments as one.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

func (v *Variation) addNAG(n uint8) {
	if len(v.Moves) > 0 && n > 0 {
		last := &v.Moves[len(v.Moves)-1]
		last.NAGs = append(last.NAGs, n)
	}
}
