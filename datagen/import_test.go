package datagen

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"sente/board"
	"sente/eval"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// foolsMate is won for Black. For the side to move the scores alternate in sign, for White they
// don't.
const foolsMate = startFEN + "\tL\tf2f3 -80 e7e5 90 g2g4 -M1 d8h4 M1"

func importAll(t *testing.T, paths ...string) (games []*Game, bad []error) {
	t.Helper()
	err := ImportGames(paths, func(g *Game) error {
		games = append(games, g)
		return nil
	}, func(err error) { bad = append(bad, err) })
	if err != nil {
		t.Fatal(err)
	}
	return games, bad
}

func TestImportTurnsScoresToWhite(t *testing.T) {
	games, bad := importAll(t, writeFile(t, "a.txt", foolsMate+"\n"))
	if len(bad) > 0 || len(games) != 1 {
		t.Fatalf("%d games, bad lines %v", len(games), bad)
	}
	g := games[0]
	want := []int16{-80, -90, -(eval.Mate - 2), -(eval.Mate - 1)}
	if g.Result != BlackWins || len(g.Scores) != 4 {
		t.Fatalf("result %v, scores %v", g.Result, g.Scores)
	}
	for i, s := range want {
		if g.Scores[i] != s {
			t.Errorf("score %d is %d, want %d: White is worse all the time", i, g.Scores[i], s)
		}
	}
	g.Reason = Checkmate
	if err := g.Check(); err != nil {
		t.Error(err)
	}
	g.Result = WhiteWins
	if g.Check() == nil {
		t.Error("White can't have won")
	}
}

