package pgn

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"sente/board"
)

// readAll returns the games of a text and what is wrong with the broken ones.
func readAll(t interface {
	Helper()
	Fatal(...any)
}, text string) (games []*Game, broken []*Error) {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	for {
		g, err := r.Next()
		e, isBroken := errors.AsType[*Error](err)
		switch {
		case err == nil:
			games = append(games, g)
		case isBroken:
			broken = append(broken, e)
		case errors.Is(err, io.EOF):
			return games, broken
		default:
			t.Fatal(err)
		}
	}
}

// show returns a line of moves in UCI notation with all that belongs to them.
func show(comment string, moves []Move) string {
	var b strings.Builder
	if comment != "" {
		fmt.Fprintf(&b, "{%s} ", comment)
	}
	for _, m := range moves {
		b.WriteString(m.Move.UCI(true) + " ")
		for _, n := range m.NAGs {
			fmt.Fprintf(&b, "$%d ", n)
		}
		if m.Comment != "" {
			fmt.Fprintf(&b, "{%s} ", m.Comment)
		}
		for _, v := range m.Variations {
			b.WriteString("( " + show(v.Comment, v.Moves) + ") ")
		}
	}
	return b.String()
}

// movetext is a game, and what show and its result must be.
type movetext struct{ name, text, want, result string }

// checkMovetext reads each text as one game.
func checkMovetext(t *testing.T, tests []movetext) {
	t.Helper()
	for _, tc := range tests {
		games, broken := readAll(t, tc.text)
		if len(games) != 1 || len(broken) > 0 {
			t.Errorf("%s: %d games, broken %v", tc.name, len(games), broken)
			continue
		}
		got := show(games[0].Comment, games[0].Moves)
		if got != tc.want || games[0].Result != tc.result {
			t.Errorf("%s: %q, %s, want %q, %s", tc.name, got, games[0].Result, tc.want, tc.result)
		}
	}
}

