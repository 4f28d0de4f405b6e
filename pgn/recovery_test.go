package pgn

import (
	"slices"
	"strings"
	"testing"
)

// TestRecovery tests what ends a broken game if no empty line follows. Text within the broken game
// is not read as a game.
func TestRecovery(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"a line each", "1. e4 Zz4 0-1\n1. d4 d5 1-0\n1. c4 c5 1-0\n",
			[]string{"d2d4 d7d5 ", "c2c4 c7c5 "}},
		{"line ends of DOS", "1. e4 Zz4 *\r\n1.d4 d5 *\r\n", []string{"d2d4 d7d5 "}},
		{"a line each without numbers", "e4 Zz4 0-1\nd2d4 d5 1-0\nc4 c5 1-0\n",
			[]string{"d2d4 d7d5 ", "c2c4 c7c5 "}},
		{"several lines", "1. e4 Zz4\n2. d4 Nf6 0-1\n1. d4 d5 1-0\n", []string{"d2d4 d7d5 "}},
		{"a move of Black's behind",
			"1. e4 Zz4 (1. d4 1-0\n1... d5) 2. c4 0-1\n1. f4 *", []string{"f2f4 "}},
		{"a later move behind",
			"1. e4 Zz4 (1. d4 1-0\n2. c4) 2. c4 0-1\n1. f4 *", []string{"f2f4 "}},
		{"words behind", "1. e4 Zz4 {as after 1-0\nin the Cup} 0-1\n1. f4 *", []string{"f2f4 "}},
		{"tags but no Event",
			"[Event \"a\"]\n1. e4 Zz4 1-0\n[White \"x\"]\n1. d4 d5 0-1\n" +
				"[White \"y\"]\n1. c4 c5 1-0\n",
			[]string{"d2d4 d7d5 ", "c2c4 c7c5 "}},
		{"tags behind a game without", "1. e4 Zz4 1-0\n[White \"x\"]\n1. d4 d5 0-1\n",
			[]string{"d2d4 d7d5 "}},
		{"a clock in a comment",
			"[White \"x\"]\n1. e4 Zz4 {1-0\n[%clk 0:01:00]} d5 0-1\n\n[White \"y\"]\n1. f4 *",
			[]string{"f2f4 "}},
		{"a game in a comment of one with tags",
			"[White \"x\"]\n1. e4 Zz4 {as in\n1. c4 1-0\n1. d4 0-1\n} d5 0-1\n\n[White \"y\"]\n" +
				"1. f4 *", []string{"f2f4 "}},
	} {
		games, broken := readAll(t, tc.text)
		var got []string
		for _, g := range games {
			got = append(got, show(g.Comment, g.Moves))
		}
		if !slices.Equal(got, tc.want) || len(broken) != 1 {
			t.Errorf("%s: games %q, broken %v, want %q and one that is broken",
				tc.name, got, broken, tc.want)
		}
	}
}

// TestUnclosedCommentBetweenGames: a comment without end is an error between games, as within them.
func TestUnclosedCommentBetweenGames(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"1. e4 e5 1-0\n\n{ unclosed\n1. d4 d5 0-1\n\n1. c4 c5 0-1\n", []string{"e2e4 e7e5 "}},
		{"[Event \"a\"]\n\n1. e4 *\n{ unclosed\n[Event \"b\"]\n\n1. d4 *\n\n" +
			"[Event \"c\"]\n\n1. c4 *\n",
			[]string{"e2e4 ", "c2c4 "}},
		{"{ unclosed", nil},
	} {
		games, broken := readAll(t, tc.text)
		var got []string
		for _, g := range games {
			got = append(got, show(g.Comment, g.Moves))
		}
		if !slices.Equal(got, tc.want) || len(broken) != 1 ||
			broken[0].Why != "a comment is not closed" || broken[0].Game != min(len(tc.want), 1)+1 {
			t.Errorf("%q: games %q, broken %v, want %q and a comment that is not closed",
				tc.text, got, broken, tc.want)
		}
	}
}

