package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"sente/analyze"
	"sente/board"
	"sente/internal/cli"
	"sente/internal/cli/clitest"
	"sente/pgn"
	"sente/search"
)

// analyzeFile holds comments, variations, glyphs, clocks and castling with zeros. It has a broken
// game, a game from a set-up position and a game of Chess960.
const analyzeFile = "testdata/games.pgn"

// readGames returns the games in a text, and how many of them were broken.
func readGames(t *testing.T, text string) (games []*pgn.Game, broken int) {
	t.Helper()
	r := pgn.NewReader(strings.NewReader(text))
	for {
		g, err := r.Next()
		_, bad := errors.AsType[*pgn.Error](err)
		switch {
		case errors.Is(err, io.EOF):
			return games, broken
		case bad:
			broken++
		case err != nil:
			t.Fatal(err)
		default:
			games = append(games, g)
		}
	}
}

// gameEnd matches what standard error says at the end of a game.
var gameEnd = regexp.MustCompile(
	`(?m)^game \d+: .+ - .+; accuracy of White [\d.]+% \(.*\), of Black [\d.]+% \(.*\)$`)

func TestAnalyze(t *testing.T) {
	source, err := os.ReadFile(analyzeFile)
	if err != nil {
		t.Fatal(err)
	}
	originals, broken := readGames(t, string(source))
	dir := t.TempDir()
	output, html := filepath.Join(dir, "out.pgn"), filepath.Join(dir, "out.html")
	if err := os.WriteFile(output, bytes.Repeat([]byte("old text\n"), 10000), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := runTest([]string{"analyze", analyzeFile, "-o", output, "-html", html, "-nodes", "300"},
		strings.NewReader(""), &stdout, &stderr)
	if code != cli.Done || stdout.Len() != 0 ||
		len(gameEnd.FindAllString(stderr.String(), -1)) != len(originals) ||
		!strings.HasSuffix(stderr.String(), "4 games analysed; 1 broken games skipped\n") ||
		!strings.Contains(stderr.String(), "game 3: move 2") {
		t.Fatalf("exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
	written, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	games, bad := readGames(t, string(written))
	if len(games) != 4 || len(originals) != 4 || broken != 1 || bad != 0 {
		t.Fatalf("%d games written of %d, %d broken of %d", len(games), len(originals), bad, broken)
	}
	for n, g := range games {
		checkAnalyzed(t, n, originals[n], g)
	}
	for _, want := range []string{"Rxd7 $3 {[%eval",
		"] weak [%csl Gg4]} (3... exd4 4. Nxd4 (4. Qxd4) 4... Nf6)",
		"{Played in a box at the opera.} 1. e4",
		`[ECO "C41"]`, `[Annotator "Sente `, "] [%clk 0:02:39]}", "12. O-O-O"} {
		if !strings.Contains(strings.ReplaceAll(string(written), "\n", " "), want) {
			t.Errorf("%q is missing in\n%s", want, written)
		}
	}
	page, err := os.ReadFile(html)
	if err != nil || !bytes.HasPrefix(page, []byte("<!DOCTYPE html>")) ||
		!bytes.Contains(page, []byte("Morphy, Paul")) || bytes.Contains(page, []byte("<b>bert")) {
		t.Errorf("the page: %v, %d bytes", err, len(page))
	}

	// The games are the same from standard input, and a second run writes the same text to standard
	// output.
	stdout.Reset()
	code = runTest([]string{"analyze", "-", "-nodes", "300"}, bytes.NewReader(source), &stdout,
		&stderr)
	if code != cli.Done || stdout.String() != string(written) {
		t.Errorf("exit code %d; standard output differs from the file:\n%s\n%s", code, &stdout,
			written)
	}
}

// checkAnalyzed checks that a game is as it was, except that each move which does not end it has a
// score.
func checkAnalyzed(t *testing.T, n int, old, g *pgn.Game) {
	t.Helper()
	if len(g.Moves) != len(old.Moves) || g.Result != old.Result ||
		g.Start.FEN() != old.Start.FEN() ||
		old.Tag("White") != "" && g.Tag("White") != old.Tag("White") {
		t.Errorf("game %d: %d moves of %d, result %s, start %s", n+1, len(g.Moves), len(old.Moves),
			g.Result, g.Start.FEN())
		return
	}
	for i := range g.Moves {
		m, o := &g.Moves[i], &old.Moves[i]
		score, _ := pgn.Command(m.Comment, "eval")
		if mated := n < 2 && i == len(g.Moves)-1; m.Move != o.Move || (score == "") != mated ||
			!strings.HasSuffix(m.Comment, o.Comment) || len(m.Variations) < len(o.Variations) ||
			len(m.NAGs) < len(o.NAGs) {
			t.Errorf("game %d, half-move %d: %+v, read as %+v", n+1, i+1, m, o)
		}
	}
}

// TestAnalyzeFails: if there is an error, files that existed stay as they are.
func TestAnalyzeFails(t *testing.T) {
	dir := t.TempDir()
	games, output := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "out.pgn")
	for name, text := range map[string]string{games: "1. e4 e4 *\n\n[Event \"x\"]\n\n1. d5 *\n",
		output: "old"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "link.pgn")
	if err := os.Symlink(games, link); err != nil {
		link = games
	}
	for _, tc := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{games, "-o", output}, cli.Failed, "no game could be analysed"},
		{[]string{games, "-o", link}, cli.Failed, "would be written over"},
		{[]string{games, "-html", games}, cli.Failed, "would be written over"},
		{[]string{filepath.Join(dir, "none.pgn")}, cli.Failed, "none.pgn"},
		{[]string{games, "-o", filepath.Join(dir, "none", "x.pgn")}, cli.Failed, "none"},
		{[]string{games, "-o", output, "-html", output}, cli.Misunderstood, "same file"},
		{[]string{games, "-o", filepath.Join(dir, "new"), "-html", dir + "/./new"},
			cli.Misunderstood, "same file"},
		{[]string{games, "-html", "-"}, cli.Misunderstood, "same file"},
		{[]string{}, cli.Misunderstood, "at least one file"},
		{[]string{games, "-lines", "some"}, cli.Misunderstood, "some"},
		{[]string{games, "-eval", "Tarot"}, cli.Misunderstood, "Tarot"},
		{[]string{games, "-fen", "x"}, cli.Misunderstood, "-fen"},
	} {
		var stdout, stderr bytes.Buffer
		code := runTest(append([]string{"analyze", "-nodes", "100"}, tc.args...),
			strings.NewReader(""), &stdout, &stderr)
		if code != tc.code || !strings.Contains(stderr.String(), tc.want) || stdout.Len() > 0 {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q, want %d and %q", tc.args, code,
				&stdout, &stderr, tc.code, tc.want)
		}
		if text, err := os.ReadFile(output); err != nil || string(text) != "old" {
			t.Fatalf("%q: the old file holds %q, %v", tc.args, text, err)
		}
		if text, err := os.ReadFile(games); err != nil ||
			!strings.HasPrefix(string(text), "1. e4 e4") {
			t.Fatalf("%q: the games are gone: %q, %v", tc.args, text, err)
		}
	}
}