func TestMovetext(t *testing.T) {
	checkMovetext(t, []movetext{
		{"plain", "1. e4 e5 2. Nf3 1-0", "e2e4 e7e5 g1f3 ", "1-0"},
		{"no spaces", "1.e4 e5 2.Nf3 Nc6 1/2-1/2", "e2e4 e7e5 g1f3 b8c6 ", "1/2-1/2"},
		{"no numbers, no result", "e4 e5", "e2e4 e7e5 ", "*"},
		{"numbers of Black", "1. e4 1... e5 2. d4 2…d6 *", "e2e4 e7e5 d2d4 d7d6 ", "*"},
		{"comments", "{first} 1. e4 {one} {two} e5 ; rest of line\n2. d4 *",
			"{first} e2e4 {one two} e7e5 {rest of line} d2d4 ", "*"},
		{"a comment with a line that begins with a bracket", "1. e4 {good\n[%clk 0:01:00]} e5 *",
			"e2e4 {good [%clk 0:01:00]} e7e5 ", "*"},
		{"a comment with parentheses and semicolons", "1. e4 {a (b ; c} e5 *",
			"e2e4 {a (b ; c} e7e5 ", "*"},
		{"lines for others", "1. e4\n% not for us }\ne5 *", "e2e4 e7e5 ", "*"},
		{"glyphs", "1. e4! $14 e5?? 2. d4 !? d6?! *", "e2e4 $1 $14 e7e5 $4 d2d4 $5 d7d6 $6 ", "*"},
		{"variations", "1. e4 (1. d4 d5 (1... Nf6 {Indian}) 2. c4) ({English} 1. c4) e5 *",
			"e2e4 ( d2d4 d7d5 ( g8f6 {Indian} ) c2c4 ) ( {English} c2c4 ) e7e5 ", "*"},
		{"null moves", "1. e4 (1. -- e5 2. Z0) e5 *", "e2e4 ( 0000 e7e5 0000 ) e7e5 ", "*"},
		{"castling with zeros", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *",
			"e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8 ", "*"},
		{"castling in small letters", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. o-o Ke8-g8 *",
			"e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8 ", "*"},
		{"long notation", "1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 3. Nb1-c3 *",
			"e2e4 d7d5 e4d5 d8d5 b1c3 ", "*"},
		{"UCI's notation", "1. e2e4 d7d5 2. e4d5 d8d5 *", "e2e4 d7d5 e4d5 d8d5 ", "*"},
		{"en passant", "1. e4 a6 2. e5 d5 3. exd6 e.p. *", "e2e4 a7a6 e4e5 d7d5 e5d6 ", "*"},
		{"line ends of DOS", "1. e4\r\ne5\r\n\r\n1-0\r\n", "e2e4 e7e5 ", "1-0"},
		{"Latin-1", "1. e4 {G\xfcnther} e5 *", "e2e4 {Günther} e7e5 ", "*"},
		{"Windows-1252", "1. e4 {Petroff\x92s \x8aorm\x9d} e5 *",
			"e2e4 {Petroff’s Šorm} e7e5 ", "*"},
		{"a byte order mark", "\xef\xbb\xbf1. e4 *", "e2e4 ", "*"},
		{"a comment behind the result", "1. e4 1-0 {time}\n", "e2e4 {time} ", "1-0"},
		{"comments behind the result", "1. e4 {a} 1-0\t{b}{c\n} ; d\n{e}",
			"e2e4 {a b c d} ", "1-0"},
		{"no moves", "0-1", "", "0-1"},
		{"a result in a variation", "1. e4 (1. d4 d5 1-0) e5 (1... c5 0-1)",
			"e2e4 ( d2d4 d7d5 ) e7e5 ( c7c5 ) ", "*"},
		{"a result in a variation and one behind", "1. e4 (1. d4 1-0) 0-1",
			"e2e4 ( d2d4 ) ", "0-1"},
		{"no space behind a mark", "1.e4!?e5?!2.d4!d5 *", "e2e4 $5 e7e5 $6 d2d4 $1 d7d5 ", "*"},
		{"marks of Informant", "1. e4 ± e5 ∓ 2. d4 ⩲ d5 ⩱ 3. f4 +− f5 −+ 4. g4 ∞ *",
			"e2e4 $16 e7e5 $17 d2d4 $14 d7d5 $15 f2f4 $18 f7f5 $19 g2g4 $13 ", "*"},
		{"marks of Informant in ASCII",
			"1. e4 +/- e5 -/+ 2. d4 +/= d5 =/+ 3. f4 +- f5 -+ 4. g4 = *",
			"e2e4 $16 e7e5 $17 d2d4 $14 d7d5 $15 f2f4 $18 f7f5 $19 g2g4 $10 ", "*"},
		{"marks joined to the move", "1. e4± e5! = *", "e2e4 $16 e7e5 $1 $10 ", "*"},
		{"a novelty and a diagram", "1. e4 N e5 D 2. d4 *", "e2e4 $146 e7e5 $220 d2d4 ", "*"},
		{"a mark of Informant in Latin-1", "1. e4 \xb1 e5 *", "e2e4 $16 e7e5 ", "*"},
		{"a glyph beyond the table", "1. e4 $256 e5 $1 *", "e2e4 e7e5 $1 ", "*"},
	})
}

func TestPromotions(t *testing.T) {
	for _, text := range []string{"a8=Q+", "a8Q", "a7a8q", "a7-a8=Q", "a8=Q#!!", "a8=q", "a8q+",
		"a8(Q)", "a8(Q)+!", "a8/Q", "a7a8=q"} {
		games, broken := readAll(t, `[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]`+"\n\n1. "+text+" *")
		if len(games) != 1 || len(games[0].Moves) != 1 ||
			games[0].Moves[0].Move.UCI(false) != "a7a8q" {
			t.Errorf("%s: %d games, broken %v, want one with a7a8q", text, len(games), broken)
		}
	}
}

