package analyze

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/notnil/chess"
	"pgregory.net/rapid"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/pgn"
)

const annotator = "Sente test"

func TestAnnotate(t *testing.T) {
	g := &Game{PGN: readGames(t, `[White "a"]
[ECO "?"]

{before} 1. e4 {[%clk 0:03:00] good} e5 $1 {[%eval 9.99]} (1... c5) 2. Nf3 Nc6 *`)[0],
		Opening: Opening{"C44", "King's Knight"}}
	g.Positions = g.PGN.Positions()
	line := func(text string) (moves []board.Move) {
		for _, m := range readGames(t, text)[0].Moves {
			moves = append(moves, m.Move)
		}
		return moves
	}
	g.Found = []Found{{Score: 20}, {Score: 30, Line: line("1. e4 c5 *")[1:]},
		{Score: 400, Line: line("1. e4 e5 2. Nc3 Nf6 *")[2:]},
		{Score: 35, Line: line("1. e4 e5 2. Nf3 Nf6 3. Nc3 *")[3:]}, {Score: eval.MateIn(5)}}
	g.Moves = []Move{{}, {Mark: Blunder}, {Mark: Mistake}, {Mark: Blunder}}
	const want = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "a"]
[Black "?"]
[Result "*"]
[ECO "C44"]
[Opening "King's Knight"]
[Annotator "Sente test"]

