package analyze

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sente/board"
)

var screenshots = flag.String("screenshots", "",
	"folder for pictures of what the browser tests saw")

// browserGames hold every kind of move, Chess960's castling among them.
const browserGames = `[White "Morphy"]
[Black "Duke & Count"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 ` +
	`8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 {[%clk 0:01:02] oh} 12. O-O-O Rd8 13. Rxd7 Rxd7 ` +
	`14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[FEN "4k3/P6p/8/8/3p4/8/2P5/4K2R w K - 5 17"]

17. c4 dxc3 18. a8=N Ke7 19. O-O h5 20. Rf2 *

[Variant "Chess960"]
[FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 b GBgb - 0 30"]

30... O-O 31. O-O-O *`

// browserPage writes a page with the games and with hostile texts. It returns the page's address.
func browserPage(t *testing.T) (url string, games []*Game) {
	t.Helper()
	a := newAnalyzer(400)
	for _, g := range readGames(t, browserGames) {
		judged, err := a.Game(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, judged)
	}
	// Best lines with en passant, castling and promotion.
	for i, line := range map[int]string{
		0: "17. c4 dxc3 18. a8=Q+ Ke7 19. O-O *",
		1: "17... dxc3 18. a8=N c2 19. O-O c1=Q *",
	} {
		fen := games[1].Positions[i].FEN()
		games[1].Found[i].Line = nil
		for _, m := range readGames(t, "[FEN \""+fen+"\"]\n\n"+line)[0].Moves {
			games[1].Found[i].Line = append(games[1].Found[i].Line, m.Move)
		}
	}
	games[2].Found[0].Line = []board.Move{games[2].Moves[0].Move, games[2].Moves[1].Move}
	for _, text := range hostile {
		games = append(games, hostileGame(t, text))
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, []byte(page(t, games...)), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + path, games
}

// shown returns the pieces on the page's board in the form of a FEN.
func (c *chromium) shown() string {
	c.t.Helper()
	men := value[map[string]string](c, `Object.fromEntries(`+
		`[...document.querySelectorAll('#board [data-piece]')]`+
		`.map(e => [e.dataset.square, e.dataset.piece]))`)
	return placementOf(func(s board.Square) string { return men[s.String()] })
}

func placementOf(man func(s board.Square) string) string {
	var b strings.Builder
	for s := range board.NoSquare {
		if m := man(s.Flip()); m != "" {
			b.WriteString(m)
		} else {
			b.WriteByte('.')
		}
	}
	return b.String()
}

func placement(p *board.Position) string {
	return placementOf(func(s board.Square) string { return p.PieceOn(s).String() })
}

// checkMove checks that the page shows game g at a half-move.
func (c *chromium) checkMove(g *Game, ply int) {
	c.t.Helper()
	if got, want := c.shown(), placement(&g.Positions[ply]); got != want {
		c.t.Errorf("half-move %d: the board shows %s, want %s", ply, got, want)
	}
	state := value[[]string](c,
		`[location.hash.match(/ply=(\d+)/)[1], document.querySelectorAll('#moves button.on').length,
		document.querySelector('#moves button.on')?.firstChild.textContent ?? '',
		[...document.querySelectorAll('#board .played')].map(e => e.dataset.square)`+
			`.sort().join(' ')].map(String)`)
	want := []string{fmt.Sprint(ply), "0", "", ""}
	if ply > 0 {
		before, m := &g.Positions[ply-1], g.Moves[ply-1].Move
		to := m.To()
		if m.IsCastle() {
			to = g.Positions[ply].King(before.SideToMove())
		}
		squares := []string{m.From().String(), to.String()}
		slices.Sort(squares)
		want = []string{fmt.Sprint(ply), "1", before.SAN(m), strings.Join(squares, " ")}
	}
	if !slices.Equal(state, want) {
		c.t.Errorf("half-move %d: half-move in the address, moves lit, "+
			"its text and squares lit are %q, want %q", ply, state, want)
	}
}

// TestBrowserSteps walks through games by keys, buttons, moves, the curve and the critical moments.
func TestBrowserSteps(t *testing.T) {
	url, games := browserPage(t)
	c := startChromium(t)
	c.window(1200, 1000, "light")
	c.open(url)
	g := games[0]
	c.checkMove(g, 0)
	for ply := 1; ply < len(g.Positions); ply++ {
		c.key("ArrowRight")
		c.checkMove(g, ply)
	}
	c.key("ArrowRight") // there is no further move
	c.checkMove(g, len(g.Moves))
	c.key("ArrowLeft")
	c.checkMove(g, len(g.Moves)-1)
	c.key("Home")
	c.checkMove(g, 0)
	c.key("End")
	c.checkMove(g, len(g.Moves))
	c.clickOn("#first")
	c.checkMove(g, 0)
	c.clickOn("#next")
	c.clickOn("#next")
	c.checkMove(g, 2)
	c.clickOn("#back")
	c.checkMove(g, 1)
	c.clickOn("#last")
	c.checkMove(g, len(g.Moves))
	c.clickOn("#moves button:nth-of-type(22)")
	c.checkMove(g, 22)
	text := value[string](c, `document.querySelector('#panel').textContent`)
	if !strings.Contains(text, "0:01:02") || !strings.Contains(text, "oh") {
		t.Errorf("clock and comment are missing in %q", text)
	}
	curve := c.box("#curve")
	c.click(curve.X+curve.Width/2, curve.Y+20)
	ply := value[int](c, `Number(location.hash.match(/ply=(\d+)/)[1])`)
	if ply < len(g.Moves)/2-1 || ply > len(g.Moves)/2+1 {
		t.Errorf("the middle of the curve is half-move %d of %d", ply, len(g.Moves))
	}
	moments := g.Moments()
	if len(moments) == 0 {
		t.Fatal("the game has no critical moment")
	}
	c.clickOn("#moments button")
	c.checkMove(g, moments[0].Index+1)
	c.key("Home")
	c.key("c")
	c.checkMove(g, moments[0].Index+1)

	king := g.Positions[moments[0].Index+1].King(board.White)
	// place returns where White's king is on the board, in squares from the upper left corner.
	place := func() []float64 {
		return value[[]float64](c,
			`(() => { const b = document.querySelector('#board').getBoundingClientRect();
			const k = document.querySelector('#board [data-piece][data-square="%v"]')`+
				`.getBoundingClientRect();
			return [(k.x + k.width / 2 - b.x) / b.width * 8, `+
				`(k.y + k.height / 2 - b.y) / b.height * 8]; })()`, king)
	}
	x, y := float64(king.File()), 7-float64(king.Rank())
	for _, want := range [][2]float64{{x + 0.5, y + 0.5}, {7.5 - x, 7.5 - y}} { // and then turned
		if got := place(); math.Abs(got[0]-want[0]) > 0.3 || math.Abs(got[1]-want[1]) > 0.3 {
			t.Errorf("the king of %v stands at %.2f, want %.2f", king, got, want)
		}
		c.key("f")
	}
	c.checkMove(g, moments[0].Index+1)
	c.checkQuiet(url)
}

// TestBrowserGames looks at every half-move of the other games, by address. It also plays through
// lines on the board.
func TestBrowserGames(t *testing.T) {
	url, games := browserPage(t)
	c := startChromium(t)
	c.window(1200, 1000, "light")
	c.open(url + "#game=2&ply=3")
	c.checkMove(games[1], 3)
	for n, g := range games[1:3] {
		for ply := range g.Positions {
			value[any](c, `location.hash = '#game=%d&ply=%d', `+
				`window.dispatchEvent(new HashChangeEvent('hashchange')), null`, n+2, ply)
			c.checkMove(g, ply)
			at := g.Positions[ply]
			for i, m := range g.Found[ply].Line[:min(len(g.Found[ply].Line), shownLine)] {
				value[any](c, `[...document.querySelectorAll('#panel .line')].at(-1)`+
					`.querySelectorAll('button')[%d].click()`, i)
				at = at.After(m)
				if got, want := c.shown(), placement(&at); got != want {
					t.Errorf("game %d, half-move %d: after %d moves of the best line the board "+
						"shows %s, want %s", n+2, ply, i+1, got, want)
				}
			}
		}
	}
	value[any](c, `document.querySelector('#games').value = '0', `+
		`document.querySelector('#games').dispatchEvent(new Event('change')), null`)
	c.checkMove(games[0], 0)
	names := value[string](c, `document.querySelector('#info').textContent`)
	if !strings.Contains(names, "Morphy") || !strings.Contains(names, "C41") {
		t.Errorf("the page tells %q of a game of Morphy's", names)
	}
	c.checkQuiet(url)
}

// TestBrowserHostileText: a game's text is shown as text and never becomes part of the page.
func TestBrowserHostileText(t *testing.T) {
	url, games := browserPage(t)
	c := startChromium(t)
	c.open(url)
	elements := 0
	for i, text := range hostile {
		n := len(games) - len(hostile) + i
		value[any](c, `location.hash = '#game=%d&ply=1', `+
			`window.dispatchEvent(new HashChangeEvent('hashchange')), null`, n+1)
		name := value[string](c, `document.querySelector('#white .name').firstChild.textContent`)
		comment := value[string](c, `document.querySelector('#panel .comment').textContent`)
		option := value[string](c, `document.querySelector('#games').options[%d].textContent`, n)
		if name != text || comment != text || !strings.Contains(option, text) {
			t.Errorf("%q is shown as the name %q, the comment %q and the choice %q",
				text, name, comment, option)
		}
		count := value[int](c, `document.querySelectorAll('body *').length`)
		if elements != 0 && count != elements {
			t.Errorf("%q changes the page from %d elements to %d", text, elements, count)
		} else {
			elements = count
		}
	}
	c.checkQuiet(url)
}

// TestBrowserDraws looks at the picture: squares, men and curve. It does so in a wide window and on
// a phone, in light and in dark colours.
func TestBrowserDraws(t *testing.T) {
	url, games := browserPage(t)
	c := startChromium(t)
	for _, w := range []struct {
		width, height int
		scheme        string
	}{{1200, 1000, "light"}, {390, 844, "dark"}} {
		c.window(w.width, w.height, w.scheme)
		c.open(url + "#game=1&ply=22")
		if wide := value[int](c, `document.documentElement.scrollWidth`); wide > w.width {
			t.Errorf("the page is %d pixels wide in a window of %d", wide, w.width)
		}
		c.checkPicture(w.scheme, &games[0].Positions[22])
		b := c.box("#curve")
		c.checkCurve(w.scheme, games[0], c.screenshot(), b)
		room := float64(w.width) // beside the board; on a phone below it
		if board := c.box("#board"); w.width > 600 {
			room -= board.X + board.Width
		}
		if b.Width < room*0.8 {
			t.Errorf("the curve is %v pixels wide where %v are free", b.Width, room)
		}
	}
	const dark = "rgb(23, 25, 28)"
	light := value[string](c, `getComputedStyle(document.body).backgroundColor`)
	if light != dark {
		t.Errorf("by night the page is %s, want %s", light, dark)
	}
}

// checkPicture compares the middle of each square with its edge. They must differ exactly where a
// man stands.
func (c *chromium) checkPicture(scheme string, p *board.Position) {
	c.t.Helper()
	b := c.box("#board")
	shot := c.screenshot()
	size := b.Width / 8
	for s := range board.NoSquare {
		left, top := b.X+size*float64(s.File()), b.Y+size*float64(7-s.Rank())
		ground := shot.At(int(left+size*.08), int(top+size*.6))
		different := 0
		for dy := .35; dy < .9; dy += .05 {
			for dx := .3; dx < .75; dx += .05 {
				if distance(shot.At(int(left+size*dx), int(top+size*dy)), ground) > 40 {
					different++
				}
			}
		}
		stands := p.PieceOn(s) != board.NoPiece
		onArrow := s == board.C1 || s == board.D1 // the best move, castling, has an arrow
		if stands != (different > 12) && !onArrow {
			c.t.Errorf("%s: on %v %d points differ from its ground, with %v on it",
				scheme, s, different, p.PieceOn(s))
		}
	}
}

// checkCurve checks that the colours below and above the curve differ, at the height that the
// chances give.
func (c *chromium) checkCurve(scheme string, g *Game, shot image.Image, b box) {
	c.t.Helper()
	above, below := shot.At(int(b.X+12), int(b.Y+3)), shot.At(int(b.X+12), int(b.Y+b.Height-20))
	if distance(above, below) < 100 {
		c.t.Fatalf("%s: the curve parts %v from %v", scheme, above, below)
	}
	looked := 0
	for i := range g.Found {
		win := WinPercent(g.Found[i].Score)
		x := b.X + 8 + (b.Width-16)*float64(i)/float64(len(g.Found)-1)
		y := b.Y + b.Height*(100-win)/100
		steep := i > 0 && math.Abs(WinPercent(g.Found[i-1].Score)-win) > 10 ||
			i+1 < len(g.Found) && math.Abs(WinPercent(g.Found[i+1].Score)-win) > 10
		if i == 22 || steep { // the line that marks the move, or no room beside the curve
			continue
		}
		looked++
		if y > b.Y+14 && distance(shot.At(int(x), int(y-10)), above) > 30 {
			c.t.Errorf("%s: half-move %d, %.1f%%: no %v above the curve", scheme, i, win, above)
		}
		if y < b.Y+b.Height-24 && distance(shot.At(int(x), int(y+9)), below) > 30 &&
			distance(shot.At(int(x)-2, int(y+11)), below) > 30 {
			c.t.Errorf("%s: half-move %d, %.1f%%: no %v below the curve", scheme, i, win, below)
		}
	}
	if looked < len(g.Found)/3 {
		c.t.Errorf("%s: only %d of %d points of the curve could be looked at",
			scheme, looked, len(g.Found))
	}
}

// distance returns the sum of the differences in red, green and blue, each up to 255.
func distance(a, b color.Color) int {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	sum := 0
	for _, d := range []int{int(r1) - int(r2), int(g1) - int(g2), int(b1) - int(b2)} {
		sum += max(d, -d) >> 8
	}
	return sum
}