func TestTextAroundGames(t *testing.T) {
	tests := []struct{ name, text string }{
		{"a line of text", "My best games\n[Event \"a\"]\n\n1. e4 *\n"},
		{"lines of text with a year",
			"Games of\n2003 and (later)\n1999\n\n[White \"a\"]\n\n1. e4 *\n"},
		{"a line of text that begins with noughts",
			"0000 test games\n\n[Event \"a\"]\n\n1. e4 *\n"},
		{"text between games", "[Event \"a\"]\n\n1. e4 *\n\nThe end, $5 please.\nThank you\n\n" +
			"[Event \"b\"]\n\n1. e4 *\n"},
	}
	for _, tc := range tests {
		games, broken := readAll(t, tc.text)
		if len(games) != strings.Count(tc.text, "e4") || len(broken) > 0 {
			t.Errorf("%s: %d games, broken %v", tc.name, len(games), broken)
			continue
		}
		for _, g := range games {
			if got := show("", g.Moves); got != "e2e4 " || len(g.Tags) != 1 {
				t.Errorf("%s: moves %q, tags %v", tc.name, got, g.Tags)
			}
		}
	}
}

// TestLongTagName: what the reader accepts as a tag can be written again.
func TestLongTagName(t *testing.T) {
	for n := maxWord - 1; n <= maxWord+1; n++ {
		name := strings.Repeat("A", n)
		games, broken := readAll(t, "["+name+" \"x\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n")
		if fits := n < maxWord; fits != (len(broken) == 0) || fits != (len(games) == 2) {
			t.Errorf("%d bytes: %d games, broken %v", n, len(games), broken)
		}
		for _, g := range games {
			if err := NewWriter(io.Discard).Write(g); err != nil {
				t.Errorf("%d bytes: %v", n, err)
			}
		}
	}
}

func TestTags(t *testing.T) {
	const text = `[Event "a \"quoted\" \\ name"]
[Site "an "odd" one" ]  [Round "1"]
[Result "1-0"]

1. e4

[Event "second"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 2 9"]

9. O-O 0-0-0 *
[Event "no moves"]
[Event "last"]

1. d4 1-0`
	games, broken := readAll(t, text)
	if len(games) != 4 || len(broken) > 0 {
		t.Fatalf("%d games, broken %v, want 4 games", len(games), broken)
	}
	for _, tc := range []struct {
		game        int
		name, value string
	}{
		{0, "Event", `a "quoted" \ name`}, {0, "Site", `an "odd" one`},
		{0, "Round", "1"}, {0, "White", ""}, {1, "Event", "second"}, {2, "Event", "no moves"},
		{3, "Event", "last"},
	} {
		if got := games[tc.game].Tag(tc.name); got != tc.value {
			t.Errorf("game %d: %s is %q, want %q", tc.game, tc.name, got, tc.value)
		}
	}
	if games[0].Result != WhiteWins || games[0].Line != 1 || games[1].Line != 7 {
		t.Errorf("result %s, lines %d and %d, want 1-0, 1 and 7",
			games[0].Result, games[0].Line, games[1].Line)
	}
	if got := show("", games[1].Moves); got != "e1g1 e8b8 " {
		t.Errorf("castling in Chess960: %q", got)
	}
}

// TestCommentsBetweenTags expects comments in a header to stand before the first move.
func TestCommentsBetweenTags(t *testing.T) {
	const text = "[Event \"a\"]\n{by hand}\n[White \"W\"] {[%clk 0:01:00]}\n; by night\n\n" +
		"{open} 1. e4 *\n\n" +
		"[Event \"b\"]\n\n{not played}\n\n[Event \"c\"]\n\n1. d4 *\n"
	games, broken := readAll(t, text)
	if len(games) != 3 || len(broken) > 0 {
		t.Fatalf("%d games, broken %v, want 3 games", len(games), broken)
	}
	for i, want := range []string{"{by hand [%clk 0:01:00] by night open} e2e4 ",
		"{not played} ", "d2d4 "} {
		if got := show(games[i].Comment, games[i].Moves); got != want {
			t.Errorf("game %d: %q, want %q", i+1, got, want)
		}
	}
	if games[0].Tag("Event") != "a" || games[0].Tag("White") != "W" {
		t.Errorf("tags %v", games[0].Tags)
	}
}