{before} 1. e4 {[%eval 0.30] [%clk 0:03:00] good} 1... e5 $1 {[%eval 4.00]}
(1... c5) 2. Nf3 $2 {[%eval 0.35]} (2. Nc3 Nf6) 2... Nc6 $4 {[%eval #3]} (2...
Nf6 3. Nc3) *

`
	before := written(t, g.PGN)
	if got := written(t, Annotate(g, MarkedLines, annotator)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if written(t, g.PGN) != before {
		t.Error("the game that was read has changed")
	}
	got := written(t, Annotate(g, NoLines, annotator))
	if got != strings.NewReplacer(" (2. Nc3 Nf6)", "", " (2...\nNf6 3. Nc3)", "").Replace(want) {
		t.Errorf("without lines\n%s", got)
	}
}

// drawGame draws a game with everything that a game may have, and a made-up analysis.
func drawGame(t *rapid.T) *Game {
	fen := rapid.SampledFrom([]string{board.StartFEN, "4k3/P6p/8/8/3p4/8/2P5/4K2R w K - 5 17",
		"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 b GBgb - 0 30"}).Draw(t, "fen")
	start := boardtest.Position(t, fen)
	g := &Game{PGN: &pgn.Game{Start: start, Result: pgn.Unknown, Comment: drawComment(t)}}
	for _, name := range []string{"White", "Event", "Opening", "Annotator"} {
		if rapid.Bool().Draw(t, "tag") {
			g.PGN.SetTag(name, drawComment(t))
		}
	}
	g.PGN.Moves = drawMoves(t, start, 30, true)
	g.Positions = g.PGN.Positions()
	for i := range g.Positions[:rapid.IntRange(1, len(g.Positions)).Draw(t, "found")] {
		f := Found{Score: rapid.OneOf(rapid.IntRange(-600, 600),
			rapid.IntRange(-eval.Mate, eval.Mate)).Draw(t, "score")}
		for _, m := range drawMoves(t, g.Positions[i], 12, false) {
			f.Line = append(f.Line, m.Move)
		}
		g.Found = append(g.Found, f)
	}
	g.weigh()
	return g
}

// drawMoves draws legal moves. If annotated is set, they have comments and the like.
func drawMoves(t *rapid.T, p board.Position, most int, annotated bool) []pgn.Move {
	moves := []pgn.Move{}
	for n := rapid.IntRange(0, most).Draw(t, "moves"); len(moves) < n; {
		var list board.MoveList
		p.Legal(&list)
		if list.N == 0 {
			break
		}
		m := pgn.Move{Move: list.Moves[rapid.IntRange(0, list.N-1).Draw(t, "move")]}
		if annotated {
			m.Comment = drawComment(t)
			m.NAGs = rapid.SliceOfN(rapid.Uint8Range(1, 140), 0, 2).Draw(t, "glyphs")
			line := drawMoves(t, p, 3, false)
			if len(line) > 0 && rapid.Bool().Draw(t, "variation") {
				m.Variations = []pgn.Variation{{Comment: drawComment(t), Moves: line}}
			}
		}
		moves = append(moves, m)
		p = p.After(m.Move)
	}
	return moves
}

func drawComment(t *rapid.T) string {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{
		"a", "[%clk 0:00:09]", "[%csl Ra1]", "]", "[", "(", ")", "1-0",
		"</script><script>steal()</script>", "<!--", "\"><img src=x onerror=steal()>",
		"&lt;", "ü", "♘", "\u2028", "\\", "'", "{{.}}", "`${steal()}`",
	}), 0, 6).Draw(t, "words")
	return strings.Join(words, " ")
}

// TestAnnotatedReadsBack: what is written reads back as the same annotated game. Without the
// additions of the analysis it is the game that was read.
func TestAnnotatedReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		lines := rapid.SampledFrom([]Lines{MarkedLines, AllLines, NoLines}).Draw(t, "lines")
		out := Annotate(g, lines, annotator)
		text := written(t, out)
		back := readGames(t, text)
		if len(back) != 1 || written(t, back[0]) != text || len(back[0].Moves) != len(g.PGN.Moves) {
			t.Fatalf("%d games read back from\n%s", len(back), text)
		}
		for i := range back[0].Moves {
			checkAnnotation(t, g, lines, i, &back[0].Moves[i])
		}
		got, want := strip(g, back[0]), strip(g, readGames(t, written(t, g.PGN))[0])
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got\n%swant\n%s", written(t, got), written(t, want))
		}
	})
}

// checkAnnotation checks that move i, read back, has what Annotate promises.
func checkAnnotation(t *rapid.T, g *Game, lines Lines, i int, m *pgn.Move) {
	score, has := pgn.Command(m.Comment, "eval")
	if i >= len(g.Moves) {
		if has {
			t.Fatalf("half-move %d was not analysed and has %q", i+1, m.Comment)
		}
		return
	}
	if score != evalText(g.Found[i+1].Score) || has != (score != "") {
		t.Fatalf("half-move %d: %q, want the score %q",
			i+1, m.Comment, evalText(g.Found[i+1].Score))
	}
	j := &g.Moves[i]
	if !slices.ContainsFunc(m.NAGs, func(n uint8) bool { return n <= 6 }) && j.Mark != Unmarked {
		t.Fatalf("half-move %d is a %v and has no glyph", i+1, j.Mark)
	}
	added := m.Variations[len(g.PGN.Moves[i].Variations):]
	if len(added) > 1 || len(added) == 1 && (j.Best || lines == NoLines ||
		lines == MarkedLines && j.Mark == Unmarked || added[0].Moves[0].Move == j.Move) {
		t.Fatalf("half-move %d, %+v: variations %v with lines %q", i+1, *j, added, lineNames[lines])
	}
}

// strip takes out what Annotate adds to a game.
func strip(g *Game, annotated *pgn.Game) *pgn.Game {
	out := *annotated
	out.Tags = slices.DeleteFunc(slices.Clone(out.Tags), func(tag pgn.Tag) bool {
		return g.PGN.Tag(tag.Name) == ""
	})
	out.Line = 0
	out.Moves = slices.Clone(out.Moves)
	for i := range out.Moves {
		m, old := &out.Moves[i], &g.PGN.Moves[i]
		if _, ok := pgn.Command(m.Comment, "eval"); ok {
			m.Comment = pgn.SetCommand(m.Comment, "eval", "")
		}
		m.NAGs = m.NAGs[len(m.NAGs)-len(old.NAGs):]
		m.Variations = m.Variations[:len(old.Variations)]
		if len(m.NAGs) == 0 {
			m.NAGs = nil
		}
		if len(m.Variations) == 0 {
			m.Variations = nil
		}
	}
	return &out
}

// TestNotnilReads: the strict reader of github.com/notnil/chess accepts what is written, and finds
// the same moves and scores.
func TestNotnilReads(t *testing.T) {
	const games = `[White "a"]

1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00] a rather long comment, ` +
		`so long that it has to go on in another line, and then in one more} ` +
		`2. Nf3 Nc6 (2... d6 3. d4
(3. Bc4) 3... exd4) 3. Bb5 a6 4. 0-0 axb5 1-0

[White "b"]
[FEN "4k3/P6p/8/8/3p4/8/2P5/4K2R w K - 5 17"]

