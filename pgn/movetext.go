package pgn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sente/board"
)

// parser reads the moves of one game.
type parser struct {
	lex    *lexer
	tagged bool   // the game has tags
	result string // once it was read
}

// line reads moves from a position on. At depth 0 it reads the main line, up to the result or the
// next game. Else it reads a variation and its closing parenthesis.
func (p *parser) line(pos board.Position, depth int) (v Variation, why string) {
	before := pos       // before the last move
	var remarks remarks // after it
	defer func() { remarks.settle(&v, len(v.Moves)) }()
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
		case opensComment(c):
			if why := remarks.read(p.lex, maxGame); why != "" {
				return v, why
			}
		case c == '$':
			p.lex.next()
			n, err := strconv.ParseUint(p.lex.word(), 10, 8)
			if err == nil {
				v.addNAG(uint8(n))
			} else if !errors.Is(err, strconv.ErrRange) { // glyphs beyond 255 mean nothing
				return v, "a glyph that is not a number"
			}
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
				remarks.add(inner.Comment)
			}
		case c == ')':
			if depth == 0 {
				return v, `")" without "("`
			}
			p.lex.next()
			return v, ""
		case c == '}' || c == ']':
			return v, fmt.Sprintf("a stray %q", c)
		case depth == 0 && p.atNextGame(&pos):
			return v, ""
		default:
			n := len(v.Moves)
			r, why := p.word(&v, &before, &pos)
			if why != "" {
				return v, why
			}
			if len(v.Moves) > n {
				remarks.settle(&v, n)
			}
			if r != "" && depth == 0 {
				p.result = r
				return v, p.behindResult(&remarks)
			}
		}
	}
}

// atNextGame tells whether another game without tags follows although this one has no result. It
// must begin after an empty line. Its move number must be one that this game has passed already, or
// it must be White's number 1 while Black is to move here.
func (p *parser) atNextGame(pos *board.Position) bool {
	if p.tagged || !p.lex.blank {
		return false
	}
	n, white := p.lex.atNumber()
	again := 0 < n && n < pos.FullmoveNumber() // 0.5-0.5 is a result
	return again || n == 1 && white && pos.SideToMove() == board.Black
}

// behindResult reads the comments on the line of the result.
func (p *parser) behindResult(remarks *remarks) (why string) {
	for {
		c, ok := p.lex.peek()
		switch {
		case ok && opensComment(c):
			if why := remarks.read(p.lex, maxGame); why != "" || c == ';' {
				return why
			}
		case !ok || !isSpace(c) || c == '\n' || c == '\r':
			return ""
		default:
			p.lex.next()
		}
	}
}

// word reads moves, move numbers and marks up to the next white space, or a result, which it
// returns.
func (p *parser) word(v *Variation, before, pos *board.Position) (done, why string) {
	text := asText(p.lex.word())
	if r := result(text); r != "" {
		return r, ""
	}
	if k := p.promotion(text); k != "" {
		text += k + asText(p.lex.word())
	}
	for text != "" {
		var token string
		token, text = cutToken(text)
		if why := v.add(token, before, pos); why != "" {
			return "", why
		}
	}
	return "", ""
}

// promotion reads the piece of a promotion written as e8(Q). text is the part before the
// parenthesis. It returns "" if something else follows.
func (p *parser) promotion(text string) string {
	text = withoutNumber(text)
	if text == "" || text[0] < 'a' || text[0] > 'h' ||
		!strings.HasSuffix(text, "8") && !strings.HasSuffix(text, "1") {
		return ""
	}
	for _, k := range promotions {
		if p.lex.at("(" + string(k) + ")") {
			for range 3 {
				p.lex.next()
			}
			return string(k)
		}
	}
	return ""
}

// promotions are the letters of the pieces that a pawn may become.
const promotions = "QRBNqrbn"

// cutToken cuts the first token off a word, because people leave out spaces, as in 1.e4!?e5 or e4±.
// A token ends after marks of ! and ?. A character beyond ASCII is a token of its own, except for
// the … of move numbers.
func cutToken(word string) (token, rest string) {
	if first, n := utf8.DecodeRuneInString(word); first >= utf8.RuneSelf && first != '…' {
		return word[:n], word[n:]
	}
	end := len(word)
	if i := strings.IndexAny(word, "!?"); i >= 0 {
		end = i
		for end < len(word) && (word[end] == '!' || word[end] == '?') {
			end++
		}
	}
	foreign := func(r rune) bool { return r >= utf8.RuneSelf && r != '…' }
	if i := strings.IndexFunc(word[:end], foreign); i > 0 {
		end = i
	}
	return word[:end], word[end:]
}

