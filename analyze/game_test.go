package analyze

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sente/board"
	"sente/eval"
	"sente/pgn"
	"sente/search"
)

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Fatal(...any)
}

// readGames reads games, none of which may be broken.
func readGames(t tester, text string) []*pgn.Game {
	t.Helper()
	var games []*pgn.Game
	r := pgn.NewReader(strings.NewReader(text))
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}

func written(t tester, g *pgn.Game) string {
	t.Helper()
	var b bytes.Buffer
	if err := pgn.NewWriter(&b).Write(g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func newAnalyzer(nodes uint64) *Analyzer {
	return &Analyzer{Engine: search.New(), Limits: search.Limits{Nodes: nodes}}
}

func analyzed(t tester, a *Analyzer, text string) *Game {
	t.Helper()
	g, err := a.Game(context.Background(), readGames(t, text)[0])
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGame(t *testing.T) {
	// 3. d3 is fine but leaves the books' main lines. 3... Qh4 4. Nxh4 loses a queen, and so does
	// 5. Qh5.
	g := analyzed(t, newAnalyzer(3000), `1. e4 e5 2. Nf3 Nc6 3. d3 Qh4 4. Nxh4 Nf6 5. Qh5 Nxh5 *`)
	if !g.Complete() || len(g.Moves) != 10 || len(g.Found) != 11 || len(g.Positions) != 11 {
		t.Fatalf("%d moves, %d of %d positions", len(g.Moves), len(g.Found), len(g.Positions))
	}
	if g.Opening.ECO != "C44" || g.Opening.Name == "" {
		t.Errorf("opening %+v, want one of C44", g.Opening)
	}
	for i, m := range g.Moves {
		want := Unmarked
		if i == 5 || i == 8 {
			want = Blunder
		}
		if m.Mark != want || m.Book != (i < 5) || m.Best && m.Lost > 0 ||
			m.Accuracy != MoveAccuracy(m.Lost) {
			t.Errorf("half-move %d: %+v, want the mark %q", i+1, m, want)
		}
	}
	if !g.Moves[6].Best || !g.Moves[9].Best {
		t.Error("taking the queen is not the engine's own choice")
	}
	if g.Found[5].Score > 150 || g.Found[6].Score < 400 || g.Found[10].Score > 150 {
		t.Errorf("scores %d before, %d after the queen is left, %d when both are gone",
			g.Found[5].Score, g.Found[6].Score, g.Found[10].Score)
	}
	if g.Marks != [2][4]int{{4, 0, 0, 1}, {4, 0, 0, 1}} || g.Judged != [2]int{5, 5} {
		t.Errorf("marks %v of %v moves", g.Marks, g.Judged)
	}
	moments := g.Moments()
	if len(moments) != 2 || moments[0].Index != 5 || moments[1].Index != 8 ||
		moments[0].What != "gets into a lost position" ||
		!slices.Contains([]string{"turns a won game into a worse one", "lets the win slip"},
			moments[1].What) {
		t.Errorf("moments %+v", moments)
	}
}

func TestMates(t *testing.T) {
	a := newAnalyzer(2000)
	g := analyzed(t, a, `1. f3 e5 2. g4 Qh4# 0-1`)
	last := g.Found[4]
	if last.Score != -eval.MateIn(0) || len(last.Line) > 0 || g.Found[3].Score != -eval.MateIn(1) {
		t.Errorf("the mated position has %+v, the one before %+v", last, g.Found[3])
	}
	if m := g.Moves[2]; m.Mark != Blunder || !m.Book {
		t.Errorf("2. g4 is in the books and a blunder, got %+v", m)
	}
	if what := g.Moments(); len(what) != 1 || what[0].What != "allows mate in 1" {
		t.Errorf("moments %+v", what)
	}
	if m := g.Moves[3]; m.Lost != 0 || m.Accuracy != 100 || !m.Best {
		t.Errorf("mating: %+v", m)
	}
	// A missed mate in one is a mistake only if it costs something.
	g = analyzed(t, a, "[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n1. h3 h6 *")
	if m := g.Moves[0]; m.Mark == Unmarked || m.Best {
		t.Errorf("missing mate in 1 for a small advantage: %+v", m)
	}
	if what := g.Moments(); len(what) != 1 || what[0].What != "misses mate in 1" {
		t.Errorf("moments %+v", what)
	}
}

func TestForced(t *testing.T) {
	g := analyzed(t, newAnalyzer(2000),
		"[FEN \"k7/8/1K6/8/8/8/8/7R b - - 0 1\"]\n\n1... Kb8 2. Rh8# *")
	if m := g.Moves[0]; !m.Forced || m.Lost != 0 || m.Mark != Unmarked {
		t.Errorf("the only move: %+v", m)
	}
	if m := g.Moves[1]; m.Forced {
		t.Errorf("a free choice: %+v", m)
	}
	g = analyzed(t, newAnalyzer(2000),
		"[FEN \"k7/8/1K6/8/8/8/8/7R b - - 0 1\"]\n\n1... -- 2. Rh8# *")
	if m := g.Moves[0]; m.Forced || m.Lost != 0 || m.Mark != Unmarked {
		t.Errorf("a null move in the place of the only one: %+v", m)
	}
}

// TestEnds: a position where the rules end the game has no line, and the score that the rules give.
func TestEnds(t *testing.T) {
	const shuffle = " 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"
	for _, tc := range []struct {
		name, text string
		over       bool
	}{
		{"stalemate", "[FEN \"k7/2Q5/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Ka2 1/2-1/2", true},
		{"bare kings",
			"[FEN \"k7/q7/8/1K6/8/8/8/8 w - - 0 1\"]\n\n1. Kc6 Qb6+ 2. Kxb6 1/2-1/2", true},
		{"repetition", shuffle + " 1/2-1/2", true},
		{"repetition, played on", shuffle + " 5. e4 *", false},
		{"fifty moves", "[FEN \"k7/8/8/8/8/8/1R6/K7 w - - 99 80\"]\n\n80. Rb3 1/2-1/2", true},
	} {
		g := analyzed(t, newAnalyzer(500), tc.text)
		last := g.Found[len(g.Found)-1]
		if (len(last.Line) == 0) != tc.over || tc.over && last.Score != eval.Draw {
			t.Errorf("%s: at the end %+v, want over %t", tc.name, last, tc.over)
		}
	}
	g := analyzed(t, newAnalyzer(500), shuffle+" 5. e4 *")
	if len(g.Found[8].Line) == 0 {
		t.Error("a repetition that nobody claimed ends the analysis")
	}
}

// TestOddGames: what the reader accepts is analysed or skipped, and nothing worse happens.
func TestOddGames(t *testing.T) {
	a := newAnalyzer(200)
	for _, tc := range []struct {
		name, text string
		moves      int
	}{
		{"no moves", "[White \"x\"]\n\n*", 0},
		{"mated at the start",
			"[FEN \"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\"]\n\n0-1", 0},
		{"null moves", "1. e4 -- 2. -- e5 *", 4},
		{"218 moves",
			"[FEN \"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1\"]\n\n1. Qee6 *", 1},
		{"Black begins", "[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 0 60\"]\n\n60... Kd7 *", 1},
		{"Chess960 castling", "[Variant \"Chess960\"]\n" +
			"[FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1\"]\n\n" +
			"1. O-O O-O-O *", 2},
		{"king stays when castling",
			"[Variant \"Chess960\"]\n[FEN \"6kr/8/8/8/8/8/8/6KR w Hh - 0 1\"]\n\n1. O-O O-O *", 2},
	} {
		g := analyzed(t, a, tc.text)
		if len(g.Moves) != tc.moves || !g.Complete() {
			t.Errorf("%s: %d moves, want %d", tc.name, len(g.Moves), tc.moves)
			continue
		}
		text := written(t, Annotate(g, AllLines, "x"))
		if back := readGames(t, text); len(back) != 1 || len(back[0].Moves) != tc.moves {
			t.Errorf("%s: reads back as %d games from\n%s", tc.name, len(back), text)
		}
		var r Report
		r.Add(g)
		if err := r.Write(io.Discard); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	if g := analyzed(t, a, "1. e4 -- 2. -- e5 *"); g.Moves[1].Lost != 0 || g.Moves[2].Lost != 0 {
		t.Error("passing is held against a player")
	}
}

// TestRepeats: with one thread and a limit of nodes or depth a game is always judged the same way,
// whatever was analysed before it.
func TestRepeats(t *testing.T) {
	const text = "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Qc2 d5 5. a3 Bxc3+ 6. Qxc3 Ne4 *"
	for _, limits := range []search.Limits{{Nodes: 700}, {Depth: 5}} {
		used := &Analyzer{Engine: search.New(), Limits: limits}
		analyzed(t, used, "1. e4 c5 2. Nf3 d6 3. d4 *")
		again := analyzed(t, used, text)
		fresh := analyzed(t, &Analyzer{Engine: search.New(), Limits: limits}, text)
		if !reflect.DeepEqual(again.Found, fresh.Found) ||
			!reflect.DeepEqual(again.Moves, fresh.Moves) {
			t.Errorf("limits %+v: a game is judged differently after another one", limits)
		}
	}
}

// TestInterrupt: results from before the interrupt are kept, and the rest is as it was read.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	a := newAnalyzer(100)
	a.Progress = func(done, total int) {
		if total != 7 {
			t.Errorf("%d positions, want 7", total)
		}
		if done == 4 {
			cancel()
		}
	}
	g, err := a.Game(ctx, readGames(t, "1. e4 e5 {x} 2. Nf3 Nc6 3. Bb5 a6 1-0")[0])
	if err != nil {
		t.Fatal(err)
	}
	if g.Complete() || len(g.Found) != 4 || len(g.Moves) != 3 || g.Judged != [2]int{2, 1} {
		t.Errorf("%d positions, %d moves, %v judged", len(g.Found), len(g.Moves), g.Judged)
	}
	out := Annotate(g, MarkedLines, "x")
	if len(out.Moves) != 6 || out.Moves[2].Comment == "" || out.Moves[3].Comment != "" ||
		out.Result != "1-0" {
		t.Errorf("written as\n%s", written(t, out))
	}
	if page := newPageGame(g); page.Missing != 3 || len(page.Plies) != 4 {
		t.Errorf("the page misses %d half-moves and shows %d", page.Missing, len(page.Plies)-1)
	}
}

// TestInterruptedSearch: an interrupt ends the search, and its position is left out. If that was
// the first position of the game, Game returns nothing of the game.
func TestInterruptedSearch(t *testing.T) {
	// The limit is a mate in 1. Where there is none, a search takes a minute.
	limits := search.Limits{Mate: 1, MoveTime: time.Minute, HasMoveTime: true}
	for _, tc := range []struct {
		fen, moves string
		found      int
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "1. h3 h6 *", 1}, // Ra8 was mate
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", "1... h6 2. h3 *", 0},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		soon := func(int, int) { time.AfterFunc(50*time.Millisecond, cancel) }
		if tc.found == 0 {
			soon(0, 0)
		}
		a := &Analyzer{Engine: search.New(), Limits: limits, Progress: soon}
		g, err := a.Game(ctx, readGames(t, "[FEN \""+tc.fen+"\"]\n\n"+tc.moves)[0])
		if tc.found == 0 && (g != nil || !errors.Is(err, context.Canceled)) {
			t.Errorf("%s: %+v, %v, want no game and the context's error", tc.fen, g, err)
		}
		if tc.found > 0 && (err != nil || len(g.Found) != tc.found) {
			t.Errorf("%s: %+v, %v, want %d positions", tc.fen, g, err, tc.found)
		}
	}
}

func TestTooLong(t *testing.T) {
	g := readGames(t, strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", mostMoves/4)+"e4 *")[0]
	if _, err := newAnalyzer(1).Game(t.Context(), g); !errors.Is(err, ErrTooLong) {
		t.Errorf("%d half-moves: %v", len(g.Moves), err)
	}
}

// TestOpenings: names depend on the position, not on the order of the moves. The game may begin
// from the start or from a known position.
func TestOpenings(t *testing.T) {
	for _, tc := range []struct {
		text, eco, name string
		book            int
	}{
		// This is the table's own name.
		{"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "C70", "Ruy Lopez: Morphy Defense", 6},
		{"1. Nf3 Nc6 2. e4 e5 3. Bb5 a6 *", "C70", "Ruy Lopez: Morphy Defense", 6},
		{"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Na3 *", "C70", "Ruy Lopez: Morphy Defense", 6},
		{"*", "", "", 0},
		{"1. a3 a6 2. h3 h6 3. a4 *", "A00", "Anderssen's Opening", 1},
		{"[FEN \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"]\n\n" +
			"3. Bb5 a6 4. a3 *", "C70", "Ruy Lopez: Morphy Defense", 2},
		{"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", "", "", 0},
		{"[Variant \"Chess960\"]\n" +
			"[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1\"]\n\n1. e4 *",
			"", "", 0},
	} {
		o, book := openings().find(readGames(t, tc.text)[0].Positions())
		if o.ECO != tc.eco || o.Name != tc.name || book != tc.book {
			t.Errorf("%s: %+v with %d moves, want %s %s with %d",
				tc.text, o, book, tc.eco, tc.name, tc.book)
		}
	}
	if n := len(openings().named); n < 3000 {
		t.Errorf("%d openings have names", n)
	}
	same := loadOpenings()
	if !reflect.DeepEqual(same, openings()) {
		t.Error("the table is loaded differently each time")
	}
}

// TestLookBack: what the next search finds out corrects the score of the position before it.
func TestLookBack(t *testing.T) {
	g := &Game{PGN: readGames(t, "1. e4 e5 2. Nf3 Nc6 3. -- *")[0]}
	g.Positions = g.PGN.Positions()
	own := func(i int) []board.Move { return []board.Move{g.PGN.Moves[i].Move} }
	other := []board.Move{board.NewMove(board.H1, board.G1, board.Quiet)}
	black := []board.Move{board.NewMove(board.NewSquare(0, 6), board.NewSquare(0, 5), board.Quiet)}
	g.Found = []Found{
		{Score: 10, Line: other},  // White's move was better than the engine thought
		{Score: 20, Line: black},  // Black's was worse: nothing learned
		{Score: 30, Line: own(2)}, // the engine's own choice, better than it thought
		{Score: 60, Line: other},  // Black's was better than the engine thought
		{Score: 40, Line: other},  // White passed: nothing learned
		{Score: eval.MateIn(4)},
	}
	g.weigh()
	var got []int
	for _, f := range g.Found {
		got = append(got, f.Score)
	}
	if want := []int{20, 20, 40, 40, 40, eval.MateIn(4)}; !slices.Equal(got, want) {
		t.Errorf("scores %v, want %v", got, want)
	}
	// The line changes with the score. The engine's choice stays what it was.
	for i, f := range g.Found[:4] {
		learned := i != 1
		if (f.Line[0] == g.Moves[i].Move) != learned || g.Moves[i].Best != (i == 2) {
			t.Errorf("half-move %d: line %v, %+v", i+1, f.Line, g.Moves[i])
		}
		if v := Annotate(g, AllLines, "x").Moves[i].Variations; (len(v) > 0) != (i == 1) {
			t.Errorf("half-move %d has the variations %v", i+1, v)
		}
	}
	want := []board.Move{g.Moves[2].Move, g.Moves[3].Move, other[0]}
	if !slices.Equal(g.Found[2].Line, want) {
		t.Errorf("line %v, want %v", g.Found[2].Line, want)
	}
	g = analyzed(t, newAnalyzer(300), "1. f3 e5 2. g4 Qh4# 0-1")
	if got := g.Found[3].Score; got != -eval.MateIn(1) {
		t.Errorf("before the mate the score is %d", got)
	}
}

// TestLookBackOverManyPlies: a mate score stays a mate score, however far it is looked back.
func TestLookBackOverManyPlies(t *testing.T) {
	g := &Game{PGN: readGames(t, "1. e4 e5 2. Nf3 *")[0]}
	g.Positions = g.PGN.Positions()
	for i := range 3 {
		g.Found = append(g.Found, Found{Line: []board.Move{g.PGN.Moves[i].Move}})
	}
	g.Found = append(g.Found, Found{Score: eval.MateIn(eval.MaxPly - 1)})
	g.weigh()
	for i, f := range g.Found {
		if want := eval.MateIn(min(eval.MaxPly-1+3-i, eval.MaxPly)); f.Score != want {
			t.Errorf("half-move %d: score %d, want %d", i, f.Score, want)
		}
	}
}

// TestLines: a line is cut at the first move that can't be played.
func TestLines(t *testing.T) {
	p := board.Start()
	e4, _ := p.ParseMove("e2e4")
	e5 := board.NewMove(board.NewSquare(4, 6), board.NewSquare(4, 4), board.DoublePush)
	got := playable(&p, []board.Move{e4, e5, e4, e5}, 10)
	if !slices.Equal(got, []board.Move{e4, e5}) {
		t.Errorf("%v of e2e4 e7e5 e2e4 e7e5", got)
	}
	if got := playable(&p, []board.Move{e4, e5}, 1); len(got) != 1 {
		t.Errorf("%v, want one move", got)
	}
}
