package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/internal/cli/clitest"
)

// TestInspectDamaged: what is behind a damaged block is counted, and the damage told.
func TestInspectDamaged(t *testing.T) {
	dir := t.TempDir()
	inputs(t, dir)
	whole, err := os.ReadFile(filepath.Join(dir, "g.games"))
	if err != nil {
		t.Fatal(err)
	}
	const header = 128
	block := string(whole[header:])
	damaged := []byte(block)
	damaged[len(damaged)-1] ^= 1
	for name, tc := range map[string]struct{ data, errs, out string }{
		"damaged": {string(whole) + string(damaged) + block, "damaged: offset ", "2 blocks, 6 games, 24 positions"},
		"cut off": {string(whole) + block[:len(block)-1], "the file ends inside a block", "1 blocks, 3 games, 12 positions"},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(tc.data), 0o644); err != nil {
			t.Fatal(err)
		}
		status, out, errs := clitest.Run(t, dir, "inspect", name)
		if status != 1 || !strings.Contains(errs, tc.errs) || !strings.Contains(out, tc.out) {
			t.Errorf("%s: status %d, want 1; want %q and %q in\n%s%s", name, status, tc.out, tc.errs, out, errs)
		}
	}
}

// TestNothingHeldOut: a validation file without a position is not written, and one that is there
// stays.
func TestNothingHeldOut(t *testing.T) {
	dir := t.TempDir()
	inputs(t, dir)
	old := folder(t, dir)["v.packed"]
	for _, args := range []string{
		"import-positions -train n.packed -valid v.packed p.tsv",
		"pack -train n.packed -valid v.packed -hold-out 1000000 -min-ply 0 g.games",
		"import -train n.packed -valid v.packed -hold-out 1000000 -min-ply 0 g.txt",
	} {
		os.Remove(filepath.Join(dir, "n.packed"))
		status, out, errs := clitest.Run(t, dir, strings.Fields(args)...)
		if status != 0 || !strings.Contains(errs, "v.packed: not written: nothing is held out") || strings.Contains(out, "v.packed") {
			t.Errorf("%s: status %d, want 0\n%s%s", args, status, out, errs)
		}
		now := folder(t, dir)
		if now["v.packed"] != old || now["n.packed"] == "" {
			t.Errorf("%s: v.packed has %q, was %q; n.packed has %d bytes", args, now["v.packed"], old, len(now["n.packed"]))
		}
		for name := range now {
			if strings.HasSuffix(name, ".partial") {
				t.Errorf("%s: left %s", args, name)
			}
		}
	}
}
