//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package syzygy

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
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

// TestCutBeforeParsing: a file that loses its bytes between its mapping and its first reading is an
// error, and not mapped any more.
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
