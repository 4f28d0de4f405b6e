package analyze

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"sente/board"
)

// TestBrowserCopies: the buttons copy the position on the board and the game with its analysis,
// with the browser's clipboard and without it. The link leads to the same position. Screen readers
// are told of the copy, and of the move on the board when a line is shown.
func TestBrowserCopies(t *testing.T) {
	page, games := browserPage(t)
	c := startChromium(t)
	c.window(1366, 900, "light")
	c.call("Browser.grantPermissions",
		map[string]any{"permissions": []string{"clipboardReadWrite", "clipboardSanitizedWrite"}},
		nil)
	for _, old := range []bool{false, true} {
		c.open(page + "#game=2&ply=0")
		if old {
			value[any](c,
				`navigator.clipboard.writeText = () => { throw new Error('not here'); }, null`)
		}
		c.checkCopied(old, "#copy-fen", games[1].Positions[0].FEN())
		c.key("ArrowRight")
		c.checkCopied(old, "#copy-fen", games[1].Positions[1].FEN())
		at := games[1].Positions[1]
		for i, m := range games[1].Found[1].Line { // en passant, promotions, castling
			at = at.After(m)
			value[any](c, `[...document.querySelectorAll('#panel .line')].at(-1)`+
				`.querySelectorAll('button')[%d].click()`, i)
			c.checkTold(`document.activeElement.getAttribute('aria-current')`, "true")
			const label = `document.querySelector('#board').getAttribute('aria-label')` +
				`.split(',')[0]`
			c.checkTold(label, "Board of a line")
			c.checkCopied(old, "#copy-fen", at.FEN())
		}
		text := c.copied("#copy-pgn")
		read := readGames(t, text)
		if len(read) != 1 || len(read[0].Moves) != len(games[1].Moves) ||
			read[0].Start.FEN() != games[1].Positions[0].FEN() ||
			!strings.Contains(text, "[%eval ") ||
			!strings.Contains(text, `[Annotator "Sente <test>"]`) {
			t.Errorf("old way %t: copied %q", old, text)
		}
	}
	for _, tc := range []struct {
		address, key, variant, query string
		at                           *board.Position
	}{
		{"#game=1&ply=7", "ArrowRight", "standard", "", &games[0].Positions[8]},
		{"#game=1&ply=8", "f", "standard", "color=black", &games[0].Positions[8]},
		{"#game=3&ply=0", "ArrowRight", "chess960", "", &games[2].Positions[1]},
	} {
		c.open(page + tc.address)
		c.key(tc.key)
		link := value[[]string](c,
			`(e => [e.href, e.target, e.rel])(document.querySelector('#lichess'))`)
		u, err := url.Parse(link[0])
		if err != nil {
			t.Fatal(err)
		}
		want := "/analysis/" + tc.variant + "/" + strings.ReplaceAll(tc.at.FEN(), " ", "_")
		if u.Scheme != "https" || u.Host != "lichess.org" || u.Path != want ||
			u.RawQuery != tc.query || link[1] != "_blank" || link[2] != "noopener noreferrer" {
			t.Errorf("%s: the link is %q, want %s?%s", tc.address, link, want, tc.query)
		}
	}
	c.checkQuiet(page)
}

func (c *chromium) copied(button string) string {
	c.t.Helper()
	c.await(`navigator.clipboard.write([new ClipboardItem({'text/plain': 'nothing'})])`)
	c.clickOn(button)
	for range 100 {
		if value[bool](c, `document.querySelector(%q).classList.contains('done')`, button) {
			return c.await(`navigator.clipboard.readText()`)
		}
		c.await(`new Promise(done => setTimeout(done, 20))`)
	}
	c.t.Errorf("%s never says that it has copied", button)
	return ""
}

func (c *chromium) checkCopied(old bool, button, want string) {
	c.t.Helper()
	if got := c.copied(button); got != want {
		c.t.Errorf("old way %t: %s copies %q, want %q", old, button, got, want)
	}
	c.checkTold(`document.querySelector('#told').textContent`, "Copied.")
}

// checkTold checks what a screen reader would say.
func (c *chromium) checkTold(script, want string) {
	c.t.Helper()
	if got := value[string](c, "%s", script); got != want {
		c.t.Errorf("%s is %q, want %q", script, got, want)
	}
}

