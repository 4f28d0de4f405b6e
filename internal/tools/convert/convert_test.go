package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/internal/boardtest"
)

// TestWonEndings: these are the endings that every engine must win without tables.
// docs/experiments/search-endings.md says how many more are won, and with how many nodes.
func TestWonEndings(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games")
	}
	const nodes = 20000
	for _, fen := range []string{
		"8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
		"8/8/8/3k4/8/8/8/KR6 w - - 0 1",
		"8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
		"8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
		"8/8/8/3k4/2p5/8/1P2K3/6R1 w - - 0 1",
		"8/8/8/3kr3/8/8/8/KQ6 w - - 0 1",
		"3r4/8/5Q2/K7/8/8/8/3k4 w - - 0 1",
		"4Q3/r7/7K/8/7k/8/8/8 w - - 0 1",
		"8/8/8/8/3r3Q/8/5K2/1k6 w - - 0 1",
		"8/1r2K3/8/3Q4/8/7k/8/8 w - - 0 1",
		"8/8/8/8/2kr4/K7/8/Q7 w - - 0 1",
		"8/8/k7/5Q2/1r6/5K2/8/8 w - - 0 1",
		"8/8/8/1k6/8/2Q2K2/r7/8 w - - 0 1",
	} {
		p := boardtest.Position(t, fen)
		if how, err := newPlayers(nodes).convert(&p, nil); how != "" || err != nil {
			t.Errorf("%s: %s, %v", fen, how, err)
		}
	}
}

// TestReadFailure: a line that is too long is an error. It must not end the list silently.
func TestReadFailure(t *testing.T) {
	text := "8/8/8/3k4/8/8/8/KQ6 w - -\n8/8/8/3k4/8/8/8/KR6 w - - " +
		strings.Repeat("c", 70_000) + "\n"
	if all, err := read(strings.NewReader(text)); err == nil {
		t.Errorf("%d positions and no error", len(all))
	}
}

// TestRun: there are a win, a loss and a draw, and the first two are played. The tables are those
// of the tests of package syzygy.
func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.epd")
	lines := "8/8/8/3k4/8/8/8/KQ6 w - - bm Qb5+; id \"a\";\nk7/8/1K6/8/8/8/8/7R b - - id \"b\";\n" +
		"8/8/8/3k4/3P4/3K4/8/8 b - - id \"c\";\n"
	if err := os.WriteFile(path, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	tables := filepath.Join("..", "..", "..", "syzygy", "testdata")
	var out bytes.Buffer
	if err := run(&out, path, tables, 3000); err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		rows = append(rows, strings.Join(strings.Fields(line), " "))
	}
	got, want := strings.Join(rows, "; "), "KQvK 1 of 1; KRvK 1 of 1; all 2 of 2, 3 positions read"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r, closed := io.Pipe()
	r.Close()
	for name, err := range map[string]error{
		"no file":   run(&out, path+"x", tables, 1),
		"no EPD":    run(&out, "convert.go", tables, 1),
		"no tables": run(&out, path, t.TempDir(), 1),
		"no output": run(closed, path, tables, 3000),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