// TestGamesWithoutTagsOrResult: a game ends at an empty line that a repeated move number follows.
func TestGamesWithoutTagsOrResult(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"1. e4 e5\n\n1. d4 d5\n\n1.c4 c5\n", []string{"e2e4 e7e5 ", "d2d4 d7d5 ", "c2c4 c7c5 "}},
		{"1. e4 {good} 1... e5 {better}\r\n\r\n1. d4 d5",
			[]string{"e2e4 {good} e7e5 {better} ", "d2d4 d7d5 "}},
		{"1. e4\n\n1... e5\n\n2. d4 *", []string{"e2e4 e7e5 d2d4 "}},
		{"1. e4\n\n1. … e5\n\n1. d4\n\n1. ... d5", []string{"e2e4 e7e5 ", "d2d4 d7d5 "}},
		{"1. e4\n\n1. d4 d5\n\n1.c4\n\n1. f4", []string{"e2e4 ", "d2d4 d7d5 ", "c2c4 ", "f2f4 "}},
		{"1. e4 e5 2. d4\n\n2. exd4", []string{"e2e4 e7e5 d2d4 e5d4 "}},
		{"1. e4 e5\n1. d4 d5", []string{"e2e4 e7e5 d2d4 d7d5 "}},
		{"1. e4 e5\n\n0.5-0.5\n\n1. d4 *", []string{"e2e4 e7e5 ", "d2d4 "}},
		{"1. e4 e5 2. d4 (2. f4\n\n1. exf4) *", []string{"e2e4 e7e5 d2d4 ( f2f4 e5f4 ) "}},
		{"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 30\"]\n\n1. e4 Kd7\n\n2. e5 *",
			[]string{"e2e4 e8d7 e4e5 "}},
	} {
		games, broken := readAll(t, tc.text)
		var got []string
		for _, g := range games {
			got = append(got, show(g.Comment, g.Moves))
		}
		if !slices.Equal(got, tc.want) || len(broken) > 0 {
			t.Errorf("%q: games %q, broken %v, want %q", tc.text, got, broken, tc.want)
		}
	}
}

// TestManyComments: the time that comments take grows with their number, not with that number's
// square.
func TestManyComments(t *testing.T) {
	const n = 200_000
	for _, text := range []string{
		strings.Repeat("{x} ", n) + "1. e4 *", "1. e4 " + strings.Repeat("{x} ", n) + "*",
		"1. e4 " + strings.Repeat("{x} 1. ", n) + "*",
		"[Event \"a\"] " + strings.Repeat("{x} ", n) + "1. e4 *",
		"1. e4 e5 (" + strings.Repeat("{x} ", n) + "1... c5) *",
	} {
		began := time.Now()
		games, broken := readAll(t, text)
		if len(games) != 1 || len(broken) > 0 {
			t.Fatalf("%.20s: %d games, broken %v", text, len(games), broken)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%.20s: %v", text, took)
		}
	}
}

// TestHeadersWithoutGames: a header with a comment and no game ends where the next one begins.
func TestHeadersWithoutGames(t *testing.T) {
	for _, text := range []string{
		"[White \"x\"]\n\n{no moves}\n\n[White \"y\"]\n\n1. d4 *\n",
		"[Event \"x\"]\n\n{no moves}\n\n[White \"y\"]\n[Event \"y\"]\n\n1. d4 *\n",
		"[White \"x\"]\n\n; no moves\n\n[White \"y\"]\n\n1. d4 *\n",
		"[White \"x\"]\n\n{}\n\n[White \"y\"]\n\n1. d4 *\n",
		"[White \"x\"]\n\n{ \n}\n\n[White \"y\"]\n\n1. d4 *\n",
		"[White \"x\"]\n\n;\n\n[White \"y\"]\n\n1. d4 *\n",
	} {
		games, broken := readAll(t, text)
		if len(games) != 2 || len(broken) != 0 || games[0].Tag("White") == "y" ||
			games[1].Tag("White") != "y" {
			t.Errorf("%q: %d games, broken %v, want two", text, len(games), broken)
		}
	}
}

