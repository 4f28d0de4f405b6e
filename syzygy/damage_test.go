package syzygy

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/board"
)

// probeDamaged replaces the bytes of one file of tables and probes a few positions of its men. It
// returns the error of the file.
func probeDamaged(t testing.TB, tables *Tables, path string, data []byte, rng *rand.Rand) error {
	t.Helper()
	stem, ext, _ := strings.Cut(filepath.Base(path), ".")
	m, ok := parseName(stem)
	if !ok {
		t.Fatalf("no such material: %s", stem)
	}
	f := &file{path: path, size: int64(len(data)), material: m}
	if "."+ext == extensions[kindDTZ] {
		f.kind = kindDTZ
	}
	l, err := parse(data, f.size, f.material, f.kind)
	if err != nil {
		return err
	}
	f.layout.Store(l)
	for _, e := range tables.entries {
		if good := e.files[f.kind]; good != nil && good.material == m {
			e.files[f.kind] = f
			defer func() { e.files[f.kind] = good }()
		}
	}
	for range 12 {
		p, err := board.ParseFEN(randomFEN(rng, m))
		if err != nil {
			continue
		}
		if w, ok := tables.ProbeWDL(&p); ok && (w < Loss || w > Win) {
			t.Errorf("%s: %s has outcome %d", path, p.FEN(), w)
		}
		tables.ProbeDTZ(&p)
		tables.Root(&p, nil)
	}
	return nil
}

// allTables opens all tables of testdata and returns the paths of their files, too.
func allTables(t testing.TB) (tables *Tables, paths []string) {
	t.Helper()
	for _, dir := range []string{"testdata", pawnTables} {
		for _, ext := range extensions {
			found, err := filepath.Glob(filepath.Join(dir, "*"+ext))
			if err != nil || len(found) == 0 {
				t.Fatalf("%s has no %s files: %v", dir, ext, err)
			}
			paths = append(paths, found...)
		}
	}
	return open(t, "testdata"+string(os.PathListSeparator)+pawnTables), paths
}

// TestTruncation: a file cut anywhere is an error. For each file some 300 of the lengths that a
// table may have are tried.
func TestTruncation(t *testing.T) {
	tables, paths := allTables(t)
	rng := rand.New(rand.NewPCG(5, 5))
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		step := blockAlign * (1 + len(data)/blockAlign/300)
		for n := range len(data) {
			if n > 200 && n%step != trailer && n%97 != 0 {
				continue
			}
			if err := probeDamaged(t, tables, path, data[:n], rng); err == nil {
				t.Errorf("%s cut to %d of %d bytes is taken", path, n, len(data))
			}
		}
	}
}

// TestWrongBytes damages single bytes of the headers and blocks: an error or a value, no panic.
func TestWrongBytes(t *testing.T) {
	tables, paths := allTables(t)
	rng := rand.New(rand.NewPCG(3, 3))
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		refused := 0
		for i := range 200 {
			at := i
			if i >= 120 {
				at = rng.IntN(len(data))
			}
			if at >= len(data) {
				continue
			}
			old := data[at]
			data[at] = byte(rng.IntN(256))
			if probeDamaged(t, tables, path, data, rng) != nil {
				refused++
			}
			data[at] = old
		}
		if refused == 0 {
			t.Errorf("%s: no damage is refused", path)
		}
	}
}

// TestWrongName: a table under another table's name is an error.
func TestWrongName(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"KQvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz", "KNvK.rtbz"} {
		data, err := os.ReadFile(filepath.Join("testdata",
			[]string{"KRvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KPvK.rtbw", "KNvK.rtbw"}[i]))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tables, errs := Open(dir)
	defer tables.Close()
	if wdl, dtz, _ := tables.Found(); wdl+dtz != 0 || len(errs) != 5 {
		t.Errorf("%d and %d files are taken; errors %v", wdl, dtz, errs)
	}
}

// TestFileChanges: if a file changes after Open, its probes are misses with an error, not crashes.
func TestFileChanges(t *testing.T) {
	p := position(t, "8/8/8/8/8/1P1k4/8/K7 w - - 0 1")
	for _, tc := range []struct {
		name   string
		change func(path string) error
	}{
		{"removed", os.Remove},
		{"truncated", func(path string) error { return os.Truncate(path, 4096) }},
		{"overwritten",
			func(path string) error { return os.WriteFile(path, make([]byte, 7824), 0o644) }},
	} {
		dir := t.TempDir()
		copyTables(t, dir, "KPvK.rtbw")
		tables := open(t, dir)
		if err := tc.change(filepath.Join(dir, "KPvK.rtbw")); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if w, ok := tables.ProbeWDL(p); ok {
				t.Errorf("%s: outcome %v", tc.name, w)
			}
		}
		if err := tables.Err(); err == nil || !strings.Contains(err.Error(), "KPvK.rtbw") {
			t.Errorf("%s: error %v does not name the file", tc.name, err)
		}
	}
}

func FuzzDamagedTable(f *testing.F) {
	tables, paths := allTables(f)
	const most = 1 << 18 // bytes of a file
	files := make([][]byte, len(paths))
	for i, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		if len(data) >= most {
			f.Fatalf("%s has %d bytes, want fewer than %d", path, len(data), most)
		}
		files[i] = data
		f.Add(uint8(i), uint32(len(data)), uint64(i), []byte{})
		f.Add(uint8(i), uint32(len(data)), uint64(i), []byte{0, 0, 30, 0xFF, 0, 0, 60, 1})
		f.Add(uint8(i), uint32(80), uint64(i), []byte{0, 0, 10, 0x80})
	}
	// edits are an offset of three bytes, big-endian, and the byte to put there.
	f.Fuzz(func(t *testing.T, which uint8, size uint32, seed uint64, edits []byte) {
		i := int(which) % len(files)
		data := make([]byte, size%most)
		copy(data, files[i])
		for ; len(edits) >= 4 && len(data) > 0; edits = edits[4:] {
			data[(int(edits[0])<<16|int(edits[1])<<8|int(edits[2]))%len(data)] = edits[3]
		}
		_ = probeDamaged(t, tables, paths[i], data, rand.New(rand.NewPCG(seed, 1)))
	})
}
