package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/internal/cli/clitest"
)

// TestInspectDamaged: the blocks behind a damaged block are counted, and the damage is reported.
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
		"damaged": {string(whole) + string(damaged) + block, "damaged: offset ",
			"2 blocks, 6 games, 24 positions"},
		"cut off": {string(whole) + block[:len(block)-1], "the file ends inside a block",
			"1 blocks, 3 games, 12 positions"},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(tc.data), 0o644); err != nil {
			t.Fatal(err)
		}
		status, out, errs := clitest.Run(t, dir, "inspect", name)
		if status != 1 || !strings.Contains(errs, tc.errs) || !strings.Contains(out, tc.out) {
			t.Errorf("%s: status %d, want 1; want %q and %q in\n%s%s",
				name, status, tc.out, tc.errs, out, errs)
		}
	}
}

// TestNothingHeldOut: a validation file without positions is not written. If an old one exists, it
// would not fit the new training positions. Then nothing is written and the old file stays.
func TestNothingHeldOut(t *testing.T) {
	dir := t.TempDir()
	inputs(t, dir)
	before := folder(t, dir)
	for _, args := range []string{
		"import-positions -train n.packed p.tsv",
		"pack -train n.packed -hold-out 1000000 -min-ply 0 g.games",
		"import -out n.games -train n.packed -hold-out 1000000 -min-ply 0 g.txt",
	} {
		for valid, there := range map[string]bool{"v.packed": true, "new.packed": false} {
			command, rest, _ := strings.Cut(args, " ")
			words := append([]string{command, "-valid", valid}, strings.Fields(rest)...)
			status, out, errs := clitest.Run(t, dir, words...)
			if want := map[bool]int{true: 1, false: 0}[there]; status != want {
				t.Errorf("%s: status %d, want %d", words, status, want)
			}
			if !strings.Contains(errs, valid+": not written: nothing is held out") ||
				strings.Contains(out, valid) {
				t.Errorf("%s:\n%s%s", words, out, errs)
			}
			now := folder(t, dir)
			if (now["n.packed"] != "") == there {
				t.Errorf("%s: n.packed has %d bytes", words, len(now["n.packed"]))
			}
			if !there {
				delete(now, "n.packed")
				delete(now, "n.games")
			}
			os.Remove(filepath.Join(dir, "n.packed"))
			os.Remove(filepath.Join(dir, "n.games"))
			if !maps.Equal(now, before) {
				t.Errorf("%s: %d files are there, not the %d as they were",
					words, len(now), len(before))
			}
		}
	}
}

// TestReports: if there are more bad lines than are shown, the program says so, and only once.
func TestReports(t *testing.T) {
	dir := t.TempDir()
	for lines, want := range map[int]int{maxReports: 0, maxReports + 1: 1, maxReports + 9: 1} {
		text := fenLine + strings.Repeat("rubbish\n", lines)
		if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, errs := clitest.Run(t, dir, "from-text", "-force", "-out", "a.games", "a.txt")
		if got := strings.Count(errs, "counted, not shown"); got != want {
			t.Errorf("%d bad lines: told %d times, want %d", lines, got, want)
		}
	}
}

// TestAboutHelp: only the commands that copy games take over the description of the first file.
func TestAboutHelp(t *testing.T) {
	for command, want := range map[string]bool{"merge": true, "import": false, "from-text": false} {
		help := clitest.Must(t, t.TempDir(), command, "-h")
		if got := strings.Contains(help, "that of the first file"); got != want {
			t.Errorf("%s -h tells of the first file: %t, want %t", command, got, want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, tc := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{3}, 3}, {[]float64{5, 1}, 3},
		{[]float64{9, 1, 2}, 2}, {[]float64{4, 9, 1, 2}, 3},
	} {
		if got := median(tc.values); got != tc.want {
			t.Errorf("of %v: %v, want %v", tc.values, got, tc.want)
		}
	}
}