// add adds a move, or a mark to the last move. It passes over move numbers and marks without a
// meaning. pos is the position after the last move, and before is the one before that move. Adding
// a move advances both.
func (v *Variation) add(token string, before, pos *board.Position) (why string) {
	if n, ok := marks[token]; ok {
		v.addNAG(n)
		return ""
	}
	token = withoutNumber(token)
	switch strings.TrimRight(token, "+#!?") {
	case "", "e.p.", "ep":
		v.addMark(token)
		return ""
	}
	m, err := parseMove(pos, token)
	if err != nil {
		return fmt.Sprintf("move %d: %s",
			pos.FullmoveNumber(), strings.TrimPrefix(err.Error(), "move "))
	}
	*before = *pos
	*pos = before.After(m)
	if pos.FullmoveNumber() > board.MaxFullmoveNumber {
		return fmt.Sprintf("more than %d moves", board.MaxFullmoveNumber)
	}
	v.Moves = append(v.Moves, Move{Move: m})
	v.addMark(token)
	return ""
}

// addMark adds the mark at the end of a word, if there is one, to the last move.
func (v *Variation) addMark(word string) {
	if i := strings.IndexAny(word, "!?"); i >= 0 {
		v.addNAG(marks[word[i:]])
	}
}

// asText returns a word in UTF-8 with plain hyphens.
func asText(word string) string {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return hyphens.Replace(plain([]byte(word)))
		}
	}
	return word
}

var hyphens = strings.NewReplacer("−", "-", "–", "-", "—", "-")

// marks are the glyphs that are written as text: N is a novelty, D a diagram. Invisible blanks are
// no glyph.
var marks = map[string]uint8{
	"\u00a0": 0, "\u200b": 0,
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13,
	"+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15,
	"+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19,
	"N": 146, "D": 220,
}

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

// uciPass is the null move of UCI. It is not a move number.
const uciPass = "0000"

// withoutNumber cuts a move number such as "12." or "12..." off.
func withoutNumber(s string) string {
	if s == uciPass {
		return s
	}
	afterDigits := strings.TrimLeft(s, "0123456789")
	afterDots := strings.TrimLeft(afterDigits, ".…")
	if len(afterDots) < len(afterDigits) || afterDigits == "" {
		return afterDots
	}
	return s
}

// parseMove reads a move in algebraic notation, short or long, or in UCI's.
func parseMove(pos *board.Position, text string) (board.Move, error) {
	bare := strings.TrimRight(text, "+#!?")
	switch bare {
	case "--", "Z0", uciPass:
		if pos.InCheck() {
			return board.NoMove, &board.MoveError{Got: text, FEN: pos.FEN(),
				Why: "nobody may pass in check"}
		}
		return board.NullMove, nil
	case "o-o", "o-o-o":
		bare = strings.ToUpper(bare)
	}
	bare = withPromotion(strings.TrimSuffix(bare, "ep"))
	m, err := pos.ParseSAN(bare)
	if err == nil {
		return m, nil
	}
	long, king := strings.CutPrefix(bare, "K") // castling as Ke1-g1
	long = strings.Map(func(r rune) rune {
		if strings.ContainsRune("-x:=", r) {
			return -1
		}
		return r
	}, long)
	if m, other := pos.ParseMove(long); other == nil &&
		(!king || m.From() == pos.King(pos.SideToMove())) {
		return m, nil
	}
	return board.NoMove, err
}

// withPromotion writes the end of a promotion as the standard does. People also write e8q, e8=q, or
// e8/Q.
func withPromotion(s string) string {
	if s == "" || strings.IndexByte(promotions, s[len(s)-1]) < 0 {
		return s
	}
	square := strings.TrimRight(s[:len(s)-1], "=/")
	if !strings.HasSuffix(square, "8") && !strings.HasSuffix(square, "1") {
		return s
	}
	return square + "=" + strings.ToUpper(s[len(s)-1:])
}

// remarks are comments that follow one another. They are joined all at once. Joining them one by
// one would take time proportional to the square of their number.
type remarks []string

// read reads the comment that begins here and adds it. limit is the greatest l.length that it may
// lead to. why is empty unless the comment has no closing brace.
func (r *remarks) read(l *lexer, limit int) (why string) {
	if c, _ := l.next(); c == ';' {
		r.add(l.rest(limit))
		return ""
	}
	text, closed := l.comment(limit)
	if !closed {
		return "a comment is not closed"
	}
	r.add(text)
	return ""
}

func (r *remarks) add(text string) {
	if text != "" {
		*r = append(*r, text)
	}
}

// settle makes r the comment after the n-th move of v, or before the first move if n is 0.
func (r *remarks) settle(v *Variation, n int) {
	text := strings.Join(*r, " ")
	*r = (*r)[:0]
	if n == 0 {
		v.Comment = join(v.Comment, text)
	} else if text != "" {
		m := &v.Moves[n-1]
		m.Comment = join(m.Comment, text)
	}
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
