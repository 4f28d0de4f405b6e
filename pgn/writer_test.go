package pgn

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sente/board"
	"sente/internal/boardtest"
	"sente/internal/bom"
	"sente/internal/compressed"
)

func write(t interface{ Fatal(...any) }, g *Game) string {
	var b bytes.Buffer
	if err := NewWriter(&b).Write(g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWrite(t *testing.T) {
	games, broken := readAll(t, `[White "me"]
[ECO "C20"]
[Event "x\\y"]

{start} 1. e4 e5 {[%clk 0:01:00] a very long comment that has to be broken `+
		`somewhere, but not here: [%eval 0.3]} 2. Nf3 $1 (2. f4 exf4 (2... d5)) 2... Nc6 1-0`)
	if len(games) != 1 {
		t.Fatal(broken)
	}
	const want = `[Event "x\\y"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "me"]
[Black "?"]
[Result "1-0"]
[ECO "C20"]

{start} 1. e4 e5 {[%clk 0:01:00] a very long comment that has to be broken
somewhere, but not here: [%eval 0.3]} 2. Nf3 $1 (2. f4 exf4 (2... d5)) 2... Nc6
1-0

`
	if got := write(t, games[0]); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestWriteFromPosition(t *testing.T) {
	games, _ := readAll(t, "[Variant \"chess 960\"]\n"+
		"[FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 b GBgb - 0 30\"]\n\n30... O-O *")
	want := "[Variant \"chess 960\"]\n[SetUp \"1\"]\n" +
		"[FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 b KQkq - 0 30\"]\n\n30... O-O *\n\n"
	if got := write(t, games[0]); !strings.HasSuffix(got, want) {
		t.Errorf("got\n%swant at its end\n%s", got, want)
	}
}

// TestWriteWithoutStart: a game that does not say where it begins begins as usual.
func TestWriteWithoutStart(t *testing.T) {
	start := board.Start()
	e4, err := start.ParseSAN("e4")
	if err != nil {
		t.Fatal(err)
	}
	g := &Game{Moves: []Move{{Move: e4}}}
	if got := write(t, g); !strings.HasSuffix(got, "[Result \"*\"]\n\n1. e4 *\n\n") {
		t.Errorf("a game without Start is written as\n%s", got)
	}
}

// drawMoves draws a line of moves with comments, glyphs and variations.
func drawMoves(t *rapid.T, pos board.Position, depth, least int) []Move {
	var moves []Move
	n := rapid.IntRange(least, 12/(depth+1)).Draw(t, "moves")
	for len(moves) < n {
		var list board.MoveList
		pos.Legal(&list)
		if list.N == 0 {
			break
		}
		m := Move{Move: list.Moves[rapid.IntRange(0, list.N-1).Draw(t, "move")]}
		if depth > 0 && !pos.InCheck() && rapid.IntRange(0, 9).Draw(t, "null") == 0 {
			m.Move = board.NullMove
		}
		m.NAGs = rapid.SliceOfN(rapid.Uint8Range(1, 255), 0, 2).Draw(t, "glyphs")
		m.Comment = drawComment(t)
		if depth < 3 && rapid.IntRange(0, 3).Draw(t, "variation") == 0 {
			if v := (Variation{drawComment(t), drawMoves(t, pos, depth+1, 1)}); len(v.Moves) > 0 {
				m.Variations = append(m.Variations, v)
			}
		}
		moves = append(moves, m)
		pos = pos.After(m.Move)
	}
	return moves
}

func drawComment(t *rapid.T) string {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "[%clk 0:00:09]", "[x", "]", "{", "%",
		";", "(", ")", "1-0", "[Event \"x\"]", "für", "♘f3", "$1", "\\", "\"",
		"some-rather-long-word-of-a-comment"}), 0, 12).Draw(t, "words")
	return strings.Join(words, " ")
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fen := rapid.SampledFrom([]string{board.StartFEN, "4k3/P6p/8/8/3p4/8/2P5/4K2R w K - 5 17",
			"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 b GBgb - 0 30",
			"4k3/8/8/8/8/8/8/4K2r w - - 0 1"}).Draw(t, "fen")
		pos := boardtest.Position(t, fen)
		g := &Game{Start: pos, Comment: drawComment(t), Moves: drawMoves(t, pos, 0, 0),
			Result: rapid.SampledFrom(
				[]string{WhiteWins, BlackWins, Drawn, Unknown}).Draw(t, "result")}
		g.SetTag("Event", drawComment(t))
		g.SetTag("Opening", drawComment(t))
		text := write(t, g)
		r := NewReader(strings.NewReader(text + text))
		for range 2 {
			back, err := r.Next()
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if got := write(t, back); got != text {
				t.Fatalf("got\n%swant\n%s", got, text)
			}
			if got, want := show(back.Comment, back.Moves), show(g.Comment, g.Moves); got != want ||
				back.Result != g.Result || back.Start.FEN() != g.Start.FEN() ||
				back.Tag("Opening") != g.Tag("Opening") {
				t.Fatalf("got %s, want %s", got, want)
			}
		}
		for _, line := range strings.Split(text, "\n\n")[1:] {
			for _, l := range strings.Split(line, "\n") {
				if l != "" && strings.ContainsAny(l[:1], "[%;") {
					t.Fatalf("a line of moves begins with %q", l[:1])
				}
			}
		}
	})
}

