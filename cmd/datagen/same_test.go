package main

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// TestSameFile: one file can't be written for two purposes, by whatever names, whether or not it
// exists.
func TestSameFile(t *testing.T) {
	dir := t.TempDir()
	inputs(t, dir)
	files := map[string]string{"bk.epd": "4k3/8/8/8/8/8/P7/4K3 w - -\n", "n.nnue": "x"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before := folder(t, dir)
	for _, args := range []string{
		"selfplay -out g.games -games 6 -nodes 30 -threads 1 -tree g.games",
		"selfplay -out new.games -games 1 -nodes 30 -threads 1 -tree ./new.games",
		"selfplay -out new.games -games 1 -nodes 30 -threads 1 -book bk.epd -tree bk.epd",
		"selfplay -out new.games -games 1 -nodes 30 -threads 1 -net n.nnue -tree ./n.nnue",
		"pack -train new.packed -valid ./new.packed -hold-out 2 g.games",
		"pack -train t.packed -valid ./t.packed -hold-out 2 g.games",
		"import -out new.games -train new.games g.txt",
		"import -train new.packed -valid ./new.packed -hold-out 2 g.txt",
		"import-positions -train new.packed -valid ./new.packed -hold-out 2 p.tsv",
	} {
		refused(t, dir, args, "same file")
		if after := folder(t, dir); !maps.Equal(before, after) {
			t.Fatalf("datagen %s: left %d files, not the %d as they were",
				args, len(after), len(before))
		}
	}
}