// TestAnalyzeLines: -lines applies to the games, and to those that the page copies.
func TestAnalyzeLines(t *testing.T) {
	const game = "1. f3 e5 2. g4 Qh4# 0-1\n"
	html := filepath.Join(t.TempDir(), "out.html")
	var lengths []int
	for _, lines := range []string{"none", "marked", "all"} {
		var stdout, stderr bytes.Buffer
		args := []string{"analyze", "-", "-nodes", "300", "-html", html, "-lines", lines}
		if code := runTest(args, strings.NewReader(game), &stdout, &stderr); code != cli.Done {
			t.Fatalf("-lines %s: exit code %d, stderr %q", lines, code, &stderr)
		}
		page, err := os.ReadFile(html)
		if err != nil {
			t.Fatal(err)
		}
		_, moves, _ := strings.Cut(strings.TrimSpace(stdout.String()), "\n\n")
		text, err := json.Marshal(moves) // in the form that the page holds
		if err != nil || !bytes.Contains(page, bytes.Trim(text, `"`)) {
			t.Errorf("-lines %s: the page does not copy %s, %v", lines, text, err)
		}
		lengths = append(lengths, len(moves))
	}
	if lengths[0] >= lengths[1] || lengths[1] >= lengths[2] {
		t.Errorf("with none, marked and all lines the games have %d bytes", lengths)
	}
}

