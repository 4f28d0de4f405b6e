package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"sente/board"
	"sente/internal/bom"
	"sente/internal/compressed"
)

// lexer reads bytes and knows where in the file they stand.
type lexer struct {
	r      *bufio.Reader
	line   int  // of the next byte, from 1
	start  bool // the next byte is the first of its line
	blank  bool // and the line before it was empty
	length int  // bytes read of this game, or between games
	err    error
}

func newLexer(r io.Reader) *lexer {
	return &lexer{r: bufio.NewReaderSize(r, 1<<16), line: 1, start: true, blank: true}
}

// next returns the next byte; every kind of line end is one '\n'. At the end it returns false.
func (l *lexer) next() (byte, bool) {
	c, err := l.r.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			l.err = err
		}
		return 0, false
	}
	l.length++
	if c == '\r' {
		if after, _ := l.r.Peek(1); len(after) > 0 && after[0] == '\n' {
			l.r.Discard(1)
		}
		c = '\n'
	}
	if c == '\n' {
		l.blank = l.start
		l.line++
	}
	l.start = c == '\n'
	return c, true
}

// peek returns the byte that next will return, '\r' as it is. It passes over byte order marks,
// which may stand anywhere once files are joined.
func (l *lexer) peek() (byte, bool) {
	c, err := l.r.Peek(1)
	for len(c) > 0 && c[0] == bom.UTF8[0] && l.at(bom.UTF8) {
		l.r.Discard(len(bom.UTF8))
		c, err = l.r.Peek(1)
	}
	if len(c) == 0 {
		if !errors.Is(err, io.EOF) {
			l.err = err
		}
		return 0, false
	}
	if l.line == 1 && l.start {
		start, _ := l.r.Peek(compressed.Start)
		if foreign := notText(start); foreign != nil {
			l.err = foreign
			return 0, false
		}
	}
	return c[0], true
}

// notText tells by a file's first bytes why it can't be read. It returns nil if it is text.
func notText(start []byte) error {
	switch {
	case bom.IsUTF16(string(start)):
		return bom.ErrUTF16
	case compressed.Of(start) != compressed.None:
		return compressed.Err
	}
	return nil
}

// at tells whether the next bytes are s.
func (l *lexer) at(s string) bool {
	b, _ := l.r.Peek(len(s))
	return string(b) == s
}

// skipSpace passes over white space and lines that begin with '%', which are for other programs.
func (l *lexer) skipSpace() {
	for {
		switch c, ok := l.peek(); {
		case !ok:
			return
		case c == '%' && l.start:
			l.skipLine()
		case isSpace(c):
			l.next()
		default:
			return
		}
	}
}

// skipLine passes over the rest of the line, and tells whether its last word is a result.
func (l *lexer) skipLine() bool {
	const longest = len("1/2-1/2")
	var word []byte
	over := false // the word has ended
	for c, ok := l.next(); ok && c != '\n'; c, ok = l.next() {
		switch {
		case isSpace(c):
			over = true
		case over:
			word, over = append(word[:0], c), false
		case len(word) <= longest:
			word = append(word, c)
		}
	}
	return result(string(word)) != ""
}

// skipGame passes over the rest of a broken game, line by line. It stops before
//
//   - the first tag of a header;
//   - any tag after a line that ends in a result;
//   - if the broken game has no tags: move number 1 of White, after an empty line or after a line
//     that ends in a result;
//   - if the broken game has no tags: an empty line or a move without a number, after a line that
//     ends in a result.
func (l *lexer) skipGame(tagged bool) {
	for ended := false; !l.atHeader(); ended = l.skipLine() {
		c, ok := l.peek()
		switch {
		case !ok || ended && l.atTag():
			return
		case tagged || !ended && !l.blank:
			continue // don't look further ahead: a pipe may not have written that far yet
		case ended && (c == '\n' || c == '\r' || isLetter(c) && !l.atProse()):
			return
		}
		if n, white := l.atNumber(); n == 1 && white {
			return
		}
	}
}

// atNumber returns the move number that the line begins with, 0 if it does not begin with one. It
// also tells whether the number has one dot, like White's.
func (l *lexer) atNumber() (n int, white bool) {
	if !l.start {
		return 0, false
	}
	b, _ := l.r.Peek(maxWord)
	digits, behind, dot := strings.Cut(string(b), ".")
	n, err := strconv.Atoi(digits)
	if !dot || err != nil {
		return 0, false
	}
	behind = strings.TrimLeft(behind, " ")
	return n, !strings.HasPrefix(behind, ".") && !strings.HasPrefix(behind, "…")
}

