//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package syzygy

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"sente/board"
)

// TestCutWhileMapped: a mapped file that loses its end turns probes into misses.
func TestCutWhileMapped(t *testing.T) {
	dir := t.TempDir()
	copyTables(t, dir, "KPvK.rtbw")
	tables := open(t, dir)
	p := position(t, "8/8/8/8/8/1P1k4/8/K7 w - - 0 1")
	if _, ok := tables.ProbeWDL(p); !ok {
		t.Fatal("miss while the file is whole")
	}
	if err := os.Truncate(filepath.Join(dir, "KPvK.rtbw"), 0); err != nil {
		t.Fatal(err)
	}
	if w, ok := tables.ProbeWDL(p); ok {
		t.Errorf("outcome %v from a file that is gone", w)
	}
	if _, ok := tables.ProbeDTZ(p); ok {
		t.Error("distance from a file that is gone")
	}
	if _, _, ok := tables.Root(p, nil); ok {
		t.Error("root moves from a file that is gone")
	}
}

// TestCutBeforeParsing: if a file loses its bytes after it was mapped and before it is first read,
// that is an error, and the file is unmapped.
func TestCutBeforeParsing(t *testing.T) {
	dir := t.TempDir()
	copyTables(t, dir, "KPvK.rtbw")
	f := open(t, dir).entries[0].files[kindWDL]
	in, err := f.open()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := os.Truncate(f.path, 0); err != nil {
		t.Fatal(err)
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	if l, err := f.mapAndParse(in); l != nil || err == nil || f.data != nil {
		t.Errorf("layout %v, error %v, %d bytes mapped", l, err, len(f.data))
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err == nil && strings.Contains(string(maps), f.path) {
		t.Error("the file is still mapped")
	}
}

// TestRewrittenWhileMapped: if the bytes of a mapped file change, probes are misses or give wrong
// answers. They end and do not panic.
func TestRewrittenWhileMapped(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, tc := range []struct {
		name   string
		change func(data []byte, l *layout)
	}{
		{"zeros", func(data []byte, _ *layout) { clear(data) }},
		{"random bytes", func(data []byte, _ *layout) {
			for i := range data {
				data[i] = byte(rng.Uint32())
			}
		}},
		{"symbols that hold themselves", func(_ []byte, l *layout) { eachTree(l, selfPair) }},
		{"symbols beyond the last", func(_ []byte, l *layout) {
			eachTree(l, func(pair []byte, _ int) { copy(pair, []byte{0xFF, 0xFF, 0xFF}) })
		}},
	} {
		dir := t.TempDir()
		copyTables(t, dir, "KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw",
			"KRvK.rtbz", "KBvK.rtbw", "KBvK.rtbz", "KNvK.rtbw", "KNvK.rtbz")
		tables := open(t, dir)
		for _, e := range tables.entries {
			for _, f := range e.files {
				if f.table() == nil {
					t.Fatal(tables.Err())
				}
				rewrite(t, f, tc.change)
			}
		}
		for probes := 0; probes < 3000; {
			m := tables.entries[rng.IntN(len(tables.entries))].files[kindWDL].material
			p, err := board.ParseFEN(randomFEN(rng, m))
			if err != nil {
				continue
			}
			probes++
			if w, ok := tables.ProbeWDL(&p); ok && (w < Loss || w > Win) {
				t.Fatalf("%s: %s has outcome %d", tc.name, p.FEN(), w)
			}
			tables.ProbeDTZ(&p)
			tables.Root(&p, nil)
		}
	}
}

// rewrite changes the bytes of a file in place. change gets them and their layout.
func rewrite(t *testing.T, f *file, change func(data []byte, l *layout)) {
	t.Helper()
	data, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := parse(data, f.size, f.material, f.kind)
	if err != nil {
		t.Fatal(err)
	}
	change(data, l)
	out, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if _, err := out.WriteAt(data, 0); err != nil {
		t.Fatal(err)
	}
}

// eachTree calls do with the three bytes of each symbol.
func eachTree(l *layout, do func(pair []byte, symbol int)) {
	for f := range l.sub {
		for side := range l.sub[f] {
			for i, tree := 0, l.sub[f][side].tree; 3*i < len(tree); i++ {
				do(tree[3*i:3*i+3], i)
			}
		}
	}
}

// selfPair makes a symbol a pair of itself.
func selfPair(pair []byte, symbol int) {
	pair[0], pair[1], pair[2] = byte(symbol), byte(symbol>>8)|byte(symbol<<4), byte(symbol>>4)
}