// TestCommentsBeforeGame: all comments directly before a game without tags belong to it. Comments
// before other text do not.
func TestCommentsBeforeGame(t *testing.T) {
	for text, want := range map[string]string{
		"{a} {b} 1. e4 *":            "{a b} e2e4 ",
		"; a\n; b\n{c}\n\n{d\ne} e4": "{a b c d e} e2e4 ",
		"{a}\nA game:\n{b} 1. e4 *":  "{b} e2e4 ",
		"{a} )\n1. e4 *":             "e2e4 ",
		"{a} {} {b} 1. e4 {c} *":     "{a b} e2e4 {c} ",
	} {
		games, broken := readAll(t, text)
		if len(games) != 1 || len(broken) > 0 {
			t.Errorf("%q: %d games, broken %v", text, len(games), broken)
			continue
		}
		if got := show(games[0].Comment, games[0].Moves); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestManyCommentsBeforeGame: the comments kept before a game are bounded, and they don't break it.
func TestManyCommentsBeforeGame(t *testing.T) {
	comment := "{" + strings.Repeat("12345678 ", maxGame/18) + "}\n"
	games, broken := readAll(t, strings.Repeat(comment, 3)+"{last} 1. d4 *\n")
	if len(games) != 1 || len(broken) > 0 {
		t.Fatalf("%d games, broken %v, want one", len(games), broken)
	}
	if got := games[0].Comment; !strings.HasSuffix(got, "last") || len(got) > maxGame {
		t.Errorf("a comment of %d bytes that ends in %q", len(got), got[max(0, len(got)-9):])
	}
}

func TestBrokenGames(t *testing.T) {
	const good = "[Event \"good\"]\n\n1. e4 *\n\n"
	tests := []struct {
		name, text, why string
		line            int // counted from the broken game's first
	}{
		{"illegal move", "[Event \"x\"]\n\n1. e4 e5\n2. Ke3 d6 1-0\n\n", `"Ke3": not legal`, 4},
		{"not a move", "[Event \"x\"]\n\n1. e4 hello 1-0\n\n", `"hello"`, 3},
		{"unclosed comment", "[Event \"x\"]\n\n1. e4 {never ends 1-0\n\n",
			"a comment is not closed", 5},
		{"unclosed variation", "[Event \"x\"]\n\n1. e4 (1. d4 d5 1-0\n\n",
			"a variation is not closed", 5},
		{"stray parenthesis", "[Event \"x\"]\n\n1. e4 ) e5 1-0\n\n", `")" without "("`, 3},
		{"variation first", "[Event \"x\"]\n\n(1. e4) e5 1-0\n\n",
			"a variation before any move", 3},
		{"variations too deep", "[Event \"x\"]\n\n1. e4 " + strings.Repeat("(1. e4 ", 99) + "\n\n",
			"more than 64 variations", 3},
		{"stray brace", "[Event \"x\"]\n\n1. e4 } e5 1-0\n\n", "a stray '}'", 3},
		{"stray bracket", "[Event \"x\"]\n\n1. e4 [%clk 1] e5 1-0\n\n", "a stray '['", 3},
		{"bad glyph", "[Event \"x\"]\n\n1. e4 $x e5 1-0\n\n", "glyph", 3},
		{"tag without quotes", "[Event \"x\"]\n[White x]\n\n1. e4 1-0\n\n", "a tag", 2},
		{"tag without end", "[Event \"x\"]\n[White \"x\n\n1. e4 1-0\n\n", "a tag", 3},
		{"bad FEN", "[Event \"x\"]\n[FEN \"8/8/8 w - - 0 1\"]\n\n1. e4 1-0\n\n", "3 ranks", 4},
		{"another game", "[Event \"x\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 1-0\n\n",
			`variant "crazyhouse"`, 4},
		{"a result in a comment",
			"[Event \"x\"]\n\n1. e4 Ke3 {as in\n1. c4 1-0\n\n1. d4 0-1} d6 1-0\n\n", `"Ke3"`, 3},
		{"and the first tag is broken",
			"[Event x]\n[White \"a\"]\n\n1. e4 {as in\n1. c4 1-0\n\n1. d4 0-1} d6 1-0\n\n",
			"a tag", 1},
		{"unclosed comment behind the result", "[Event \"x\"]\n\n1. e4 1-0 {never ends\n\n",
			"a comment is not closed", 5},
		{"passing in check", "[FEN \"4k3/8/8/8/8/8/8/4K2r w - - 0 1\"]\n\n1. -- *\n\n",
			"in check", 3},
		{"moves without end", "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 9999\"]\n\n" +
			strings.Repeat("Kd1 Kd8 Ke1 Ke8 ", 5001) + "*\n\n", "more than 20000 moves", 3},
	}
	for _, tc := range tests {
		games, broken := readAll(t, good+tc.text+good)
		if len(games) != 2 || len(broken) != 1 || games[1].Tag("Event") != "good" {
			t.Errorf("%s: %d games, broken %v, want two games and one that is broken",
				tc.name, len(games), broken)
			continue
		}
		if e := broken[0]; e.Game != 2 || e.Line != tc.line+4 || !strings.Contains(e.Why, tc.why) {
			t.Errorf("%s: %v, want game 2, line %d, %q", tc.name, e, tc.line+4, tc.why)
		}
	}
}

// TestBrokenGameWithoutTags: the games after it, which have no tags either, are read.
func TestBrokenGameWithoutTags(t *testing.T) {
	for _, result := range []string{"1-0", "1/2-1/2", "0-1", "*", "", "\n\n2... c5\n\n1... a6"} {
		text := "1. e4 e5 2. Qxe6 {so\n\nit goes} d6 " + result +
			"\r\n\r\n1. d4 d5 1-0\r\n\r\n1. c4 c5\r\n"
		games, broken := readAll(t, text)
		if len(games) != 2 || len(broken) != 1 || show("", games[1].Moves) != "c2c4 c7c5 " {
			t.Errorf("%s: %d games, broken %v, want two games and one that is broken",
				result, len(games), broken)
		}
	}
}
