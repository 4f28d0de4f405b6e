package main

import (
	"path/filepath"
	"reflect"
	"testing"

	"sente/datagen"
	"sente/internal/cli/clitest"
)

// TestSelfPlayFlags: each setting of self-play is set by its flag.
func TestSelfPlayFlags(t *testing.T) {
	want := datagen.DefaultSelfPlay()
	want.Nodes, want.HardFactor, want.HashMiB, want.Reject, want.PlayOut = 21, 22, 23, 24, 25
	want.Openings.DFRC, want.Openings.Endgames = 26, 27
	want.Openings.RandomPlies = 28
	want.Adjudication = datagen.Adjudication{
		WinScore: 30, WinPlies: 31, DrawScore: 32, DrawPlies: 33, DrawFrom: 34}
	got := datagen.DefaultSelfPlay()
	f := newFlags("selfplay")
	selfPlayFlags(f, &got)
	if err := f.Parse([]string{"-nodes", "21", "-hard", "22", "-hash", "23", "-reject", "24",
		"-play-out", "25", "-dfrc", "26", "-endgames", "27", "-plies", "28",
		"-win-score", "30", "-win-plies", "31", "-draw-score", "32", "-draw-plies", "33",
		"-draw-from", "34"}); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestTreeFlags: -tree-every takes one in that many positions of the search trees, and
// -tree-skip-noisy leaves out the noisy ones.
func TestTreeFlags(t *testing.T) {
	dir := t.TempDir()
	positions := func(file string, flags ...string) int64 {
		args := append([]string{"selfplay", "-out", file + ".games", "-tree", file,
			"-tree-max", "1M", "-games", "2", "-seed", "5"}, quick...)
		clitest.Must(t, dir, append(args, flags...)...)
		return sizeOf(filepath.Join(dir, file)) / datagen.PackedSize
	}
	all := positions("all", "-tree-every", "1")
	fifth := positions("fifth", "-tree-every", "5")
	quiet := positions("quiet", "-tree-every", "1", "-tree-skip-noisy", "1")
	if fifth < all/7 || fifth > all/4 || quiet < all/10 || quiet > all*9/10 {
		t.Errorf("%d positions, one in five of them %d; without noisy ones %d", all, fifth, quiet)
	}
}
