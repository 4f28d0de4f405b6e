package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sente/internal/cli/clitest"
)

// TestManyProcesses plays in two processes at a time, each into its own file, and joins the files.
func TestManyProcesses(t *testing.T) {
	const games = 40
	dir := t.TempDir()
	files := []string{"a.games", "b.games"}
	var said [2]bytes.Buffer
	var wait [2]func() error
	for i, file := range files {
		c := clitest.Command(dir, append([]string{"selfplay", "-out", file, "-games", fmt.Sprint(games)}, quick...)...)
		c.Stdout, c.Stderr = &said[i], &said[i]
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		wait[i] = c.Wait
	}
	for i := range files {
		if err := wait[i](); err != nil || !strings.Contains(said[i].String(), fmt.Sprintf("%s: %d games", files[i], games)) {
			t.Errorf("%v:\n%s", err, said[i].String())
		}
	}
	clitest.Must(t, dir, append([]string{"merge", "-out", "all.games"}, files...)...)
	if out := clitest.Must(t, dir, "verify", "all.games"); !strings.HasPrefix(out, fmt.Sprintf("%d games, ", 2*games)) {
		t.Errorf("verify says %s", out)
	}
	of := func(line string) string { _, rest, _ := strings.Cut(strings.TrimSpace(line), ": "); return rest }
	all := of(clitest.Must(t, dir, "stats", "-count", "all.games"))
	counted := strings.Split(strings.TrimSpace(clitest.Must(t, dir, append([]string{"stats", "-count"}, files...)...)), "\n")
	if together := of(counted[len(counted)-1]); all != together || all == "" {
		t.Errorf("merged: %s; the two: %s", all, together)
	}
	// Each has drawn its own seed: no game is there twice.
	if out := clitest.Must(t, dir, "filter", "-unique", "-out", "unique.games", "all.games"); !strings.Contains(out, fmt.Sprintf("%d of %d games", 2*games, 2*games)) {
		t.Errorf("filter says %s", out)
	}
}
