package pgn

import (
	"slices"
	"strings"
	"testing"
)

// TestRecovery: what ends a broken game, where no empty line stands behind it. What stands within
// it is no game.
func TestRecovery(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"a line each", "1. e4 Zz4 0-1\n1. d4 d5 1-0\n1. c4 c5 1-0\n", []string{"d2d4 d7d5 ", "c2c4 c7c5 "}},
		{"line ends of DOS", "1. e4 Zz4 *\r\n1.d4 d5 *\r\n", []string{"d2d4 d7d5 "}},
		{"a line each without numbers", "e4 Zz4 0-1\nd2d4 d5 1-0\nc4 c5 1-0\n", []string{"d2d4 d7d5 ", "c2c4 c7c5 "}},
		{"several lines", "1. e4 Zz4\n2. d4 Nf6 0-1\n1. d4 d5 1-0\n", []string{"d2d4 d7d5 "}},
		{"a move of Black's behind", "1. e4 Zz4 (1. d4 1-0\n1... d5) 2. c4 0-1\n1. f4 *", []string{"f2f4 "}},
		{"a later move behind", "1. e4 Zz4 (1. d4 1-0\n2. c4) 2. c4 0-1\n1. f4 *", []string{"f2f4 "}},
		{"words behind", "1. e4 Zz4 {as after 1-0\nin the Cup} 0-1\n1. f4 *", []string{"f2f4 "}},
		{"tags but no Event",
			"[Event \"a\"]\n1. e4 Zz4 1-0\n[White \"x\"]\n1. d4 d5 0-1\n[White \"y\"]\n1. c4 c5 1-0\n",
			[]string{"d2d4 d7d5 ", "c2c4 c7c5 "}},
		{"tags behind a game without", "1. e4 Zz4 1-0\n[White \"x\"]\n1. d4 d5 0-1\n", []string{"d2d4 d7d5 "}},
		{"a clock in a comment",
			"[White \"x\"]\n1. e4 Zz4 {1-0\n[%clk 0:01:00]} d5 0-1\n\n[White \"y\"]\n1. f4 *", []string{"f2f4 "}},
		{"a game in a comment of one with tags",
			"[White \"x\"]\n1. e4 Zz4 {as in\n1. c4 1-0\n1. d4 0-1\n} d5 0-1\n\n[White \"y\"]\n1. f4 *", []string{"f2f4 "}},
	} {
		games, broken := readAll(t, tc.text)
		var got []string
		for _, g := range games {
			got = append(got, show(g.Comment, g.Moves))
		}
		if !slices.Equal(got, tc.want) || len(broken) != 1 {
			t.Errorf("%s: games %q, broken %v, want %q and one that is broken", tc.name, got, broken, tc.want)
		}
	}
}

// TestUnclosedCommentBetweenGames: a comment without end between games is told, as within them.
func TestUnclosedCommentBetweenGames(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"1. e4 e5 1-0\n\n{ unclosed\n1. d4 d5 0-1\n\n1. c4 c5 0-1\n", []string{"e2e4 e7e5 "}},
		{"[Event \"a\"]\n\n1. e4 *\n{ unclosed\n[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 *\n",
			[]string{"e2e4 ", "c2c4 "}},
		{"{ unclosed", nil},
	} {
		games, broken := readAll(t, tc.text)
		var got []string
		for _, g := range games {
			got = append(got, show(g.Comment, g.Moves))
		}
		if !slices.Equal(got, tc.want) || len(broken) != 1 || broken[0].Why != "a comment is not closed" ||
			broken[0].Game != min(len(tc.want), 1)+1 {
			t.Errorf("%q: games %q, broken %v, want %q and a comment that is not closed", tc.text, got, broken, tc.want)
		}
	}
}

// TestCommentsBeforeGame: all comments before a game without tags are its own, back to text that is
// none.
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

// TestManyCommentsBeforeGame: comments before a game are not kept without bound, nor break it.
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
