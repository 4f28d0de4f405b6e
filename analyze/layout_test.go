package analyze

import (
	"fmt"
	"image"
	"strings"
	"testing"
)

// sizes are the windows that the page is tested in: a laptop, a tablet, a phone, the smallest phone
// there is, and a phone on its side.
var sizes = []struct {
	name          string
	width, height int
	scheme        string
	stays         bool // the board stays in view while the page scrolls
}{
	{"laptop", 1366, 900, "light", false},
	{"tablet", 820, 1180, "dark", false},
	{"phone", 390, 844, "light", true},
	{"small phone", 320, 568, "dark", true},
	{"lying phone", 844, 390, "light", true},
}

// overflowing finds, at every half-move of a game, the page's elements that reach beyond the window
// or are too narrow for their content.
const overflowing = `(() => {
	const out = [];
	const look = ply => {
		for (const e of document.querySelectorAll('body *')) {
			if (e.ownerSVGElement) continue;
			const r = e.getBoundingClientRect();
			if (!r.width) continue;
			const name = 'half-move ' + ply + ': ' + e.tagName + '#' + e.id + '.' + ` +
	`e.className + ' ' + e.textContent.slice(0, 20);
			if (r.right > innerWidth + 0.5 || r.left < -0.5) ` +
	`out.push(name + ' reaches from ' + r.left + ' to ' + r.right);
			if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline') ` +
	`out.push(name + ' holds ' + e.scrollWidth + ' in ' + e.clientWidth);
		}
		if (document.documentElement.scrollWidth > innerWidth) ` +
	`out.push('the page is ' + document.documentElement.scrollWidth + ' wide');
	};
	look(0);
	for (let ply = 1; !document.querySelector('#next').disabled && out.length < 5; ply++) {
		document.querySelector('#next').click();
		look(ply);
	}
	return out;
})()`

// visible returns where an element is in the window, as the page is scrolled now.
func (c *chromium) visible(selector string) image.Rectangle {
	c.t.Helper()
	b := value[box](c, `(() => { const r = document.querySelector(%q).getBoundingClientRect(); `+
		`return {X: r.x, Y: r.y, Width: r.width, Height: r.height}; })()`, selector)
	return image.Rect(int(b.X), int(b.Y), int(b.X+b.Width), int(b.Y+b.Height))
}

// TestBrowserSizes: at every size nothing overflows, and the important parts are visible.
func TestBrowserSizes(t *testing.T) {
	url, games := browserPage(t)
	c := startChromium(t)
	for _, size := range sizes {
		window := image.Rect(0, 0, size.width, size.height)
		c.window(size.width, size.height, size.scheme)
		for n := range games[:4] { // the fourth's names are one long word
			c.open(fmt.Sprintf("%s#game=%d&ply=0", url, n+1))
			if over := value[[]string](c, overflowing); len(over) > 0 {
				t.Errorf("%s, game %d: %s", size.name, n+1, strings.Join(over, "; "))
			}
		}
		c.open(url + "#game=1&ply=14")
		c.screenshot()
		for _, button := range []string{"#next", "#flip", "#copy-fen", "#lichess"} {
			if r := c.visible(button); r.Dx() < 40 || r.Dy() < 34 {
				t.Errorf("%s: %s is %v, too small for a finger", size.name, button, r.Size())
			}
		}
		board := c.visible("#board")
		if board.Dx() < 280 || board.Dx() != board.Dy() {
			t.Errorf("%s: the board is %v", size.name, board.Size())
		}
		if !size.stays {
			for _, seen := range []string{
				"#curve", "#board", "#controls", "#panel", "#actions", "#moves button.on",
			} {
				if r := c.visible(seen); !r.In(window) {
					t.Errorf("%s: %s is at %v, not within %v", size.name, seen, r, window)
				}
			}
			continue
		}
		last := len(games[0].Moves)
		value[any](c, `document.querySelector('#moves').lastChild`+
			`.scrollIntoView({block: 'end', behavior: 'instant'})`)
		c.screenshot()
		list, board, buttons := c.visible("#moves button:last-of-type"), c.visible("#board"),
			c.visible("#controls")
		if !list.In(window) || !board.In(window) || !buttons.In(window) || list.Overlaps(board) ||
			list.Overlaps(buttons) {
			t.Errorf("%s: scrolled down, the last move is at %v, the board at %v, "+
				"its buttons at %v in a window of %v", size.name, list, board, buttons, window)
		}
		c.tap(float64(list.Min.X+20), float64(list.Min.Y+list.Dy()/2))
		c.checkMove(games[0], last)
		if after := c.visible("#board"); !after.In(window) {
			t.Errorf("%s: with the last move chosen the board is at %v", size.name, after)
		}
	}
	c.checkQuiet(url)
}

// TestBrowserPrints: on paper the whole game is there, and no buttons.
func TestBrowserPrints(t *testing.T) {
	url, games := browserPage(t)
	c := startChromium(t)
	c.window(718, 1000, "dark") // A4 less its margins
	c.open(url + "#game=1&ply=14")
	c.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
	c.screenshot()
	for _, gone := range []string{"#controls", "#actions", "#chooser", "#help"} {
		if r := c.visible(gone); !r.Empty() {
			t.Errorf("%s is printed at %v", gone, r)
		}
	}
	ground := value[string](c, `getComputedStyle(document.body).backgroundColor`)
	if ground != "rgb(255, 255, 255)" {
		t.Errorf("the paper is %s", ground)
	}
	shown := value[int](c, `[...document.querySelectorAll('#moves button')]`+
		`.filter(b => b.getClientRects().length && !b.closest('[hidden]')).length`)
	if shown != len(games[0].Moves) {
		t.Errorf("%d of %d moves are printed", shown, len(games[0].Moves))
	}
	if value[bool](c,
		`(e => e.scrollHeight > e.clientHeight + 1)(document.querySelector('#moves'))`) {
		t.Error("the list of moves is cut")
	}
	if wide := value[int](c, `document.documentElement.scrollWidth`); wide > 718 {
		t.Errorf("the page is %d wide on paper of 718", wide)
	}
	var pdf struct{ Data []byte }
	c.call("Page.printToPDF",
		map[string]any{"printBackground": true, "paperWidth": 8.27, "paperHeight": 11.69}, &pdf)
	c.keep(".pdf", pdf.Data)
	if pages := strings.Count(string(pdf.Data), "/Type /Page\n"); pages != 1 {
		t.Errorf("a short game takes %d pages, want 1", pages)
	}
	c.checkQuiet(url)
}