func TestImportSkipsBadLines(t *testing.T) {
	bad := []struct{ name, line string }{
		{"two fields", startFEN + "\tW"},
		{"FEN", "rnbqkbnr/8 w - - 0 1\tW\te2e4 3"},
		{"result", startFEN + "\tX\te2e4 3"},
		{"illegal move", startFEN + "\tW\te2e4 3 e7e5 4 e4e5 3"},
		{"no move", startFEN + "\tW\t"},
		{"no score", startFEN + "\tW\te2e4 3 e7e5"},
		{"score", startFEN + "\tW\te2e4 3x"},
		{"huge score", startFEN + "\tW\te2e4 31900"},
		{"mate score", startFEN + "\tW\te2e4 M0"},
		{"mated score", startFEN + "\tW\te2e4 -M-1"},
		{"mated, but won", startFEN + "\tW\tf2f3 -80 e7e5 90 g2g4 -M1 d8h4 M1"},
		{"bare kings, but won", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\tW\te1e2 0"},
		{"empty", ""},
	}
	var text strings.Builder
	for _, tc := range bad {
		fmt.Fprintf(&text, "%s\n%s\n", foolsMate, tc.line)
	}
	text.WriteString(foolsMate[:len(foolsMate)-1]) // cut off: the last line has no end
	path := writeFile(t, "mixed.txt", text.String())
	games, errs := importAll(t, path)
	if len(games) != len(bad) {
		t.Errorf("%d good games, want %d", len(games), len(bad))
	}
	if len(errs) != len(bad)+1 {
		t.Fatalf("%d bad lines, want %d: %v", len(errs), len(bad)+1, errs)
	}
	for i, tc := range bad {
		if want := fmt.Sprintf("%s:%d: ", path, 2*i+2); !strings.HasPrefix(errs[i].Error(), want) {
			t.Errorf("%s: %v, want it to begin with %s", tc.name, errs[i], want)
		}
	}
	if !errors.Is(errs[len(bad)], errCutLine) {
		t.Errorf("the cut line: %v", errs[len(bad)])
	}
}

func TestImportManyFilesInOrder(t *testing.T) {
	line := foolsMate + "\n"
	a := writeFile(t, "a.txt", strings.Repeat(line, 3*linesAtATime+5))
	var z bytes.Buffer
	w, _ := zstd.NewWriter(&z)
	w.Write([]byte(strings.Repeat(line, 300)))
	w.Close()
	b := filepath.Join(t.TempDir(), "b.txt.zst")
	os.WriteFile(b, z.Bytes(), 0o644)
	games, bad := importAll(t, a, b)
	if len(games) != 3*linesAtATime+305 || len(bad) != 0 {
		t.Fatalf("%d games, %v", len(games), bad)
	}
	if games[700].ID != 701 || games[len(games)-1].ID != 300 {
		t.Errorf("games are out of order: %d, %d", games[700].ID, games[len(games)-1].ID)
	}
	os.WriteFile(b, z.Bytes()[:z.Len()-6], 0o644)
	if _, bad := importAll(t, b); len(bad) == 0 {
		t.Error("a cut zstd file was not noticed")
	}
	missing := []string{a, filepath.Join(t.TempDir(), "none.txt"), a}
	err := ImportGames(missing, func(*Game) error { return nil }, func(err error) { t.Error(err) })
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	stop := errors.New("stop")
	if err := ImportGames([]string{a},
		func(*Game) error { return stop }, func(error) {}); err != stop {
		t.Errorf("the visitor's error came back as %v", err)
	}
}

// TestImportPositions: each case is one line of the positions file; second is its partner in the
// file of second labels.
func TestImportPositions(t *testing.T) {
	const quiet = "4k3/pppp4/8/8/8/8/PPPP4/4K3 %s - -"
	w, b := fmt.Sprintf(quiet, "w"), fmt.Sprintf(quiet, "b")
	check := "4k3/pppp4/8/8/8/8/PPPP4/4R1K1 b - -"
	lines := []struct{ line, second string }{
		{w + "\t50\tW\t0\t20", "77"},
		{b + "\t-60\tL\t3\t20", "-"},
		{b + "\t10\tD\t3\t20", "12\tc"},
		{b + "\t10\tD\t3\t20", "-m"},
		{check + "\t10\tD\t3\t20", "5"},
		{w + "\t10\tD\t3", "5"},          // bad: four fields
		{w + "\t10\tD\t3\t20", "5\tx"},   // bad: second label
		{w + "\t10\tD\t-1\t20", "5"},     // bad: depth
		{w + "\tM3\tD\t0\t20", "5"},      // bad: score
		{w + "\t10\tdraw\t0\t20", "5"},   // bad: result
		{"8/8 w - -\t10\tD\t0\t20", "5"}, // bad: position
	}
	var one, two strings.Builder
	for _, l := range lines {
		one.WriteString(l.line + "\n")
		two.WriteString(l.second + "\n")
	}
	path, second := writeFile(t, "p.tsv", one.String()), writeFile(t, "s.txt", two.String())
	tests := []struct {
		name   string
		choice LabelChoice
		second string
		scores []int
		bad    int
	}{
		{"any", AnyLabel, second, []int{77, -60}, 6},
		{"second", SecondLabelOnly, second, []int{77}, 6},
		{"first", FirstLabelOnly, second, []int{50, -60, 10, 10}, 6},
		{"no second file", AnyLabel, "", []int{50, -60, 10, 10, 10}, 5},
	}
	for _, tc := range tests {
		k := Packer{Filter: DefaultFilter()}
		var bad []error
		if err := k.ImportPositions(path, tc.second, tc.choice,
			func(string, int64) {}, func(err error) { bad = append(bad, err) }); err != nil {
			t.Fatal(err)
		}
		var scores []int
		for i := range k.Train {
			scores = append(scores, k.Train[i].Score())
		}
		if fmt.Sprint(scores) != fmt.Sprint(tc.scores) || len(bad) != tc.bad {
			t.Errorf("%s: scores %v, want %v; %d bad lines, want %d: %v",
				tc.name, scores, tc.scores, len(bad), tc.bad, bad)
		}
		if len(k.Train) > 1 && (k.Train[0].Result() != WhiteWins ||
			k.Train[1].Result() != BlackWins || k.Train[1].SideToMove() != board.Black) {
			t.Errorf("%s: results %v, %v", tc.name, k.Train[0].Result(), k.Train[1].Result())
		}
	}
	short := writeFile(t, "short.txt", "77\n-\n")
	k := Packer{Filter: DefaultFilter()}
	var bad []error
	if err := k.ImportPositions(path, short, AnyLabel, func(string, int64) {}, func(err error) {
		bad = append(bad, err)
	}); err != nil {
		t.Fatal(err)
	}
	if len(bad) != 1 || !strings.Contains(bad[0].Error(), "short.txt:3: ") || len(k.Train) != 2 {
		t.Errorf("a partner that is too short: %v, %d positions", bad, len(k.Train))
	}
	long := writeFile(t, "long.txt", two.String()+"5\n")
	k, bad = Packer{Filter: DefaultFilter()}, nil
	if err := k.ImportPositions(path, long, AnyLabel, func(string, int64) {}, func(err error) {
		bad = append(bad, err)
	}); err != nil {
		t.Fatal(err)
	}
	if n := len(bad); n != 7 ||
		!strings.Contains(bad[n-1].Error(), "long.txt:12: the file has more lines than ") {
		t.Errorf("a partner that is too long: %v", bad)
	}
	err := k.ImportPositions("none.tsv", "", AnyLabel, func(string, int64) {}, func(error) {})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestImportPositionsHoldsOutRuns(t *testing.T) {
	line := "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\t50\tW\t0\t20\n"
	for _, tc := range []struct{ lines, holdOut, want int }{
		// The runs have 50, 60, 70 … lines.
		{50, 2, 0}, {110, 2, 60}, {200, 2, 60 + 20}, {400, 2, 60 + 80 + 50},
		{10000, 10, 1000}, {200, 100, 0}, {20000, 100, 550},
	} {
		path := writeFile(t, "p.tsv", strings.Repeat(line, tc.lines))
		k := Packer{Filter: DefaultFilter(), HoldOut: tc.holdOut}
		if err := k.ImportPositions(path, "", AnyLabel,
			func(string, int64) {}, func(err error) { t.Error(err) }); err != nil {
			t.Fatal(err)
		}
		if len(k.Valid) != tc.want || len(k.Train) != tc.lines-tc.want {
			t.Errorf("%d lines, one in %d: %d positions held out, want %d",
				tc.lines, tc.holdOut, len(k.Valid), tc.want)
		}
	}
}