func TestClock(t *testing.T) {
	for _, tc := range []struct {
		comment string
		left    time.Duration
		ok      bool
	}{
		{"[%clk 1:02:03]", time.Hour + 2*time.Minute + 3*time.Second, true},
		{"good [%eval 0.2] [%clk 0:00:09.7] move", 9700 * time.Millisecond, true},
		{"[%clkx 1:02:03]", 0, false}, {"[%clk 1:62:03]", 0, false}, {"[%clk 02:03]", 0, false},
		{"[%clk 0:00:61]", 0, false}, {"[%clk 0:00:.5]", 500 * time.Millisecond, true},
		{"[%clk 0:05:30m]", 0, false}, {"[%clk 0:5:3ms4]", 0, false}, {"[%clk 0:5:+3]", 0, false},
		{"[%clk 0:5:]", 0, false}, {"[%clk 0:5:.]", 0, false}, {"[%clk 0:5:1.2.3]", 0, false},
		{"[%clk 0:00:-1]", 0, false}, {"[%clk]", 0, false},
		{"[%clk 0:00:01", 0, false}, {"", 0, false},
	} {
		if left, ok := Clock(tc.comment); left != tc.left || ok != tc.ok {
			t.Errorf("%q: %v, %t, want %v, %t", tc.comment, left, ok, tc.left, tc.ok)
		}
	}
	comment := "good [%eval 0.2] move"
	for _, left := range []time.Duration{0, 9700 * time.Millisecond,
		25*time.Hour + 59*time.Second} {
		comment = SetClock(comment, left)
		if got, ok := Clock(comment); got != left || !ok {
			t.Errorf("%v became %v, %t in %q", left, got, ok, comment)
		}
	}
	eval, _ := Command(comment, "eval")
	if eval != "0.2" || SetCommand(comment, "clk", "") != "good [%eval 0.2] move" {
		t.Errorf("%q: eval %q", comment, eval)
	}
}

// TestSetCommand: the new command is in front, and no older one stays.
func TestSetCommand(t *testing.T) {
	for _, tc := range []struct{ comment, value, want string }{
		{"", "1", "[%eval 1]"},
		{"good", "1", "[%eval 1] good"},
		{"[%clk 0:00:01] [%eval 2] good", "1", "[%eval 1] [%clk 0:00:01] good"},
		{"a [%eval 2] b [%eval] [%eval 3]c [%evals 4]", "1", "[%eval 1] a b c [%evals 4]"},
		{"[%eval 2] [%eval 3] good", "", "good"},
		{"[%ev[%eval 2]al 3] [%eval", "", "[%ev al 3] [%eval"},
	} {
		if got := SetCommand(tc.comment, "eval", tc.value); got != tc.want {
			t.Errorf("%q with %q: %q, want %q", tc.comment, tc.value, got, tc.want)
		}
	}
}

