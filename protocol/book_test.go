package protocol

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sente/board"
	"sente/book"
	"sente/internal/boardtest"
)

// makeBook writes a book that knows some lines of UCI moves from a position.
func makeBook(t *testing.T, fen string, lines ...string) (name string) {
	t.Helper()
	b := book.NewBuilder(100, t.TempDir())
	defer b.Close()
	start := boardtest.Position(t, fen)
	for _, line := range lines {
		var moves []board.Move
		pos := start
		for _, text := range strings.Fields(line) {
			m, err := pos.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, m)
			before := pos
			before.Make(m, &pos)
		}
		if err := b.Add(&start, moves, 1); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "a book.bin"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := b.Write(t.Context(), file, 1); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}

func TestBook(t *testing.T) {
	name := makeBook(t, board.StartFEN, "a2a4 h7h5 b2b3", "a2a4 h7h5 b2b3", "h2h4")
	const limit = " depth 1"
	tests := []struct {
		name  string
		lines []string // sent after the book is set and Book Choice is best
		want  string   // the book's answer; empty: a search
	}{
		{"a clock", []string{"go wtime 1000 btime 1000" + limit}, "a2a4"},
		{"a movetime", []string{"go movetime 10" + limit}, "a2a4"},
		{"later", []string{"position startpos moves a2a4 h7h5", "go wtime 1000 btime 1000" + limit},
			"b2b3"},
		{"Black", []string{"position startpos moves a2a4", "go wtime 1000 btime 1000" + limit},
			"h7h5"},
		{"only the opponent's clock", []string{"go btime 1000" + limit}, ""},
		{"not in the book",
			[]string{"position startpos moves e2e4", "go wtime 1000 btime 1000" + limit}, ""},
		{"too deep", []string{"setoption name Book Depth value 1",
			"position startpos moves a2a4 h7h5", "go movetime 10" + limit}, ""},
		{"deep enough", []string{"setoption name Book Depth value 2",
			"position startpos moves a2a4 h7h5", "go movetime 10" + limit}, "b2b3"},
		{"no clock", []string{"go" + limit}, ""},
		{"ponder", []string{"go ponder movetime 10" + limit, "ponderhit"}, ""},
		{"infinite", []string{"go infinite movetime 10" + limit, "stop"}, ""},
		{"searchmoves", []string{"go searchmoves e2e4 movetime 10" + limit}, ""},
		{"mate", []string{"go mate 1 movetime 10" + limit}, ""},
		{"MultiPV", []string{"setoption name MultiPV value 2", "go movetime 10" + limit}, ""},
		{"analysis",
			[]string{"setoption name UCI_AnalyseMode value true", "go movetime 10" + limit}, ""},
		{"OwnBook off", []string{"setoption name OwnBook value false", "go movetime 10" + limit},
			""},
		{"book taken away",
			[]string{"setoption name BookFile value <empty>", "go movetime 10" + limit}, ""},
		{"a book that is none", []string{"setoption name BookFile value " + os.Args[0],
			"go movetime 10" + limit}, "a2a4"},
		{"a book that is not there", []string{"setoption name BookFile value nowhere.bin",
			"go movetime 10" + limit}, "a2a4"},
	}
	for _, tc := range tests {
		c := newTalk(t)
		c.send("uci", "setoption name OwnBook value true", "setoption name BookFile value "+name,
			"setoption name Book Choice value best")
		c.send(tc.lines...)
		seen := c.until("bestmove")
		fromBook := slices.Contains(seen, "info string book move")
		if fromBook != (tc.want != "") || fromBook && seen[len(seen)-1] != "bestmove "+tc.want {
			t.Errorf("%s: %q, from the book %t, want %q",
				tc.name, seen[len(seen)-1], fromBook, tc.want)
		}
		refused := count(seen, "info string BookFile: ") == 1
		if refused != strings.HasPrefix(tc.name, "a book that is") {
			t.Errorf("%s: %q, want a message about BookFile when it is refused", tc.name, seen)
		}
		if rest := c.finish(); count(rest, "bestmove") > 0 {
			t.Errorf("%s: more than one answer: %q", tc.name, rest)
		}
	}
}

// TestBookChess960: UCI_Chess960 says how a castling move of the book is written.
func TestBookChess960(t *testing.T) {
	const fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
	name := makeBook(t, fen, "e1h1")
	for on, want := range map[string]string{"true": "bestmove e1h1", "false": "bestmove e1g1"} {
		c := newTalk(t)
		c.send("uci", "setoption name UCI_Chess960 value "+on, "setoption name OwnBook value true",
			"setoption name BookFile value "+name, "position fen "+fen, "go movetime 10")
		seen := c.until("bestmove")
		if seen[len(seen)-1] != want || !slices.Contains(seen, "info string book move") {
			t.Errorf("UCI_Chess960 %s: %q, want %q from the book", on, seen, want)
		}
		c.finish()
	}
}

// TestOldBookIsClosed: another book, or none, closes the old book's file.
func TestOldBookIsClosed(t *testing.T) {
	name := makeBook(t, board.StartFEN, "e2e4")
	for _, next := range []string{name, ""} {
		o := newOpening()
		if err := o.open(name); err != nil {
			t.Fatal(err)
		}
		old := o.file
		if err := o.open(next); err != nil {
			t.Fatal(err)
		}
		if _, err := old.Stat(); !errors.Is(err, os.ErrClosed) {
			t.Errorf("after the book %q the old one is open: %v", next, err)
		}
		if o.file != nil {
			o.file.Close()
		}
	}
}
