package syzygy

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

func position(t testing.TB, fen string) *board.Position {
	t.Helper()
	p := boardtest.Position(t, fen)
	return &p
}

// copyTables copies files of testdata to a folder.
func copyTables(t testing.TB, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// String returns the name of the material's table, as in parseName.
func (m material) String() string {
	var s strings.Builder
	for side := range 2 {
		if side == 1 {
			s.WriteByte('v')
		}
		s.WriteByte('K')
		for k := int(board.Queen); k >= int(board.Pawn); k-- {
			for range m.count(side, board.Kind(k)) {
				s.WriteByte(kindLetters[k])
			}
		}
	}
	return s.String()
}

func TestMaterialNames(t *testing.T) {
	for _, name := range []string{"KQvK", "KRPvKN", "KQRBNvKP", "KPPvKPPP",
		"KBBNNPvK", "KQQvKQQQ"} {
		m, ok := parseName(name)
		if !ok || m.String() != name {
			t.Errorf("parseName(%q) = %v, %v", name, m, ok)
		}
		if m.swap().swap() != m || m.swap().men() != m.men() {
			t.Errorf("%s: swap is not its own inverse", name)
		}
	}
	for _, name := range []string{"", "v", "KvK", "KQK", "QKvK", "KPQvK", "KQvKx", "KKvK", "KQvKvK",
		"kqvk", "KQQQQQQvK", "KQQQvKQQQ"} {
		if m, ok := parseName(name); ok {
			t.Errorf("parseName(%q) = %v, want none", name, m)
		}
	}
}

func TestOpenPaths(t *testing.T) {
	root := t.TempDir()
	queen := filepath.Join(root, "queen and more")
	rook := filepath.Join(root, "Türme ♜")
	empty := filepath.Join(root, "empty")
	for _, dir := range []string{queen, rook, empty} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	copyTables(t, queen, "KQvK.rtbw", "KQvK.rtbz")
	copyTables(t, rook, "KRvK.rtbw", "KQvK.rtbw")
	if err := os.WriteFile(filepath.Join(queen, "readme.rtbw"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(root, "missing")
	sep := string(os.PathListSeparator)
	tests := []struct {
		name, paths   string
		wdl, dtz      int
		men, errs     int
		errorMentions string
	}{
		{"nothing", "", 0, 0, 0, 0, ""},
		{"the GUIs' word for nothing", "<empty>", 0, 0, 0, 0, ""},
		{"the same in a list", "<empty>" + sep + queen, 1, 1, 3, 0, ""},
		{"one folder", queen, 1, 1, 3, 0, ""},
		{"trailing separator", queen + sep, 1, 1, 3, 0, ""},
		{"leading and double separators", sep + queen + sep + sep + rook, 2, 1, 3, 0, ""},
		{"spaces around", "  " + queen + " " + sep + " " + rook + "  ", 2, 1, 3, 0, ""},
		{"Unicode", rook, 2, 0, 3, 0, ""},
		{"folder without tables", empty, 0, 0, 0, 0, ""},
		{"the same folder twice", queen + sep + queen, 1, 1, 3, 0, ""},
		{"missing folder", missing + sep + queen, 1, 1, 3, 1, missing},
		{"a file", filepath.Join(queen, "KQvK.rtbw"), 0, 0, 0, 1, "KQvK.rtbw"},
	}
	for _, tc := range tests {
		tables, errs := Open(tc.paths)
		wdl, dtz, men := tables.Found()
		if wdl != tc.wdl || dtz != tc.dtz || men != tc.men || len(errs) != tc.errs {
			t.Errorf("%s: found %d, %d up to %d men, errors %v; want %d, %d, %d and %d errors",
				tc.name, wdl, dtz, men, errs, tc.wdl, tc.dtz, tc.men, tc.errs)
		}
		for _, err := range errs {
			if !strings.Contains(err.Error(), tc.errorMentions) ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: error %q does not name %s in one line",
					tc.name, err, tc.errorMentions)
			}
		}
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestGoodCopyBehindBad: a damaged file in the first folder does not hide a good one.
func TestGoodCopyBehindBad(t *testing.T) {
	bad, good := t.TempDir(), t.TempDir()
	copyTables(t, good, "KQvK.rtbw")
	if err := os.WriteFile(filepath.Join(bad, "KQvK.rtbw"), make([]byte, 80), 0o644); err != nil {
		t.Fatal(err)
	}
	tables, errs := Open(bad + string(os.PathListSeparator) + good)
	defer tables.Close()
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), bad) {
		t.Errorf("errors %v, want one naming %s", errs, bad)
	}
	if w, ok := tables.ProbeWDL(position(t, "8/8/8/8/8/2k5/8/KQ6 w - - 0 1")); w != Win || !ok {
		t.Errorf("got %v, %v from the good copy", w, ok)
	}
}

func TestMisses(t *testing.T) {
	tables := open(t, "testdata")
	for _, tc := range []struct{ name, fen string }{
		{"castling", "8/8/8/8/8/2k5/8/4K2R w K - 0 1"},
		{"too many men", "8/8/8/8/8/3k4/8/QR2K3 w - - 0 1"},
		{"start", board.StartFEN},
	} {
		p := position(t, tc.fen)
		if w, ok := tables.ProbeWDL(p); ok {
			t.Errorf("%s: WDL %v", tc.name, w)
		}
		if d, ok := tables.ProbeDTZ(p); ok {
			t.Errorf("%s: DTZ %d", tc.name, d)
		}
		if moves, _, ok := tables.Root(p, nil); ok {
			t.Errorf("%s: root moves %v", tc.name, moves)
		}
	}
	var none Tables
	if _, ok := none.ProbeWDL(position(t, "8/8/8/8/8/2k5/8/K7 w - - 0 1")); ok {
		t.Error("the empty set knows a position")
	}
	if w, ok := tables.ProbeWDL(position(t, "8/8/8/8/8/2k5/8/K7 w - - 0 1")); w != Draw || !ok {
		t.Errorf("two kings: %v, %v", w, ok)
	}
}

// TestMissingChild: a capture that leads out of the tables is a miss, not a wrong value.
func TestMissingChild(t *testing.T) {
	dir := t.TempDir()
	copyTables(t, dir, "KPvK.rtbw", "KPvK.rtbz")
	tables := open(t, dir)
	p := position(t, "8/1P6/8/8/8/8/k7/3K4 w - - 0 1")
	if w, ok := tables.ProbeWDL(p); w != Win || !ok {
		t.Errorf("WDL %v, %v; the promotion is in the value", w, ok)
	}
	if d, ok := tables.ProbeDTZ(p); ok {
		t.Errorf("DTZ %d without the table of the promoted queen", d)
	}
}

func TestClosedTablesMiss(t *testing.T) {
	tables, _ := Open("testdata")
	p := position(t, "8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
	if _, ok := tables.ProbeWDL(p); !ok {
		t.Fatal("miss before Close")
	}
	for range 2 {
		if err := tables.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := tables.ProbeWDL(p); ok {
		t.Error("hit after Close")
	}
}

// TestConcurrentFirstProbes has many goroutines load the same files at once.
func TestConcurrentFirstProbes(t *testing.T) {
	fens := []string{
		"8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "8/8/8/8/8/2k5/8/KR6 w - - 0 1",
		"8/8/8/8/8/2k5/8/KB6 w - - 0 1", "8/8/8/8/8/1P1k4/8/K7 w - - 0 1",
	}
	want := make([]verdict, len(fens))
	for i, fen := range fens {
		v, err := judge(open(t, "testdata"), fen)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = v
	}
	tables := open(t, "testdata")
	var done sync.WaitGroup
	for g := range 16 {
		done.Go(func() {
			for i := range 200 {
				j := (g + i) % len(fens)
				if v, err := judge(tables, fens[j]); err != nil || v != want[j] {
					t.Errorf("%s: %v, %v; want %v", fens[j], v, err, want[j])
					return
				}
			}
		})
	}
	done.Wait()
}

func TestProbesDoNotAllocate(t *testing.T) {
	tables := open(t, "testdata")
	for _, fen := range []string{"8/8/8/8/8/2k5/8/KQ6 b - - 0 1", "8/8/8/8/8/1P1k4/8/K7 w - - 0 1",
		"8/8/8/8/8/8/1kR5/3K4 b - - 0 1"} {
		p := position(t, fen)
		n := testing.AllocsPerRun(100, func() { tables.ProbeWDL(p); tables.ProbeDTZ(p) })
		if n != 0 {
			t.Errorf("%s: %v allocations", fen, n)
		}
	}
}

func BenchmarkProbeWDL(b *testing.B) {
	tables := open(b, "testdata")
	positions := []*board.Position{
		position(b, "8/8/8/8/8/1P1k4/8/K7 w - - 0 1"),
		position(b, "8/3k4/8/8/6P1/8/8/K7 b - - 0 1"),
		position(b, "8/8/8/3k4/8/2P5/8/K7 b - - 0 1"),
		position(b, "8/8/8/8/4k3/8/K6P/8 w - - 0 1"),
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		tables.ProbeWDL(positions[i&3])
	}
}
