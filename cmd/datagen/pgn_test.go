package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/datagen"
	"sente/internal/cli/clitest"
)

// TestImportPGN imports a match, with the flags of any import. It makes games and packed positions,
// reads a file and a pipe, and meets broken games in between.
func TestImportPGN(t *testing.T) {
	match, err := os.ReadFile("../../datagen/testdata/match.pgn")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "match.pgn"), match, 0o644)
	out := clitest.Must(t, dir, "import", "-out", "m.games", "-train", "t.packed",
		"-valid", "v.packed", "-hold-out", "2", "match.pgn")
	if !strings.Contains(out, "m.games: 4 games, 298 positions\n16 positions have no score\n") {
		t.Errorf("import says %s", out)
	}
	out = clitest.Must(t, dir, "verify", "m.games")
	if out != "4 games, 298 positions, 0 games are wrong\n" {
		t.Errorf("verify says %s", out)
	}
	out = clitest.Must(t, dir, "stats", "m.games")
	for _, want := range []string{
		"1-0                             1",
		"1/2-1/2                         1",
		"0-1                             2",
		"adjudicated win                 1",
		"adjudicated draw                1",
		"checkmate                       2",
		"no score                       16",
	} {
		if !strings.Contains(out, "  "+want+" ") {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	out = clitest.Must(t, dir, "inspect", "-games", "4", "m.games")
	if strings.Count(out, " d2d4 - g8f6 - c2c4 - ") != 1 {
		t.Errorf("inspect says %s", out)
	}
	for _, name := range []string{"t.packed", "v.packed"} {
		k, err := datagen.ReadPackedFile(filepath.Join(dir, name))
		if err != nil || len(k) == 0 {
			t.Errorf("%s: %d positions, %v", name, len(k), err)
		}
		for i := range k {
			if k[i].Score() == datagen.NoScore {
				t.Errorf("%s: position %d is labelled with no score", name, i)
			}
		}
	}

	broken := "[Event \"?\"]\n[Termination \"time forfeit\"]\n\n" +
		"1. e4 {+0.20/5 1s} e5 {-0.20/5 1s} 1-0\n\n[Event \"?\"]\n\n1. e4 e4 1-0\n\n"
	os.WriteFile(filepath.Join(dir, "broken.txt"), []byte(broken+string(match)+broken), 0o644)
	status, out, errs := clitest.Run(t, dir, "import", "-out", "b.games", "broken.txt", "match.pgn")
	if status != 1 || !strings.Contains(out, "b.games: 8 games, 596 positions\n") ||
		!strings.Contains(errs, "4 bad lines or games skipped") ||
		!strings.Contains(errs, "broken.txt:1: game 1: it ended by \"time forfeit\"") ||
		!strings.Contains(errs, "broken.txt:8: game 2: move 1") {
		t.Errorf("broken games: status %d\n%s%s", status, out, errs)
	}

	if _, err := os.Stat("/dev/stdin"); err != nil {
		t.Skip(err)
	}
	c := clitest.Command(dir, "import", "-out", "p.games", "/dev/stdin")
	c.Stdin = strings.NewReader(string(match))
	if out, err := c.CombinedOutput(); err != nil ||
		!strings.Contains(string(out), "p.games: 4 games, 298 positions") {
		t.Errorf("from a pipe: %s, %v", out, err)
	}
}

// TestHelpNamesPGN: the help on import mentions PGN.
func TestHelpNamesPGN(t *testing.T) {
	dir := t.TempDir()
	out := clitest.Must(t, dir, "help", "import")
	if !strings.Contains(out, "PGN") || !strings.Contains(out, ".pgn") {
		t.Errorf("help import says %s", out)
	}
}
