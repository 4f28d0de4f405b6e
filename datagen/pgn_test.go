package datagen

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"sente/board"
	"sente/eval"
)

// checkLine compares a game with its line in testdata/match.txt: start, result, and each move with
// the score that its engine showed. The score is for the side to move, "-" if there is none. Mates
// are counted in plies. Other scores are on the scale that the engines show.
func checkLine(t *testing.T, g *Game, line string) {
	t.Helper()
	fields := strings.Split(line, "\t")
	if got := g.Start.ShredderFEN(); got != fields[0] {
		t.Errorf("it begins with %s, want %s", got, fields[0])
	}
	if got := [...]string{"L", "D", "W"}[g.Result]; got != fields[1] {
		t.Errorf("its result is %s, want %s", got, fields[1])
	}
	words := strings.Fields(fields[2])
	if len(words) != 2*len(g.Moves) {
		t.Fatalf("%d moves, want %d", len(g.Moves), len(words)/2)
	}
	err := g.Replay(func(i int, p *board.Position, m board.Move, score int) {
		want := NoScore
		switch shown := words[2*i+1]; {
		case shown == "-":
		case strings.Contains(shown, "M"):
			plies, err := strconv.Atoi(strings.Replace(shown, "M", "", 1))
			if err != nil {
				t.Fatal(err)
			}
			if want = eval.MateIn(plies); plies < 0 {
				want = eval.MatedIn(-plies)
			}
		default:
			centipawns, err := strconv.Atoi(shown)
			if err != nil {
				t.Fatal(err)
			}
			want = eval.WinModelFor(p).Score(centipawns)
		}
		if got := whiteScore(p, score); m.UCI(true) != words[2*i] || got != want { // turned back
			t.Errorf("ply %d: %s %d, want %s %s, which is %d",
				i, m.UCI(true), got, words[2*i], words[2*i+1], want)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestImportMatch imports four games of a match by fastchess. One is Chess960, and one has an
// opening from a book. There are two files: as fastchess wrote them, and as an OpenBench client
// uploads them. match.txt is what python-chess read from the same file.
func TestImportMatch(t *testing.T) {
	text, err := os.ReadFile("testdata/match.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	tests := []struct {
		file    string
		reasons []Reason // OpenBench does not say that a game was adjudicated
	}{
		{"testdata/match.pgn", []Reason{AdjudicatedWin, AdjudicatedDraw, Checkmate, Checkmate}},
		{"testdata/openbench.pgn.bz2", []Reason{Unknown, Unknown, Checkmate, Checkmate}},
	}
	for _, tc := range tests {
		games, bad := importAll(t, tc.file)
		if len(bad) > 0 || len(games) != len(want) {
			t.Fatalf("%s: %d games, want %d; %v", tc.file, len(games), len(want), bad)
		}
		for i, g := range games {
			checkLine(t, g, want[i])
			if g.Reason != tc.reasons[i] || g.Check() != nil {
				t.Errorf("%s: game %d: %v, want %v; %v",
					tc.file, i+1, g.Reason, tc.reasons[i], g.Check())
			}
		}
		if games[0].ID != 1 || games[1].ID <= games[0].ID {
			t.Errorf("%s: games of lines %d and %d", tc.file, games[0].ID, games[1].ID)
		}
	}
}

// pgnGame is a game that Black wins by mate, with a header and the comments of its four moves.
func pgnGame(header, a, b, c, d string) string {
	return fmt.Sprintf("[Event \"?\"]\n%s\n\n1. f3 %s e5 %s 2. g4 %s Qh4# %s 0-1\n\n",
		header, a, b, c, d)
}

// TestImportScores: which comment gives which score, for the side that moved. A move without a
// score, or with a score of depth 0, has no score at all, which is not a score of 0.
func TestImportScores(t *testing.T) {
	const none = NoScore
	tests := []struct {
		comment string
		want    int // as shown
	}{
		{"{+0.35/12 0.45s}", 35},
		{"{-0.35/12 0.45s, n=12345, sd=17, nps=1000000, tl=1.2s}", -35},
		{"{0.00/7 0s}", 0},
		{"{-0.07/9}", -7},
		{"{+0.35/12, line=info +1.00/9}", 35},
		{"{+12.3/4 1s}", 1230},
		{"{ +1.04/5 0.1s, Draw by adjudication}", 104},
		{"{-M5/20 0.1s}", eval.MatedIn(5)},
		{"{+M1/37 0.000s, Black mates}", eval.MateIn(1)},
		{"{+M900/37 0.000s}", eval.MateIn(eval.MaxPly)},
		{"{+309.90/60 1s}", 30990}, // a tablebase win of Sente's
		{"{-320.00/60 1s}", -eval.TBWin},
		{"{+99999999999.00/60 1s}", eval.TBWin},
		{"{book}", none},
		{"{unknown}", none},
		{"", none},
		{"{0.00/0 0.001s}", none},
		{"{/0 0.001s}", none},
		{"{/12 0.001s}", none},
		{"{ERR/3 0.001s}", none},
		{"{+M0/3 0.001s}", none},
		{"{0.45s}", none},
		{"{+0.35}", none},
		{"{+/5 1s}", none},
		{"{./5 1s}", none},
		{"{+-1.00/5 1s}", none},
		{"{+1e2/5 1s}", none},
		{"{NaN/5 1s}", none},
		{"{M/5 1s}", none},
		{"{+1.00/x 1s}", none},
		{"{good +1.00/12}", none},
		{"$1 {+0.35/12 0.45s}", 35},
	}
	start := board.Start()
	model := eval.WinModelFor(&start)
	for _, tc := range tests {
		games, bad := importAll(t,
			writeFile(t, "a.pgn", pgnGame("", tc.comment, tc.comment, "", "")))
		if len(games) != 1 || len(bad) > 0 {
			t.Errorf("%q: %d games, %v", tc.comment, len(games), bad)
			continue
		}
		white, black := int(games[0].Scores[0]), int(games[0].Scores[1])
		got := model.Centipawns(white)
		if tc.want == none && white == none && black == none {
			continue
		}
		// A step of the score is 1.4 of the shown units, so not every number can be shown. Black's
		// comment is the same, so White's second score is the negative of the first.
		if got < tc.want-1 || got > tc.want+1 || tc.want == 0 && got != 0 || black != -white {
			t.Errorf("%q: White's scores %d, shown as %d, and %d, want shown %d",
				tc.comment, white, got, black, tc.want)
		}
	}
}

// TestImportBrokenPGN puts each kind of game that can't be used between good games. The error names
// file and line, and no other game is lost.
func TestImportBrokenPGN(t *testing.T) {
	good := pgnGame(`[Result "0-1"]`, "{+0.35/12 0.45s}", "{book}", "", "{+M1/5 0s}")
	header := "[Event \"?\"]\n[White \"A\"]\n"
	tests := []struct{ name, text, says string }{
		{"illegal move", header + "\n1. e4 {+0.1/5} Ke7 {+0.2/5} 1-0\n\n", "move 1"},
		{"no result", header + "\n1. e4 e5 *\n\n", "no result"},
		{"no end", header + "[Result \"1-0\"]\n\n1. e4 e5\n\n", "cut off"},
		{"two results", header + "[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n", "0-1"},
		{"mate that did not count", header + "\n1. f3 e5 2. g4 Qh4# 1/2-1/2\n\n", "mate"},
		{"mated and won", header + "\n1. f3 e5 2. g4 Qh4# 1-0\n\n", "mate"},
		{"lost on time", header + "[Termination \"time forfeit\"]\n\n1. e4 e5 1-0\n\n",
			"time forfeit"},
		{"crashed", header + "[Termination \"abandoned\"]\n\n1. e4 e5 1-0\n\n", "abandoned"},
		{"illegal by an engine", header + "[Termination \"illegal move\"]\n\n" +
			"1. e4 {0.00/5 0s, Black makes an illegal move: e7e8} 1-0\n\n", "illegal move"},
		{"interrupted", header + "[Termination \"unterminated\"]\n\n1. e4 e5 *\n\n",
			"unterminated"},
		{"no move", header + "\n1-0\n\n", "no move"},
		{"a null move", header + "\n1. e4 -- 1-0\n\n", "move 1: nobody moves"},
		{"other variant", header + "[Variant \"atomic\"]\n\n1. e4 1-0\n\n", "atomic"},
		{"FEN", header + "[FEN \"8/8/8 w\"]\n\n1. e4 1-0\n\n", "fen"},
		{"comment", header + "\n1. e4 {+0.35/12 1-0\n\n", "comment"},
	}
	var text strings.Builder
	for _, tc := range tests {
		text.WriteString(good + tc.text)
	}
	text.WriteString(good + good[:len(good)/2]) // the file is cut off
	path := writeFile(t, "mixed.pgn", text.String())
	games, bad := importAll(t, path)
	if len(games) != len(tests)+1 || len(bad) != len(tests)+1 {
		t.Fatalf("%d games and %d broken ones, want %d and %d: %v",
			len(games), len(bad), len(tests)+1, len(tests)+1, errors.Join(bad...))
	}
	for i, tc := range tests {
		line, ok := errors.AsType[*LineError](bad[i])
		first := strings.Count(text.String()[:strings.Index(text.String(), tc.text)], "\n") + 1
		if !ok || line.File != path || line.Line < first ||
			line.Line > first+strings.Count(tc.text, "\n") ||
			!strings.Contains(line.Error(), fmt.Sprintf("game %d: ", 2*i+2)) ||
			!strings.Contains(line.Error(), tc.says) {
			t.Errorf("%s: %v, want %s, a line from %d, game %d and %q",
				tc.name, bad[i], path, first, 2*i+2, tc.says)
		}
	}
	for _, g := range games {
		if g.Reason != Checkmate || len(g.Moves) != 4 || g.Scores[1] != NoScore ||
			g.Scores[0] == NoScore {
			t.Errorf("a good game became %+v", g)
		}
	}
}

// TestImportTooLong: a game that is too long for a game file is skipped like any other broken game.
func TestImportTooLong(t *testing.T) {
	var text strings.Builder
	text.WriteString("[Event \"?\"]\n\n")
	for range MaxPlies/4 + 1 {
		text.WriteString("Nf3 Nf6 Ng1 Ng8\n")
	}
	text.WriteString("1/2-1/2\n\n" + pgnGame("", "", "", "", ""))
	games, bad := importAll(t, writeFile(t, "a.pgn", text.String()))
	if len(games) != 1 || len(bad) != 1 || !strings.Contains(bad[0].Error(), "moves") {
		t.Errorf("%d games, %v", len(games), bad)
	}
}

// TestImportTellsKindByContent: PGN is recognised by the file's name or its first tag, and
// compression by the first bytes.
func TestImportTellsKindByContent(t *testing.T) {
	game := pgnGame("", "{+0.35/12 0.45s}", "", "", "")
	pack := func(text string, w interface {
		Write([]byte) (int, error)
		Close() error
	}, b *bytes.Buffer) string {
		w.Write([]byte(text))
		w.Close()
		return b.String()
	}
	var z, gz bytes.Buffer
	enc, _ := zstd.NewWriter(&z)
	frame := pack(game, enc, &z)
	const skip = "*M\x18\x04\x00\x00\x00size"
	tests := []struct{ name, file, text string }{
		{"by name", "a.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n"},
		{"by name in capitals", "A.PGN", "1. f3 e5 2. g4 Qh4# 0-1\n"},
		{"by content", "a.txt", game},
		{"by content behind a mark and empty lines", "a", "\xef\xbb\xbf\r\n\n" + game},
		{"zstd", "a.pgn.zst", frame},
		{"pzstd, which begins with a frame to skip", "a", "P" + skip + frame},
		{"zstd with the last such frame", "a", "_" + skip + frame},
		{"gzip", "a.pgn.gz", pack(game, gzip.NewWriter(&gz), &gz)},
		{"gzip by content", "a", gz.String()},
		{"lines", "a.txt", foolsMate + "\n"},
	}
	for _, tc := range tests {
		games, bad := importAll(t, writeFile(t, tc.file, tc.text))
		if len(games) != 1 || len(bad) > 0 || games[0].Result != BlackWins ||
			len(games[0].Moves) != 4 {
			t.Errorf("%s: %d games, %v", tc.name, len(games), bad)
		}
	}
	for name, text := range map[string]string{"a.pgn.zst": z.String(), "a.pgn.gz": gz.String()} {
		path := filepath.Join(t.TempDir(), name)
		os.WriteFile(path, []byte(text[:len(text)-5]), 0o644)
		_, bad := importAll(t, path)
		if len(bad) != 1 || !strings.HasPrefix(bad[0].Error(), path+": ") {
			t.Errorf("%s cut off: %v", name, bad)
		}
	}
	if games, bad := importAll(t, writeFile(t, "empty.pgn", "")); len(games)+len(bad) > 0 {
		t.Errorf("an empty file: %v, %v", games, bad)
	}
}

// TestUnscoredMovesLabelNothing: a move without a score does not count for any verdict that depends
// on scores.
func TestUnscoredMovesLabelNothing(t *testing.T) {
	games, bad := importAll(t,
		writeFile(t, "a.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 {0.00/0 1s} Ng8 1/2-1/2\n"))
	if len(games) != 1 || games[0].Reason != Repetition {
		t.Fatalf("%+v, %v", games, bad)
	}
	g := games[0]
	s := Stats{Filter: DefaultFilter(), Adjudication: DefaultAdjudication()}
	if err := s.Add(g); err != nil {
		t.Fatal(err)
	}
	if s.Judged != [3][3]int64{} || s.Verdicts[DropUnscored] != 8 {
		t.Errorf("adjudicated without a score: %v, verdicts %v", s.Judged, s.Verdicts)
	}
	f := GameFilter{MaxPlies: MaxPlies, MaxStart: 100}
	if !f.Keep(g) {
		t.Error("a game without scores does not begin with a great one")
	}
	if g.Scores[3] = 200; f.Keep(g) {
		t.Error("the first score that there is counts")
	}
	if g.Result, g.Reason = WhiteWins, AdjudicatedWin; g.Check() == nil {
		t.Error("a win was adjudicated without a score")
	}
}