// TestAnalyzeInterrupted: an interrupt ends a wait for more games. So does closing the terminal.
// The games before it are kept.
func TestAnalyzeInterrupted(t *testing.T) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // else the test itself was started to outlive the terminal
		signals = append(signals, syscall.SIGHUP)
	}
	for _, sign := range signals {
		dir := t.TempDir()
		c := clitest.Command(dir, "analyze", "-", "-nodes", "100", "-o", "out.pgn")
		const input = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. e4"
		code, said := interruptBy(t, sign, c, input, "game 1:")
		if code != cli.Interrupted || !strings.Contains(said, "; what was analysed is written") {
			t.Errorf("%v: exit code %d: %s", sign, code, said)
		}
		written, err := os.ReadFile(filepath.Join(dir, "out.pgn"))
		if games, _ := readGames(t, string(written)); len(games) != 1 ||
			games[0].Tag("White") != "A" {
			t.Errorf("%v: written is %q, %v", sign, written, err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("%v: files left: %v", sign, left)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write(b []byte) (int, error) { return len(b) / 2, errors.New("disk full") }

// TestOutputThatFails: if a write to an output failed, the file that existed stays as it is.
func TestOutputThatFails(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.pgn")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := openOutput(t.Context(), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Write([]byte("a game"))
	disk := o.w
	o.w = fullDisk{}
	if _, err := o.Write([]byte("another game")); err == nil {
		t.Error("a full disk is no error")
	}
	o.w = disk
	o.Write([]byte("one more"))
	o.Close()
	if text, err := os.ReadFile(name); err != nil || string(text) != "old" {
		t.Errorf("it holds %q, %v", text, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("files left: %v", left)
	}
}

// TestSummary: the summary gives each side its own numbers, and says where an analysis stopped.
func TestSummary(t *testing.T) {
	g := &analyze.Game{
		PGN:      &pgn.Game{Result: pgn.Drawn, Moves: make([]pgn.Move, 5)},
		Moves:    make([]analyze.Move, 3),
		Accuracy: [2]float64{91.26, 45},
		Judged:   [2]int{2, 1},
		Marks:    [2][4]int{{1, 2, 3, 4}, {9, 8, 7, 6}},
		Found:    make([]analyze.Found, 4),
	}
	g.PGN.SetTag("White", "A")
	g.Positions = append(g.Positions, make([]board.Position, 6)...)
	const want = "game 7: A - ? 1/2-1/2; accuracy of White 91.3% (2?! 3? 4??), " +
		"of Black 45.0% (8?! 7? 6??); stopped after 3 of 5 half-moves"
	if got := summary(7, g); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c := call{movetime: time.Second, nodes: 7, depth: 9}
	all := search.Limits{MoveTime: time.Second, HasMoveTime: true, Nodes: 7, Depth: 9}
	if got := c.limits(time.Minute); got != all {
		t.Errorf("limits %+v, want %+v", got, all)
	}
	c = call{depth: 9}
	if got, want := c.limits(time.Minute), (search.Limits{Depth: 9}); got != want {
		t.Errorf("limits %+v, want %+v", got, want)
	}
}

// TestAnalyzeTooLong: a game that is longer than any real game can be is skipped, and the next game
// is analysed.
func TestAnalyzeTooLong(t *testing.T) {
	var stdout, stderr bytes.Buffer
	games := "[White \"long\"]\n\n" + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 5001) +
		"*\n\n[White \"short\"]\n\n1. e4 *\n"
	code := runTest([]string{"analyze", "-", "-nodes", "50"}, strings.NewReader(games), &stdout,
		&stderr)
	if code != cli.Done || !strings.Contains(stdout.String(), "short") ||
		!strings.Contains(stderr.String(), "1 games analysed; 1 broken games skipped") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
}

// TestAnalyzeOfNoName: an empty name means a file that does not exist. It does not mean that no
// report was asked for.
func TestAnalyzeOfNoName(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := runTest([]string{"analyze", "", "-nodes", "50"}, strings.NewReader(""),
		&stdout, &stderr)
	if code != cli.Failed || !strings.Contains(stderr.String(), "no such file") {
		t.Errorf("exit code %d, stderr %q", code, &stderr)
	}
}

// TestAnalyzeOfAMissingFile: a missing input is reported before anything is analysed, and the old
// output stays.
func TestAnalyzeOfAMissingFile(t *testing.T) {
	folder := t.TempDir()
	out, games := filepath.Join(folder, "out.pgn"), filepath.Join(folder, "games.pgn")
	for name, text := range map[string]string{out: "old", games: "1. e4 *\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	code := runTest([]string{"analyze", games, games + "x", "-nodes", "50", "-o", out},
		strings.NewReader(""), &stdout, &stderr)
	now, err := os.ReadFile(out)
	if code != cli.Failed || string(now) != "old" || strings.Contains(stderr.String(), "game 1") {
		t.Errorf("exit code %d, stderr %q; the output holds %q, %v", code, &stderr, now, err)
	}
}
