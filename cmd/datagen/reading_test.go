package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/datagen"
	"sente/internal/cli/clitest"
)

// TestReading reads files of games and of text. The number of bytes shown as read must grow from 0
// to nearly all.
func TestReading(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 %d | 100 | 1.0\n", i%100+1)
	}
	lines := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(lines, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, name := range []string{"a.games", "b.games"} {
		clitest.Must(t, dir, "from-text", "-out", name, lines)
		paths = append(paths, filepath.Join(dir, name))
	}
	twice := []string{paths[0], paths[0]}
	tests := []struct {
		name  string
		paths []string
		read  func(visit func(*datagen.Game) error) error
	}{
		{"games", paths,
			func(visit func(*datagen.Game) error) error { return datagen.ReadGames(paths, visit) }},
		{"a file twice", twice, func(visit func(*datagen.Game) error) error {
			return datagen.ReadGames(twice, visit)
		}},
		{"text", []string{lines}, func(visit func(*datagen.Game) error) error {
			return datagen.ReadText([]string{lines}, visit, func(err error) { t.Error(err) })
		}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r := newReading(tc.paths)
			var all, first, last, steps int64
			for _, path := range tc.paths {
				info, err := os.Stat(path)
				if err != nil {
					t.Fatal(err)
				}
				all += info.Size()
			}
			err := tc.read(func(g *datagen.Game) error {
				now := r.done(g.Read())
				if now < last || now > all {
					return fmt.Errorf("%d bytes are read after %d, of %d", now, last, all)
				}
				if now > last {
					steps++
				}
				if steps == 1 {
					first = now
				}
				last = now
				return nil
			})
			if err != nil || steps < 2 || first > all/2 || last < all*9/10 {
				t.Errorf("%v; %d steps from %d to %d of %d bytes", err, steps, first, last, all)
			}
		})
	}
}
