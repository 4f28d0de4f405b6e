package app

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/internal/bom"
	"sente/internal/cli"
	"sente/search"
)

func TestReadSuite(t *testing.T) {
	const text = "\xef\xbb\xbf" + `# with a byte order mark
# a comment
r1b1k2r/1p1p1ppp/p2Qpn2/8/4P3/2q5/P1P2PPP/R1BK1B1R w kq - bm Qd4 Ba3; c0 "one; two"; id "first";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1;
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Kf1; acd 12
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm a1a8; # it had; bm Kf1; am
`
	puzzles, err := readSuite(strings.NewReader(text), "x.epd")
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		id, want string
	}{{"first", "bm Qd4 Ba3"}, {"x.epd:4", "dm 1"}, {"x.epd:5", "am Kf1"},
		{"x.epd:6", "bm a1a8"}}
	if len(puzzles) != len(want) {
		t.Fatalf("%d puzzles, want %d", len(puzzles), len(want))
	}
	for i, w := range want {
		if p := &puzzles[i]; p.id != w.id || p.want != w.want {
			t.Errorf("puzzle %d is %q, %q, want %q, %q", i, p.id, p.want, w.id, w.want)
		}
	}
	if len(puzzles[0].best) != 2 {
		t.Errorf("best moves %v, want two", puzzles[0].best)
	}
}

func TestReadSuiteRejects(t *testing.T) {
	const fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - "
	for _, line := range []string{
		"hello", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "8/8/8/8/8/8/8/8 w - - bm Ra8;",
		fen + "id \"nothing to solve\";",
		fen + "bm Ra9;", fen + "bm;", fen + "am;", fen + "dm x;", fen + "dm 0;",
		fen + "dm 9223372036854775807;", fen + "bm Ra8; bm Kf1;", fen + "# bm Ra8;",
	} {
		_, err := readSuite(strings.NewReader("\n"+line), "x.epd")
		if err == nil || !strings.HasPrefix(err.Error(), "x.epd:2: ") {
			t.Errorf("%q: error %v, want one that names x.epd:2", line, err)
		}
	}
}

// TestReadSuiteInUTF16: the error says how to save the file.
func TestReadSuiteInUTF16(t *testing.T) {
	_, err := readSuite(strings.NewReader("\xff\xfe6\x00k\x001\x00"), "x.epd")
	if !errors.Is(err, bom.ErrUTF16) || !strings.HasPrefix(err.Error(), "x.epd:1: ") {
		t.Errorf("error %v, want %v", err, bom.ErrUTF16)
	}
}

func TestSolves(t *testing.T) {
	pos := boardtest.Position(t, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	parse := func(text string) board.Move {
		m, err := pos.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	good, bad := parse("a1a8"), parse("g1f1")
	tests := []struct {
		name   string
		puzzle puzzle
		result search.Result
		want   bool
	}{
		{"bm played", puzzle{best: []board.Move{bad, good}}, search.Result{Best: good}, true},
		{"bm missed", puzzle{best: []board.Move{good}}, search.Result{Best: bad}, false},
		{"am avoided", puzzle{avoid: []board.Move{bad}}, search.Result{Best: good}, true},
		{"am played", puzzle{avoid: []board.Move{bad}}, search.Result{Best: bad}, false},
		{"dm found", puzzle{mate: 2}, search.Result{Best: good, Score: eval.MateIn(3)}, true},
		{"dm found faster", puzzle{mate: 2}, search.Result{Best: good, Score: eval.MateIn(1)},
			true},
		{"dm found by another move", puzzle{mate: 2, best: []board.Move{good}},
			search.Result{Best: bad, Score: eval.MateIn(3)}, true},
		{"dm too slow", puzzle{mate: 2}, search.Result{Best: good, Score: eval.MateIn(5)}, false},
		{"dm beyond all mates", puzzle{mate: 20_000}, search.Result{Best: good, Score: 900}, false},
		{"dm beyond all mates, mated", puzzle{mate: 40_000},
			search.Result{Best: good, Score: eval.MatedIn(2)}, false},
		{"dm without a mate", puzzle{mate: 2, best: []board.Move{good}},
			search.Result{Best: good, Score: 900}, false},
	}
	for _, tc := range tests {
		if got := tc.puzzle.solves(tc.result); got != tc.want {
			t.Errorf("%s: %t, want %t", tc.name, got, tc.want)
		}
	}
}

// TestPuzzleWithClocks: the clocks of a FEN may stand before the operations.
func TestPuzzleWithClocks(t *testing.T) {
	p, err := parsePuzzle("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 7 31 bm Ra8#; id \"a\";")
	if err != nil || len(p.best) != 1 || p.id != "a" || p.pos.HalfmoveClock() != 7 {
		t.Errorf("%+v, %v", p, err)
	}
}

func FuzzParsePuzzle(f *testing.F) {
	f.Add(`6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "a; b"`)
	f.Fuzz(func(t *testing.T, line string) {
		p, err := parsePuzzle(line)
		if err == nil && len(p.best) == 0 && len(p.avoid) == 0 && p.mate == 0 {
			t.Fatalf("%q holds nothing to solve", line)
		}
	})
}

// TestEmptySuite: a suite without a puzzle is an error and does not count as solved.
func TestEmptySuite(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.epd", []byte("# nothing yet\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := runTest([]string{"epd", "a.epd"}, strings.NewReader(""), &stdout, &stderr)
	if code != cli.Failed || stdout.Len() > 0 || !strings.Contains(stderr.String(), "no position") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
}

// TestReadSuiteToItsEnd: a line that can't be read is reported. It must not end the suite silently.
func TestReadSuiteToItsEnd(t *testing.T) {
	const good = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8;\n"
	for length, said := range map[int]string{
		1 << 17: "", 1 << 21: "x.epd:2: a line of more than 1048576 bytes",
	} {
		long := good[:len(good)-1] + strings.Repeat(" ", length) + "\n"
		puzzles, err := readSuite(strings.NewReader(good+long+good), "x.epd")
		if said == "" && (err != nil || len(puzzles) != 3) ||
			said != "" && (err == nil || err.Error() != said) {
			t.Errorf("a line of %d bytes: %d of three positions, %v, want %q", length, len(puzzles),
				err, said)
		}
	}
	// A number among the operations is no clock unless another one follows.
	p, err := parsePuzzle("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 7 bm; bm Ra8;")
	if err != nil || p.pos.HalfmoveClock() != 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestEPDFiles: the positions of all files are solved, and none depends on the positions before it.
func TestEPDFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const missed = "4k3/pp3ppp/8/3q4/4P3/8/PP3PPP/4K3 w - - am exd5; id \"x\";\n"
	for name, text := range map[string]string{"a.epd": missed + missed,
		"b.epd": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n" + missed} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	code := runTest([]string{"epd", "a.epd", "b.epd", "-nodes", "3000", "-eval", "Material"},
		strings.NewReader(""), &stdout, &stderr)
	lines := strings.Split(stdout.String(), "\n")
	if code != cli.Done || len(lines) != 5 || lines[3] != "solved 1 of 4" {
		t.Fatalf("exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
	if lines[0] != lines[1] || lines[1] != lines[2] ||
		!strings.HasPrefix(lines[0], "x: want am exd5, got exd5 (score ") {
		t.Errorf("the same position three times: %q", lines[:3])
	}
}
