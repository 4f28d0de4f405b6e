package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/internal/cli"
	"sente/internal/cli/clitest"
)

// TestMix mixes two files in five shards, one of the files at half its size. No other file is left.
func TestMix(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "g.txt"), []byte(strings.Repeat(mate, 200)), 0o644)
	clitest.Must(t, dir, "import", "-train", "a.packed", "-min-ply", "0", "g.txt")
	clitest.Must(t, dir, "import", "-train", "b.packed", "-min-ply", "0", "g.txt")
	info, err := os.Stat(filepath.Join(dir, "a.packed"))
	if err != nil {
		t.Fatal(err)
	}
	n := info.Size() / 32
	out := clitest.Must(t, dir, "mix", "-out", "m.packed", "-at-once", fmt.Sprint(n/3),
		"a.packed", "0.5=b.packed")
	var half, all int64
	lines := strings.Split(out, "\n")
	if len(lines) != 4 || lines[0] != fmt.Sprintf("a.packed: %d of %d positions", n, n) {
		t.Fatalf("mix says %s", out)
	} else if fmt.Sscanf(lines[1], "b.packed: %d of", &half); half < n*2/5 || half > n*3/5 {
		t.Errorf("half of %d positions: %s", n, lines[1])
	} else if fmt.Sscanf(lines[2], "m.packed: %d positions", &all); all != n+half {
		t.Errorf("together: %s", lines[2])
	}
	if info, err = os.Stat(filepath.Join(dir, "m.packed")); err != nil || info.Size() != 32*all {
		t.Errorf("%v, %v; want %d positions", info, err, all)
	}
	// All have 32 men. Half of them have a score of -80, the others -90.
	for flag, want := range map[string]int64{"-men 31=0.5,32=2": 2 * n, "-scores 85=0": n / 2} {
		args := append([]string{"mix", "-out", "w.packed"}, strings.Fields(flag)...)
		out := clitest.Must(t, dir, append(args, "a.packed")...)
		if !strings.Contains(out, fmt.Sprintf("w.packed: %d positions\n", want)) {
			t.Errorf("with %s mix says %s, want %d positions", flag, out, want)
		}
	}
	orders := map[string]bool{}
	for _, seed := range []string{"1", "2", "2"} {
		clitest.Must(t, dir, "mix", "-out", "s.packed", "-seed", seed, "a.packed")
		orders[folder(t, dir)["s.packed"]] = true
	}
	if len(orders) != 2 {
		t.Errorf("two seeds give %d orders", len(orders))
	}
	out = clitest.Must(t, dir, "mix", "-unique", "-out", "u.packed", "a.packed", "b.packed")
	var once, before int64
	lines = strings.Split(out, "\n")
	fmt.Sscanf(lines[0], fmt.Sprintf("a.packed: %%d of %d positions, %%d were there before", n),
		&once, &before)
	if once < 1 || once+before != n || len(lines) != 4 ||
		lines[1] != fmt.Sprintf("b.packed: 0 of %d positions, %d were there before", n, n) ||
		lines[2] != fmt.Sprintf("u.packed: %d positions", once) {
		t.Errorf("with -unique mix says %s", out)
	}

	os.WriteFile(filepath.Join(dir, "cut.packed"), make([]byte, 40), 0o644)
	for args, says := range map[string]string{
		"mix a.packed":                              "-out FILE",
		"mix -out x.packed":                         "needs files",
		"mix -out a.packed a.packed":                "would be written over",
		"mix -out a.packed 0.5=a.packed":            "would be written over",
		"mix -out x.packed a.packed cut.packed":     "cut.packed",
		"mix -out x.packed a.packed missing.packed": "missing.packed",
	} {
		refused(t, dir, args, says)
	}
	for args, says := range map[string]string{
		"mix -out x.packed -at-once 0 a.packed":             "-at-once 0: want 1 or more",
		"mix -out x.packed -men 8 a.packed":                 "8=2,16=1.5",
		"mix -out x.packed -men 99=2 a.packed":              "-men 99=2: want rising numbers",
		"mix -out x.packed -men 8=2,4=1 a.packed":           "-men 4=1: want rising numbers",
		"mix -out x.packed -scores 9=x a.packed":            "8=2,16=1.5",
		"mix -out x.packed -scores 9=-1 a.packed":           "-scores 9=-1: want 0 or more",
		"mix -out x.packed 1000=a.packed":                   "a share of 1000",
		"mix -out x.packed -skip-noisy 2 a.packed":          "-skip-noisy 2: want 0 to 1",
		"selfplay -out x.packed -tree x -tree-skip-noisy 2": "want 0 to 1",
	} {
		if got := refused(t, dir, args, says); got != cli.Misunderstood {
			t.Errorf("datagen %s: status %d, want %d", args, got, cli.Misunderstood)
		}
	}
	for _, pattern := range []string{"*.partial", "x.packed*"} {
		if left, _ := filepath.Glob(filepath.Join(dir, pattern)); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// refused runs a command line that must fail, and checks that the message holds says. It returns
// the exit status.
func refused(t *testing.T, dir, args, says string) int {
	t.Helper()
	status, _, errs := clitest.Run(t, dir, strings.Fields(args)...)
	if status != cli.Failed && status != cli.Misunderstood || !strings.Contains(errs, says) {
		t.Errorf("datagen %s: status %d, %q; want %q in it", args, status, errs, says)
	}
	return status
}
