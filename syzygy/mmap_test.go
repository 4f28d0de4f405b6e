//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package syzygy

import (
	"os"
	"path/filepath"
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