// TestBrowserArrows: a move that lost something has three arrows: the move played, the better move,
// and the best move now. The better line and its score are shown too. Any other move has one arrow.
func TestBrowserArrows(t *testing.T) {
	url, games := browserPage(t)
	c := startChromium(t)
	c.window(1366, 900, "light")
	c.open(url + "#game=1&ply=0")
	g := games[0]
	arrows := func() []string {
		return value[[]string](c, `[...document.querySelectorAll('#board .arrow')].map(e => `+
			`e.classList[1] + ' ' + e.dataset.arrow)`)
	}
	of := func(kind string, m board.Move) string {
		return kind + " " + m.From().String() + kingsGoal(m).String()
	}
	lost := 0
	for ply := range g.Found {
		var want []string
		if ply > 0 && round1(g.Moves[ply-1].Lost) > 0 {
			lost++
			want = append(want, of("was-played", g.Moves[ply-1].Move),
				of("was-better", g.Found[ply-1].Line[0]))
			line := value[string](c, `document.querySelector('#panel .line').textContent`)
			better := "Better" + scoreText(g.Found[ply-1].Score) + " " +
				numbered(&g.Positions[ply-1]) + " " + g.Positions[ply-1].SAN(g.Found[ply-1].Line[0])
			if !strings.HasPrefix(line, better) {
				t.Errorf("half-move %d: the better line is %q, want %q", ply, line, better)
			}
		}
		if len(g.Found[ply].Line) > 0 {
			want = append(want, of("best-now", g.Found[ply].Line[0]))
		}
		if got := arrows(); !slices.Equal(got, want) {
			t.Errorf("half-move %d: arrows %q, want %q", ply, got, want)
		}
		c.key("ArrowRight")
	}
	if lost == 0 {
		t.Fatal("no move of the game lost anything")
	}
	c.key("ArrowLeft")
	c.key("a")
	if got := arrows(); len(got) > 0 {
		t.Errorf("switched off there are arrows %q", got)
	}
	c.clickOn("#arrows")
	if got := arrows(); len(got) == 0 {
		t.Error("switched on again there are no arrows")
	}
	c.checkQuiet(url)
}

// TestBrowserTouch: a finger swipes over the board and drags along the curve.
func TestBrowserTouch(t *testing.T) {
	url, games := browserPage(t)
	c := startChromium(t)
	c.window(390, 844, "light")
	c.open(url + "#game=1&ply=4")
	b := c.visible("#board")
	x, y := float64(b.Min.X+b.Dx()/2), float64(b.Min.Y+b.Dy()/2)
	c.drag(x+60, y, x-60, y+5)
	c.checkMove(games[0], 5)
	c.drag(x-60, y, x+60, y+5)
	c.checkMove(games[0], 4)
	c.drag(x, y, x+15, y+2) // too short
	c.checkMove(games[0], 4)
	c.drag(x, y, x, y)
	c.checkMove(games[0], 4)
	curve := c.box("#curve")
	c.drag(curve.X+20, curve.Y+40, curve.X+curve.Width-8, curve.Y+42)
	c.checkMove(games[0], len(games[0].Moves))
	c.clickOn("#first")
	next := c.box("#next")
	c.tap(next.X+next.Width/2, next.Y+next.Height/2)
	c.checkMove(games[0], 1)
	c.checkQuiet(url)
}

// TestBrowserWithoutAddress: after many calls in a few seconds browsers refuse to change the
// address. The page must go on all the same.
func TestBrowserWithoutAddress(t *testing.T) {
	page, games := browserPage(t)
	c := startChromium(t)
	c.open(page)
	value[any](c, `history.replaceState = () => { throw new DOMException('too often', `+
		`'SecurityError'); }, null`)
	c.key("ArrowRight")
	if got, want := c.shown(), placement(&games[0].Positions[1]); got != want {
		t.Errorf("the board shows %s, want %s", got, want)
	}
}

// TestBrowserChooserFocus: after a game was chosen, the arrow keys step through it, although the
// list of games still has the focus.
func TestBrowserChooserFocus(t *testing.T) {
	page, games := browserPage(t)
	c := startChromium(t)
	c.open(page)
	value[any](c, `document.querySelector('#games').focus()`)
	c.key("ArrowRight")
	c.checkMove(games[0], 1)
	c.key("ArrowLeft")
	c.checkMove(games[0], 0)
}
