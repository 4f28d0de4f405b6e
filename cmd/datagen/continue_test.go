package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/datagen"
	"sente/internal/cli/clitest"
)

// quick holds flags for selfplay that make a game take milliseconds.
var quick = []string{"-nodes", "20", "-hash", "1", "-threads", "1"}

// TestContinueAsBegun continues a file with other settings: that is refused, and the file stays as
// it is. It also continues a file that does not tell its settings: that prints a warning.
func TestContinueAsBegun(t *testing.T) {
	dir := t.TempDir()
	evenNetwork(t, filepath.Join(dir, "other.nnue"))
	os.WriteFile(filepath.Join(dir, "book.epd"),
		[]byte("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\n"), 0o644)

	play := func(file, games string, more ...string) []string {
		return append(append([]string{"selfplay", "-out", file, "-games", games}, quick...),
			more...)
	}
	clitest.Must(t, dir, play("a.games", "3", "-seed", "5")...)
	before, _ := os.ReadFile(filepath.Join(dir, "a.games"))
	for _, tc := range []struct{ flag, value, says string }{
		{"-net", "other.nnue", "a.games: the file has games of another network"},
		{"-book", "book.epd", "a.games: the file has games of another book"},
		{"-dfrc", "16", "share of Chess960"},
		{"-win-score", "1999", "adjudication"},
		{"-nodes", "21", "20 nodes a move, not 21"},
		{"-seed", "6", `-seed was "5", is "6"`},
		{"-about", "mine", `-about was "self-play", is "mine"`},
	} {
		status, out, errs := clitest.Run(t, dir, play("a.games", "5", tc.flag, tc.value)...)
		if status != 1 || !strings.Contains(errs, tc.says) {
			t.Errorf("%s %s: status %d, want 1; want %q in\n%s%s",
				tc.flag, tc.value, status, tc.says, out, errs)
		}
	}
	if now, _ := os.ReadFile(filepath.Join(dir, "a.games")); !bytes.Equal(now, before) {
		t.Error("a file that was refused has changed")
	}
	const warning = "does not tell with which network and settings"
	for games, flags := range map[string][]string{
		"4": nil, "5": {"-seed", "5", "-about", "self-play"},
	} {
		status, _, errs := clitest.Run(t, dir, play("a.games", games, flags...)...)
		if status != 0 || strings.Contains(errs, warning) {
			t.Errorf("as begun with %q: status %d\n%s", flags, status, errs)
		}
	}

	// merge writes no marks into a file. Old files, from before there were marks, have none either.
	clitest.Must(t, dir, "merge", "-out", "m.games", "a.games")
	status, out, errs := clitest.Run(t, dir, play("m.games", "6", "-dfrc", "16")...)
	if status != 0 || !strings.Contains(errs, "m.games: "+warning) ||
		!strings.Contains(out, "m.games: 6 games") {
		t.Errorf("without marks: status %d\n%s%s", status, out, errs)
	}
}

// TestNoTreeNoGames: if the tree file can't be used, no game file is begun.
func TestNoTreeNoGames(t *testing.T) {
	dir := t.TempDir()
	tree := filepath.Join("none", "a.tree")
	status, _, errs := clitest.Run(t, dir, "selfplay", "-out", "a.games",
		"-games", "1", "-tree", tree)
	if left, _ := os.ReadDir(dir); status != 1 || !strings.Contains(errs, tree) || len(left) > 0 {
		t.Errorf("status %d, %q; left behind: %v", status, errs, left)
	}
}

// TestOneWriter: a second process can't write into a file that another process writes.
func TestOneWriter(t *testing.T) {
	dir := t.TempDir()
	const tooMany = "100000" // a limit, so that the process ends even if this test dies
	first := clitest.Command(dir,
		append([]string{"selfplay", "-out", "a.games", "-games", tooMany}, quick...)...)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	defer first.Process.Kill()
	path := filepath.Join(dir, "a.games")
	waitFor(t, "a block of games", func() bool { return sizeOf(path) > 200 })
	status, _, errs := clitest.Run(t, dir,
		append([]string{"selfplay", "-out", "a.games"}, quick...)...)
	want := "a.games: " + datagen.ErrLocked.Error()
	if status != 1 || !strings.Contains(errs, want) {
		t.Errorf("status %d, want 1 and %q:\n%s", status, want, errs)
	}
	first.Process.Kill() // this also frees its lock
	first.Wait()
	// The last block may be cut off.
	_, counted, _ := clitest.Run(t, dir, "stats", "-count", "a.games")
	games := strings.Fields(counted)[1]
	clitest.Must(t, dir,
		append([]string{"selfplay", "-out", "a.games", "-games", games}, quick...)...)
}
