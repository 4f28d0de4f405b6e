package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sente/datagen"
	"sente/internal/cli/clitest"
)

// TestManyProcesses plays in two processes at a time, each into its own file, and then merges the
// files.
func TestManyProcesses(t *testing.T) {
	const games = 40
	dir := t.TempDir()
	files := []string{"a.games", "b.games"}
	var said [2]bytes.Buffer
	var wait [2]func() error
	for i, file := range files {
		c := clitest.Command(dir,
			append([]string{"selfplay", "-out", file, "-games", fmt.Sprint(games)}, quick...)...)
		c.Stdout, c.Stderr = &said[i], &said[i]
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		wait[i] = c.Wait
	}
	for i := range files {
		if err := wait[i](); err != nil ||
			!strings.Contains(said[i].String(), fmt.Sprintf("%s: %d games", files[i], games)) {
			t.Errorf("%v:\n%s", err, said[i].String())
		}
	}
	clitest.Must(t, dir, append([]string{"merge", "-out", "all.games"}, files...)...)
	out := clitest.Must(t, dir, "verify", "all.games")
	if !strings.HasPrefix(out, fmt.Sprintf("%d games, ", 2*games)) {
		t.Errorf("verify says %s", out)
	}
	of := func(line string) string {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		return rest
	}
	all := of(clitest.Must(t, dir, "stats", "-count", "all.games"))
	both := clitest.Must(t, dir, append([]string{"stats", "-count"}, files...)...)
	counted := strings.Split(strings.TrimSpace(both), "\n")
	if together := of(counted[len(counted)-1]); all != together || all == "" {
		t.Errorf("merged: %s; the two: %s", all, together)
	}
	// Each process has drawn its own seed, so no game is there twice.
	out = clitest.Must(t, dir, "filter", "-unique", "-out", "unique.games", "all.games")
	if !strings.Contains(out, fmt.Sprintf("%d of %d games", 2*games, 2*games)) {
		t.Errorf("filter says %s", out)
	}
}

// TestKilledGenerator kills one of two generators after its first block, with SIGKILL where there
// is one. Only the block that it was about to write is lost: its file holds the first games that an
// undisturbed generator of the same seed plays. Merge and verify accept the file even if the kill
// cut a block in two. The same command continues it.
func TestKilledGenerator(t *testing.T) {
	const tooMany = "100000" // a limit, so that the process ends even if this test dies
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	play := func(file, seed, games string) []string {
		return append([]string{"selfplay", "-out", file, "-seed", seed, "-games", games}, quick...)
	}
	clitest.Must(t, dir, play("a.games", "1", "20")...)
	killed := clitest.Command(dir, play("b.games", "2", tooMany)...)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	defer killed.Process.Kill()
	var seen []string
	waitFor(t, "a game", func() bool {
		seen, _ = wholeGames(t, path("b.games"))
		return len(seen) > 0
	})
	killed.Process.Kill()
	killed.Wait()
	left, end := wholeGames(t, path("b.games"))
	if len(left) < len(seen) {
		t.Fatalf("%d games were in the file, %d are after the kill", len(seen), len(left))
	}
	more := fmt.Sprint(len(left) + 1)
	clitest.Must(t, dir, play("whole.games", "2", more)...)
	whole, _ := wholeGames(t, path("whole.games"))
	if len(whole) != len(left)+1 || !slices.Equal(whole[:len(left)], left) {
		t.Fatalf("%d games of a generator that was killed are not the first %d of one that was not",
			len(left), len(whole))
	}

	// As if the kill had come while a block was written.
	data, err := os.ReadFile(path("b.games"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path("cut.games"),
		append(data[:end:end], data[128:168]...), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"b.games", "cut.games"} {
		merged := "merged-" + file
		status, out, errs := clitest.Run(t, dir, "merge", "-out", merged, "a.games", file)
		torn := fmt.Sprintf("%s: offset %d: the file ends inside a block", file, end)
		if clean := status == 0 && errs == ""; !clean &&
			(status != 1 || !strings.Contains(errs, torn)) || clean && file == "cut.games" {
			t.Errorf("merging %s: status %d\n%s%s", file, status, out, errs)
		}
		all := fmt.Sprintf("%d games, ", 20+len(left))
		if out := clitest.Must(t, dir, "verify", merged); !strings.HasPrefix(out, all) ||
			!strings.HasSuffix(out, ", 0 games are wrong\n") {
			t.Errorf("verify says %s, want %s", out, all)
		}
		clitest.Must(t, dir, play(file, "2", more)...)
		if games, _ := wholeGames(t, path(file)); !slices.Equal(games, whole) {
			t.Errorf("%s, continued, has %d games, not those of a generator that nobody killed",
				file, len(games))
		}
	}
}

// TestFileInUse: a file that another process is writing is not replaced. Otherwise that process
// would go on writing into a file without a name.
func TestFileInUse(t *testing.T) {
	dir := t.TempDir()
	inputs(t, dir)
	games, _, err := datagen.OpenAppend(filepath.Join(dir, "g.games"),
		func(datagen.Header) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	tree := datagen.Tree{Path: filepath.Join(dir, "t.packed")}
	if err := tree.Open(); err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	before := folder(t, dir)
	for _, args := range []string{
		"import -force -out g.games g.txt", "import -train t.packed g.txt",
		"mix -out t.packed v.packed",
	} {
		refused(t, dir, args, datagen.ErrLocked.Error())
	}
	if after := folder(t, dir); !maps.Equal(before, after) {
		t.Errorf("left %d files, not the %d as they were", len(after), len(before))
	}
}

// wholeGames returns the games in the whole blocks of a file, and where these blocks end. The file
// may be cut off anywhere, or not exist yet.
func wholeGames(t *testing.T, path string) (games []string, end int64) {
	t.Helper()
	r, err := datagen.OpenReader(path)
	cut, ok := errors.AsType[*datagen.FormatError](err)
	if errors.Is(err, os.ErrNotExist) || ok && cut.Truncated {
		return nil, 0
	}
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		var g datagen.Game
		err := r.Next(&g)
		cut, ok := errors.AsType[*datagen.FormatError](err)
		if err == io.EOF || ok && cut.Truncated {
			return games, end
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games,
			fmt.Sprint(g.ID, g.Result, g.Reason, g.Start.ShredderFEN(), g.Moves, g.Scores))
		_, end = g.Read()
	}
}