// atProse tells whether a line of text follows between games, and not a game without tags, which
// begins with a move number, a move or a result.
func (l *lexer) atProse() bool {
	b, _ := l.r.Peek(4 * maxWord)
	if i := bytes.IndexAny(b, "\r\n{(;$["); i >= 0 {
		b = b[:i]
	}
	start := board.Start()
	for i, word := range strings.Fields(string(b)) {
		text := withoutNumber(word)
		switch {
		case result(word) != "":
			return false
		case i == 0 && (text == "" && !strings.ContainsAny(word, ".…") || word == uciPass):
			continue // a move number, or a year
		case text != word: // a number with a dot; if a digit follows, a date or a decimal
			return text != "" && '0' <= text[0] && text[0] <= '9'
		}
		token, _ := cutToken(text)
		_, err := parseMove(&start, token)
		return err != nil
	}
	return true
}

// atHeader tells whether a game's first tag follows: one named Event, or any after an empty line.
func (l *lexer) atHeader() bool {
	return l.start && l.atTag() && (l.blank || l.at("[Event "))
}

// atTag tells whether a tag follows. A clock, which a comment may have at the start of a line, has
// no letter after the bracket.
func (l *lexer) atTag() bool {
	if c, _ := l.peek(); c != '[' {
		return false
	}
	b, _ := l.r.Peek(2)
	return len(b) > 1 && isLetter(b[1])
}

// atNextHeader tells whether the next tag belongs to another game than g, whose header is being
// read. It does if it is named Event, and follows an empty line or g has an Event already. It also
// does if it follows a comment and an empty line.
func (l *lexer) atNextHeader(g *Game, commented bool) bool {
	return l.at("[Event ") && (l.blank || g.has("Event")) || commented && l.start && l.blank
}

// word reads up to white space or to one of the characters that are words of their own.
func (l *lexer) word() string {
	var b []byte
	for {
		c, ok := l.peek()
		if !ok || isSpace(c) || bytes.IndexByte([]byte("{}()[];$"), c) >= 0 {
			return string(b)
		}
		if len(b) == maxWord {
			return string(b)
		}
		l.next()
		b = append(b, c)
	}
}

// maxWord bounds the text of a move, in bytes.
const maxWord = 64

// comment reads a comment and its closing brace. It returns false if there is no closing brace in
// this game.
func (l *lexer) comment(limit int) (string, bool) {
	var b []byte
	for {
		if l.start && l.blank && l.atHeader() || l.length > limit {
			return "", false
		}
		c, ok := l.next()
		switch {
		case !ok:
			return "", false
		case c == '}':
			return plain(b), true
		}
		b = append(b, c)
	}
}

// rest reads the rest of the line.
func (l *lexer) rest(limit int) string {
	var b []byte
	for l.length <= limit {
		c, ok := l.next()
		if !ok || c == '\n' {
			break
		}
		b = append(b, c)
	}
	return plain(b)
}

// windows1252 is what the bytes 0x80 to 0x9f mean in Windows-1252, a space if they mean nothing.
var windows1252 = [32]rune([]rune("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"))

// plain returns text in one line, its words separated by single spaces. Text that is not UTF-8 is
// read as Latin-1, the standard's own alphabet, with the letters and marks that Windows-1252 adds.
// Control characters become spaces.
func plain(b []byte) string {
	var s string
	if utf8.Valid(b) {
		s = string(b)
	} else {
		runes := make([]rune, len(b))
		for i, c := range b {
			runes[i] = rune(c)
			if c >= 0x80 && c < 0xa0 {
				runes[i] = windows1252[c-0x80]
			}
		}
		s = string(runes)
	}
	return strings.Join(strings.FieldsFunc(s, isBlank), " ")
}

// isBlank tells white space of the standard's alphabet and control characters from text.
func isBlank(r rune) bool { return r <= ' ' || r >= 0x7f && r < 0xa0 }

func isSpace(c byte) bool { return c <= ' ' }

// opensComment tells whether c begins a comment, to a closing brace or to the end of the line.
func opensComment(c byte) bool { return c == '{' || c == ';' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func inTagName(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' || c == '_' || c == '-' }

// isTagName tells whether a reader accepts s as the name of a tag.
func isTagName(s string) bool {
	foreign := func(r rune) bool { return r >= utf8.RuneSelf || !inTagName(byte(r)) }
	return s != "" && len(s) < maxWord && strings.IndexFunc(s, foreign) < 0
}
