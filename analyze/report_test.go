package analyze

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sente/pgn"
)

func page(t tester, games ...*Game) string {
	t.Helper()
	r := Report{Generator: "Sente <test>"}
	for _, g := range games {
		r.Add(g)
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// pageData returns the games that are in a page.
func pageData(t tester, page string) []pageGame {
	t.Helper()
	_, data, _ := strings.Cut(page, `id="data">`)
	data, _, _ = strings.Cut(data, "</script>")
	var v struct{ Games []pageGame }
	if err := json.Unmarshal([]byte(data), &v); err != nil {
		t.Fatal(err)
	}
	return v.Games
}

// hostile are texts that would do harm in a page that trusted them.
var hostile = []string{
	`</script><script>steal()</script>`, `<img src=x onerror=steal()>`, `"><svg onload=steal()>`,
	`<!-- <script>`, `]]>`, `javascript:steal()`, `';steal();'`, "`${steal()}`",
	`{{.Generator}}`, `<b>bold</b>`, "\u2028steal()", `&lt;i&gt;`, `\u003cscript\u003e`,
}

// hostileGame returns a game in which every text is hostile.
func hostileGame(t tester, text string) *Game {
	// Nobody may castle. Otherwise the game would get an opening's name, which is our own text.
	g := readGames(t,
		"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 9\"]\n\n9. e4 e5 10. Nf3 *")[0]
	for _, name := range []string{
		"White", "Black", "WhiteElo", "BlackElo", "Event", "Site", "Date", "Round",
		"ECO", "Opening",
	} {
		g.SetTag(name, text)
	}
	g.Comment, g.Result = text, text
	for i := range g.Moves {
		g.Moves[i].Comment = "[%clk " + strings.ReplaceAll(text, "]", "") + "] " + text
	}
	out := &Game{PGN: g, Positions: g.Positions(),
		Found: []Found{{}, {Score: 400}, {Score: -100}, {Score: 50}}}
	out.weigh()
	return out
}

// TestHostileText: the texts of a game stay within the page's data, and all of them are there.
func TestHostileText(t *testing.T) {
	tags := regexp.MustCompile(`(?i)<[/!]?[a-z-]`)
	plain := len(tags.FindAllString(page(t, hostileGame(t, "x")), -1))
	for _, text := range hostile {
		html := page(t, hostileGame(t, text))
		if n := len(tags.FindAllString(html, -1)); n != plain {
			t.Errorf("%q: %d tags in the page, want %d as with harmless text", text, n, plain)
		}
		g := pageData(t, html)[0]
		if g.Players != [2]string{text, text} || g.Opening != text || g.Result != text ||
			g.Plies[0].Comment != text ||
			g.Plies[1].Comment != text || !strings.Contains(g.Where, text) {
			t.Errorf("%q is not what the page holds: players %q, opening %q, result %q, "+
				"comments %q %q, where %q", text,
				g.Players, g.Opening, g.Result, g.Plies[0].Comment, g.Plies[1].Comment, g.Where)
		}
	}
}

// TestLineEnds: the embedded page has the line ends for which its hashes are computed. A work tree
// with other line ends does not follow .gitattributes.
func TestLineEnds(t *testing.T) {
	if strings.Contains(pageHTML+pageCSS+pageJS, "\r") {
		t.Error("the page's files have other line ends than LF: " +
			"its style and script would be refused")
	}
}

// TestPageAlone: the page loads nothing from any address, and its policy forbids it.
func TestPageAlone(t *testing.T) {
	html := page(t, hostileGame(t, "x"))
	// Names of SVG and HTML that the script uses; nothing is loaded from there.
	html = strings.ReplaceAll(html, "http://www.w3.org/", "")
	// A link that is followed only if somebody clicks on it.
	html = strings.ReplaceAll(html, "https://lichess.org/analysis/", "")
	loads := regexp.MustCompile(`(?i)\w+://|[^-]src=|@import|url\(|<link|<base|fetch\(|XMLHttp`)
	if found := loads.FindAllString(html, -1); found != nil {
		t.Errorf("the page has %q", found)
	}
	content := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`)
	policy := content.FindStringSubmatch(html)
	if policy == nil || !strings.HasPrefix(policy[1], "default-src 'none';") ||
		strings.Contains(policy[1], "unsafe") {
		t.Errorf("policy %q", policy)
	}
}

// TestNoGames: a page without games says so.
func TestNoGames(t *testing.T) {
	var page strings.Builder
	if err := new(Report).Write(&page); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"games":[]}`, "No game is on this page.", "<main hidden>"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

func TestMostGames(t *testing.T) {
	var r Report
	g := hostileGame(t, "x")
	for i := range MostGames + 3 {
		if added := r.Add(g); added != (i < MostGames) {
			t.Errorf("game %d: added %t", i+1, added)
		}
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	n := len(pageData(t, b.String()))
	if n != MostGames || r.Left() != 3 || !strings.Contains(b.String(), "3 more found no place") {
		t.Errorf("%d games in the page, %d left", n, r.Left())
	}
}

// TestPageData: the page's data are the results of the analysis.
func TestPageData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		out := pageData(t, page(t, g))[0]
		if len(out.Plies) != len(g.Found) || out.Missing != len(g.Positions)-len(g.Found) {
			t.Fatalf("%d plies, %d missing of %d found of %d",
				len(out.Plies), out.Missing, len(g.Found), len(g.Positions))
		}
		for i, p := range out.Plies {
			at := &g.Positions[i]
			if at.FEN() != p.FEN || p.Win < 0 || p.Win > 100 || p.Lost < 0 || p.Lost > 100 {
				t.Fatalf("half-move %d: %+v of %s", i, p, at.FEN())
			}
			for n, step := range p.Line {
				m, err := at.ParseMove(step[1])
				if err != nil || n == 0 && m != g.Found[i].Line[0] {
					t.Fatalf("half-move %d: line %v: %v", i, p.Line, err)
				}
				next := at.After(m)
				at = &next
				if !strings.HasSuffix(at.FEN(), " "+step[2]) {
					t.Fatalf("half-move %d: %v leads to %s", i, step, at.FEN())
				}
			}
		}
		for _, c := range out.Accuracy {
			if c != nil && (*c < 0 || *c > 100) {
				t.Fatalf("accuracy %v", *c)
			}
		}
	})
}

func TestShownComment(t *testing.T) {
	for _, tc := range []struct{ comment, want string }{
		{"[%eval 0.3] [%clk 0:01:00] good", "good"}, {"weak [%csl Gg4] [%cal Ga1a2]", "weak"},
		{"[%other x]", "[%other x]"}, {"", ""},
	} {
		if got := shownComment(tc.comment); got != tc.want {
			t.Errorf("%q is shown as %q, want %q", tc.comment, got, tc.want)
		}
	}
	g := &pgn.Game{Tags: []pgn.Tag{{Name: "Event", Value: "?"}, {Name: "Date", Value: "2024.??.??"},
		{Name: "Round", Value: "3"}}}
	if got := where(g); got != "round 3, 2024.??.??" {
		t.Errorf("where: %q", got)
	}
}

// TestChess960: only a variant's name or the place of a king or rook that may castle makes a game
// one of Chess960.
func TestChess960(t *testing.T) {
	for text, want := range map[string]bool{
		"1. e4 *":                                          false,
		"[Variant \"Chess960\"]\n\n1. e4 *":                true,
		"[Variant \"Fischerandom\"]\n\n1. e4 *":            true,
		"[FEN \"r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1\"]\n\n*":  false,
		"[FEN \"4k3/8/8/8/8/8/8/1R2K3 w - - 0 1\"]\n\n*":   false,
		"[FEN \"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1\"]\n\n*":   true,
		"[FEN \"1r2k3/8/8/8/8/8/8/R3K3 w Ab - 0 1\"]\n\n*": true,
		"[FEN \"3k3r/8/8/8/8/8/8/R3K3 w Ah - 0 1\"]\n\n*":  true,
		"[FEN \"3k4/8/8/8/8/8/8/R3K2R w AH - 0 1\"]\n\n*":  false,
	} {
		g := &Game{PGN: readGames(t, text)[0]}
		g.Positions = g.PGN.Positions()
		if got := chess960(g); got != want {
			t.Errorf("%q: Chess960 %t", text, got)
		}
	}
}