// FuzzReader: the worst that a text can do is break a game. What was read stays the same when it is
// written and read again.
func FuzzReader(f *testing.F) {
	f.Add("[Event \"x\"]\n\n1. e4 {a} (1. d4 $1) e5 ; b\n2. -- 1-0\n\n" +
		"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8=Q+ *")
	f.Add("\xef\xbb\xbf%\r\n{ [Event \"\n\n[Event \"x\"] 0-0 [ ] } ) \xfc")
	f.Add("\xff\xfe[Event \"x\"] *")
	f.Add("\xef\xbb\xbf\xfe\xff *")
	f.Add("\xef\xbb\xbfPK\x03\x04 *")
	f.Add("{a\n1. e4 Zz4 1-0\n[White \"x\"]\ne4 1-0 {b")
	f.Fuzz(func(t *testing.T, text string) { checkText(t, text) })
}

// TestDamage damages a good file as disks and editors do.
func TestDamage(t *testing.T) {
	const good = "[Event \"x \\\" y\"]\n[Result \"1-0\"]\n\n{start} 1. e4! {a\n" +
		"[%clk 0:01:00]} (1. d4 $1 (1. -- e5) d5) 1... e5 ; rest\n" +
		"% skipped\n2. Nf3 Nc6 3. Bb5 Nf6 4. 0-0 1-0\n\n[Event \"y\"]\n" +
		"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 *\n\n"
	rapid.Check(t, func(t *rapid.T) {
		text := good
		for range rapid.IntRange(1, 4).Draw(t, "wounds") {
			from := rapid.IntRange(0, len(text)).Draw(t, "from")
			to := min(from+rapid.IntRange(0, 9).Draw(t, "length"), len(text))
			with := rapid.SampledFrom([]string{"", "{", "}", "(", ")", "[", "]", "\"", "\\", "\n",
				"\r\n", "\n\n", ";", "%", "$", "*", "\x00", "\xff", "[Event \"z\"]\n", "--", "1-0",
				"e4"}).Draw(t, "with")
			text = text[:from] + with + text[to:]
		}
		checkText(t, text)
	})
}

// checkText reads a text that may be anything.
func checkText(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
	Helper()
}, text string) {
	t.Helper()
	start := strings.TrimLeft(text, bom.UTF8)
	if foreign := notText([]byte(start[:min(compressed.Start, len(start))])); foreign != nil {
		if _, err := NewReader(strings.NewReader(text)).Next(); !errors.Is(err, foreign) {
			t.Fatalf("no text, and the error %v", err)
		}
		return
	}
	games, broken := readAll(t, text)
	for _, e := range broken {
		if e.Line < 1 ||
			e.Line > strings.Count(text, "\n")+strings.Count(text, "\r")+1 || e.Why == "" {
			t.Fatalf("error %v", e)
		}
	}
	for _, g := range games {
		first := write(t, g)
		back, bad := readAll(t, first)
		if len(back) != 1 || len(bad) > 0 {
			t.Fatalf("%d games, broken %v in\n%s", len(back), bad, first)
		}
		if second := write(t, back[0]); second != first {
			t.Fatalf("got\n%swant\n%s", second, first)
		}
	}
}

