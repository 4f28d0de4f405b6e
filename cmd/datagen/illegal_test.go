package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sente/board"
	"sente/datagen"
	"sente/internal/cli/clitest"
)

// TestIllegalMoveInGameFile: the second block of one of two files holds only game 77, which has an
// illegal move. Every command names that game, leaves it out and does the rest.
func TestIllegalMoveInGameFile(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "g.txt"), []byte(mate+mate), 0o644)
	clitest.Must(t, dir, "import", "-out", "good.games", "g.txt")
	offset := writeIllegal(t, dir)
	where := fmt.Sprintf("bad.games: offset %d: game 77: move 3: ", offset)
	games := []string{"bad.games", "good.games"} // four good games of four positions in all
	tests := []struct {
		args []string
		says string // part of standard output
	}{
		{[]string{"verify"}, "5 games, 19 positions, 1 games are wrong\n"},
		{[]string{"stats"}, "4 games, 16 positions, 4.0 a game\n"},
		{[]string{"pack", "-train", "t.packed", "-min-ply", "0"}, "t.packed: 8 positions\n"},
		{[]string{"to-text"}, " | -80 | 0.0\n"},
		{[]string{"wdl"}, ""}, // these games are too few for a fit
	}
	for _, tc := range tests {
		status, out, errs := clitest.Run(t, dir, append(tc.args, games...)...)
		if status != 1 || strings.Count(errs, where) != 1 {
			t.Errorf("%v: status %d, want 1; once %q in\n%s", tc.args, status, where, errs)
		}
		if tc.args[0] != "verify" && !strings.HasSuffix(errs, "1 bad lines or games skipped\n") {
			t.Errorf("%v: it ends with other words than what was skipped: %s", tc.args, errs)
		}
		if !strings.Contains(out, tc.says) {
			t.Errorf("%v: no %q in\n%s%s", tc.args, tc.says, out, errs)
		}
	}
	// An output that can't be written is reported before any game is read.
	for _, file := range [][]string{{"-counts", "none"}, {"-plot", "none/a.svg"}} {
		args := slices.Concat([]string{"wdl"}, file, games)
		status, _, errs := clitest.Run(t, dir, args...)
		if status != 1 || strings.Contains(errs, where) || !strings.Contains(errs, "none") {
			t.Errorf("%v: status %d, want 1; %s", args, status, errs)
		}
	}
	if k, err := datagen.ReadPackedFile(filepath.Join(dir, "t.packed")); err != nil || len(k) != 8 {
		t.Errorf("%d positions packed, %v", len(k), err)
	}
	_, out, _ := clitest.Run(t, dir, append([]string{"to-text"}, games...)...)
	if want := strings.Repeat(clitest.Must(t, dir, "to-text", "good.games"), 2); out != want {
		t.Errorf("to-text writes\n%s\nwant\n%s", out, want)
	}
	out = clitest.Must(t, dir,
		append([]string{"filter", "-legal", "-out", "legal.games"}, games...)...)
	if !strings.Contains(out, "4 of 5 games") {
		t.Errorf("filter says %s", out)
	}
}

// writeIllegal writes bad.games: the good game of good.games, then a game whose third move is
// illegal, then the good game again, each in a block of its own. It returns the offset of the
// second block.
func writeIllegal(t *testing.T, dir string) int64 {
	t.Helper()
	var good *datagen.Game
	err := datagen.ReadGames([]string{filepath.Join(dir, "good.games")},
		func(g *datagen.Game) error { good = g; return nil })
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "bad.games")
	file, err := datagen.Create(path, datagen.Header{})
	if err != nil {
		t.Fatal(err)
	}
	bad := *good
	bad.ID = 77
	bad.Moves = append([]board.Move(nil), good.Moves[:3]...)
	bad.Moves[2] = bad.Moves[0] // f2f3 a second time
	bad.Scores = good.Scores[:3]
	var offset int64
	for _, g := range []*datagen.Game{good, &bad, good} {
		if g == &bad {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			offset = info.Size()
		}
		if err := file.Add(g); err != nil {
			t.Fatal(err)
		}
		if err := file.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return offset
}