17. c4 dxc3 18. a8=Q+ Ke7 19. O-O *`
	a := newAnalyzer(300)
	var text strings.Builder
	var judged []*Game
	for _, g := range readGames(t, games) {
		j, err := a.Game(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		judged = append(judged, j)
		text.WriteString(written(t, Annotate(j, AllLines, annotator)))
	}
	scanner := chess.NewScanner(strings.NewReader(text.String()))
	for n, g := range judged {
		if !scanner.Scan() {
			t.Fatalf("game %d: %v in\n%s", n+1, scanner.Err(), &text)
		}
		read := scanner.Next()
		if len(read.Moves()) != len(g.Moves) ||
			read.Position().String() != notnilFEN(t, &g.Positions[len(g.Moves)]) {
			t.Errorf("game %d: %d moves to %s, want %d to %s", n+1, len(read.Moves()),
				read.Position(), len(g.Moves), g.Positions[len(g.Moves)].FEN())
		}
		for i, comments := range read.Comments() {
			want := "[%eval " + evalText(g.Found[i+1].Score) + "]"
			if !strings.Contains(strings.Join(comments, " "), want) {
				t.Errorf("game %d, half-move %d: comments %q, want %s", n+1, i+1, comments, want)
			}
		}
	}
}

// notnilFEN returns a position in the form of notnil/chess, which names every en passant square.
func notnilFEN(t *testing.T, p *board.Position) string {
	t.Helper()
	f, err := chess.FEN(p.FEN())
	if err != nil {
		t.Fatal(err)
	}
	return chess.NewGame(f).Position().String()
}

// TestAnnotateBesideOthers: the engine's glyph and variation are added beside a glyph that does not
// judge the move and beside a variation that only begins the same way.
func TestAnnotateBesideOthers(t *testing.T) {
	g := &Game{PGN: readGames(t, "1. e4 $14 (1. d4 Nf6) (1. d4 d5 2. c4) *")[0]}
	g.Positions = g.PGN.Positions()
	var line []board.Move
	for _, m := range readGames(t, "1. d4 d5 2. Nf3 *")[0].Moves {
		line = append(line, m.Move)
	}
	g.Found = []Found{{Line: line}, {}}
	g.Moves = []Move{{Mark: Blunder}}
	m := Annotate(g, MarkedLines, annotator).Moves[0]
	if !slices.Equal(m.NAGs, []uint8{4, 14}) || len(m.Variations) != 3 {
		t.Errorf("glyphs %v, %d variations", m.NAGs, len(m.Variations))
	}
	first := &g.PGN.Moves[0]
	other := pgn.Variation{Moves: readGames(t, "1. d4 d5 2. Nf3 Nf6 *")[0].Moves}
	first.Variations = append(first.Variations, other)
	if m := Annotate(g, MarkedLines, annotator).Moves[0]; len(m.Variations) != 3 {
		t.Errorf("%d variations, want the three that were there", len(m.Variations))
	}
}

// TestGlyphsThatJudge: a move that the file judges by one of the glyphs $1 to $6 gets no other.
func TestGlyphsThatJudge(t *testing.T) {
	for glyph, want := range map[string][]uint8{
		"$1": {1}, "$2": {2}, "$3": {3}, "$4": {4}, "$5": {5}, "$6": {6}, "$7": {4, 7},
	} {
		g := &Game{PGN: readGames(t, "1. e4 "+glyph+" *")[0]}
		g.Positions = g.PGN.Positions()
		g.Found = []Found{{}, {}}
		g.Moves = []Move{{Mark: Blunder}}
		if m := Annotate(g, NoLines, annotator).Moves[0]; !slices.Equal(m.NAGs, want) {
			t.Errorf("a blunder with %s has the glyphs %v, want %v", glyph, m.NAGs, want)
		}
	}
}

// TestAnnotatedSharesNothing: what is added to the game that was read after Annotate does not
// change the annotated game.
func TestAnnotatedSharesNothing(t *testing.T) {
	g := &Game{PGN: readGames(t, "1. e4 (1. c4) (1. b4) (1. a4) *")[0]}
	g.Positions = g.PGN.Positions()
	d4 := readGames(t, "1. d4 *")[0].Moves
	g.Found = []Found{{Line: []board.Move{d4[0].Move}}, {}}
	g.Moves = []Move{{Mark: Blunder}}
	first := &g.PGN.Moves[0]
	first.Variations = slices.Grow(first.Variations, 1)
	m := Annotate(g, MarkedLines, annotator).Moves[0]
	other := pgn.Variation{Moves: readGames(t, "1. f4 *")[0].Moves}
	first.Variations = append(first.Variations, other)
	if got := m.Variations[3].Moves[0].Move; got != d4[0].Move {
		t.Errorf("the added variation became %v", got)
	}
}

// TestLookBackKeepsLinesShort: a line that comes from the search of the next position has at most
// ten plies.
func TestLookBackKeepsLinesShort(t *testing.T) {
	text := "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *"
	moves := readGames(t, text)[0].Moves
	var line []board.Move
	for _, m := range moves {
		line = append(line, m.Move)
	}
	g := &Game{PGN: readGames(t, "1. e4 *")[0]}
	g.Positions = g.PGN.Positions()
	g.Found = []Found{{Line: line[:1]}, {Line: line[1:]}}
	g.weigh()
	if got := g.Found[0].Line; !slices.Equal(got, line[:10]) {
		t.Errorf("%d plies: %v", len(got), got)
	}
}