// TestWriteWhatStandardHasNoPlaceFor writes closing braces in comments, times below 0 or between
// tenths, and a tag that was there already.
func TestWriteWhatStandardHasNoPlaceFor(t *testing.T) {
	games, _ := readAll(t, "1. e4 ; an odd } brace\ne5 *")
	if back, broken := readAll(t, write(t, games[0])); len(back) != 1 || len(broken) > 0 ||
		show("", back[0].Moves) != "e2e4 {an odd ) brace} e7e5 " {
		t.Errorf("%d games, broken %v, from\n%s", len(back), broken, write(t, games[0]))
	}
	for left, want := range map[time.Duration]string{
		-5 * time.Second: "[%clk 0:00:00]", 9960 * time.Millisecond: "[%clk 0:00:10]",
		59960 * time.Millisecond: "[%clk 0:01:00]", 40 * time.Millisecond: "[%clk 0:00:00]",
	} {
		if got := SetClock("", left); got != want {
			t.Errorf("%v is written as %q, want %q", left, got, want)
		}
	}
	g := &Game{Start: board.Start()}
	g.SetTag("White", "a")
	g.SetTag("White", "b")
	if len(g.Tags) != 1 || g.Tag("White") != "b" {
		t.Errorf("tags %v", g.Tags)
	}
	// A line has at most 79 bytes.
	for last, want := range map[string]string{
		"123456": " 123456\nx} *", "1234567": "\n1234567 x} *",
	} {
		g.Comment = strings.Repeat("1234567 ", 9) + last + " x"
		if text := write(t, g); !strings.Contains(text, want) {
			t.Errorf("lines break otherwise than in %q:\n%s", want, text)
		}
	}
}

// TestWriteRefuses: what no reader would understand is not written.
func TestWriteRefuses(t *testing.T) {
	start := board.Start()
	check := boardtest.Position(t, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
	e8 := Move{Move: board.NewMove(board.E1, board.E8, board.Quiet)}
	e4 := Move{Move: board.NewMove(12, 28, board.DoublePush)}
	e4.Variations = []Variation{{Moves: []Move{e8}}}
	for _, tc := range []struct {
		name string
		g    Game
	}{
		{"no move", Game{Start: start, Moves: []Move{{}}}},
		{"a move that is not legal", Game{Start: start, Moves: []Move{e8}}},
		{"one in a variation", Game{Start: start, Moves: []Move{e4}}},
		{"a null move in check", Game{Start: check, Moves: []Move{{Move: board.NullMove}}}},
		{"a result that is none", Game{Result: "1:0"}},
		{"another way to write one", Game{Result: "1/2"}},
		{"a tag's name of two words", Game{Tags: []Tag{{"My Tag", "x"}}}},
		{"a tag without a name", Game{Tags: []Tag{{"", "x"}}}},
	} {
		var b bytes.Buffer
		w := NewWriter(&b)
		if err := w.Write(&tc.g); err == nil || b.Len() > 0 {
			t.Errorf("%s: error %v, %q written", tc.name, err, b.String())
		}
		good := &Game{}
		if err := w.Write(good); err != nil || b.String() != write(t, good) {
			t.Errorf("behind %s: error %v, %q written", tc.name, err, b.String())
		}
	}
}

// TestPositions: a game without a start begins as usual, and null moves pass.
func TestPositions(t *testing.T) {
	e4 := Move{Move: board.NewMove(12, 28, board.DoublePush)}
	g := Game{Moves: []Move{e4, {Move: board.NullMove}}}
	want := []string{board.StartFEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"}
	got := g.Positions()
	if len(got) != len(want) {
		t.Fatalf("%d positions", len(got))
	}
	for i := range want {
		if fen := got[i].FEN(); fen != want[i] {
			t.Errorf("position %d is %s, want %s", i, fen, want[i])
		}
	}
}

// TestAdjacentCommandsStayWhole: no line ends within brackets, also where one command follows
// another without a space.
func TestAdjacentCommandsStayWhole(t *testing.T) {
	for n := range lineLength {
		comment := strings.Repeat("x", n) + " [%clk 0:05:12][%eval 0.3] y"
		for _, line := range strings.Split(write(t, &Game{Comment: comment}), "\n") {
			if strings.Count(line, "[") != strings.Count(line, "]") {
				t.Fatalf("%d letters before the commands: the line %q", n, line)
			}
		}
	}
}