func TestLongLine(t *testing.T) {
	comment := strings.Repeat("all work and no play ", 10000)
	games, broken := readAll(t,
		"1. e4 {"+comment+"} "+strings.Repeat("Nf6 2. Nf3 Ng8 3. Ng1 ", 5000)+" 0-1")
	if len(games) != 1 || len(broken) > 0 || len(games[0].Moves) != 20001 ||
		games[0].Moves[0].Comment != strings.TrimSpace(comment) {
		t.Errorf("%d games, broken %v, want one of 20001 moves", len(games), broken)
	}
}

func TestReadError(t *testing.T) {
	failed := errors.New("disk on fire")
	r := NewReader(io.MultiReader(strings.NewReader("1. e4 e5 2. d"), iotest.ErrReader(failed)))
	if g, err := r.Next(); !errors.Is(err, failed) {
		t.Errorf("game %v, error %v, want that of reading", g, err)
	}
}

func TestStart(t *testing.T) {
	games, _ := readAll(t, "[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 3 40\"]\n\n40... Kd7 *")
	if len(games) != 1 || games[0].Start.FEN() != "4k3/8/8/8/8/8/8/4K2R b - - 3 40" ||
		len(games[0].Moves) != 1 {
		t.Fatalf("games %v", games)
	}
	if games, _ := readAll(t, "1. e4"); games[0].Start.FEN() != board.StartFEN {
		t.Errorf("a game without FEN begins with %s", games[0].Start.FEN())
	}
}

// TestReaderTellsCutGames: the result after the moves counts. If there is none, the result is that
// of the tag, and the file may have been cut off.
func TestReaderTellsCutGames(t *testing.T) {
	const header = "[Event \"?\"]\n[Result \"1-0\"]\n\n"
	const unknown, lost = "[Result \"*\"]\n\n", "[Result \"0-1\"]\n\n"
	tests := []struct {
		name, text, result string
		cut                bool
	}{
		{"whole", header + "1. e4 e5 1-0\n", WhiteWins, false},
		{"unfinished", header + "1. e4 e5 *\n", WhiteWins, false},
		{"a tag without a result", unknown + "1. e4 e5 1-0\n", WhiteWins, false},
		{"a tag with another result", lost + "1. e4 e5 1-0\n", WhiteWins, false},
		{"at the end of the file", header + "1. e4 e5\n", WhiteWins, true},
		{"behind a comment", header + "1. e4 e5 {+0.35/12}", WhiteWins, true},
		{"before another game", header + "1. e4 e5\n\n" + header + "1. d4 *\n", WhiteWins, true},
		{"without tags", "1. e4 e5", Unknown, true},
		{"a result within a variation", "1. e4 e5 (1... c5 1-0)", Unknown, true},
	}
	for _, tc := range tests {
		g, err := NewReader(strings.NewReader(tc.text)).Next()
		if err != nil || g.Cut != tc.cut || g.Result != tc.result || len(g.Moves) != 2 {
			t.Errorf("%s: %+v, %v", tc.name, g, err)
		}
	}
}

// TestDepthOfVariations: as many variations within each other as allowed are read, and not one
// more.
func TestDepthOfVariations(t *testing.T) {
	for n, want := range map[int]int{maxDepth: 1, maxDepth + 1: 0} {
		text := "1. e4 " + strings.Repeat("(1. d4 ", n) + strings.Repeat(") ", n) + "*\n"
		games, broken := readAll(t, text)
		if len(games) != want || len(broken) != 1-want {
			t.Errorf("%d variations within each other: %d games, %v", n, len(games), broken)
		}
	}
}
