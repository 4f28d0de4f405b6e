package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sente/datagen"
	"sente/eval/nnue"
	"sente/internal/cli/clitest"
)

func TestLabelLine(t *testing.T) {
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	d := labelDisplay{first: 1000, began: began}
	for _, tc := range []struct {
		read, after int64 // positions, seconds
		want        string
	}{
		{1000, 0, "1000 of 10000 positions"},
		{4000, 60, "4000 of 10000 positions, 2m0s left"},
		{10000, 200, "10000 of 10000 positions, 0s left"},
	} {
		got := d.line(tc.read, 10000, began.Add(time.Duration(tc.after)*time.Second))
		if got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}

// evenNetwork writes a network that evaluates every position as 0.
func evenNetwork(t *testing.T, path string) {
	t.Helper()
	const h = 32
	n, err := nnue.FromRaw(nnue.Raw{
		H: h, KingBuckets: 1, OutputBuckets: 1,
		FTWeights: make([]int16, nnue.FeaturesPerBucket*h), FTBias: make([]int16, h),
		OutWeights: make([]int16, 2*h), OutBias: make([]int32, 1),
	})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestLabel collects positions of search trees and labels them in each of the three ways.
func TestLabel(t *testing.T) {
	dir := t.TempDir()
	out := clitest.Must(t, dir, "selfplay", "-out", "a.games", "-tree", "a.tree",
		"-tree-every", "4", "-tree-max", "40",
		"-games", "5", "-nodes", "60", "-hash", "1", "-seed", "5", "-threads", "1")
	if !strings.Contains(out, "a.tree: 200 positions of search trees\n") {
		t.Errorf("selfplay says %s", out)
	}
	tree, err := datagen.ReadPackedFile(filepath.Join(dir, "a.tree"))
	if err != nil || len(tree) != 200 {
		t.Fatalf("%d positions of 5 games with 40 of each: %v", len(tree), err)
	}
	net := filepath.Join("..", "..", "eval", "nnue", "net", "default.nnue")
	if net, err = filepath.Abs(net); err != nil {
		t.Fatal(err)
	}
	evenNetwork(t, filepath.Join(dir, "even.nnue"))
	ways := map[string][]string{
		"built-in":   nil,
		"net":        {"-net", net},
		"nodes":      {"-nodes", "30"},
		"even":       {"-net", "even.nnue"},
		"even-nodes": {"-net", "even.nnue", "-nodes", "30"},
	}
	if runtime.GOOS != "windows" {
		// cat returns the labels that are there: the static evaluations.
		ways["command"] = []string{"-command", "cat -"}
	}
	labels := map[string]string{}
	for way, flags := range ways {
		file := way + ".l"
		args := append([]string{"label", "-out", file}, flags...)
		out := clitest.Must(t, dir, append(args, "a.tree", "a.tree")...)
		var written, read, twice int
		fmt.Sscanf(out, file+": %d positions of %d; %d were there before", &written, &read, &twice)
		if read != 400 || twice < 200 || written == 0 || written+twice > 400 ||
			!strings.Contains(out, " beyond ±2500 centipawns") {
			t.Errorf("%s says %s", way, out)
		}
		all, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil || len(all) != 32*written {
			t.Errorf("%s: %d bytes, %v", way, len(all), err)
		}
		labels[way] = string(all)
	}
	if labels["net"] != labels["built-in"] || labels["nodes"] == labels["net"] {
		t.Error("the labels are not those of the network and of searches")
	}
	if runtime.GOOS != "windows" && labels["command"] != labels["net"] {
		t.Error("the network labels otherwise than it evaluated in the tree")
	}
	for _, way := range []string{"even", "even-nodes"} {
		all, err := datagen.ReadPackedFile(filepath.Join(dir, way+".l"))
		if err != nil {
			t.Fatal(err)
		}
		even := 0
		for i := range all {
			if all[i].Score() == 0 {
				even++
			}
		}
		if even < len(all)*9/10 { // searches know the scores of some endgames without a network
			t.Errorf("%s: %d of %d are even, as their network finds all", way, even, len(all))
		}
	}
	for args, says := range map[string]string{
		"label a.tree":   "-out FILE",
		"label -out x.l": "packed files",
		"label -out x.l -command cat -nodes 3 a.tree":  "-command labels alone",
		"label -out x.l -net missing.nnue a.tree":      "missing.nnue",
		"label -out x.l -command no-such-thing a.tree": "no-such-thing",
		"label -out net.l a.tree":                      "exists",
	} {
		refused(t, dir, args, says)
	}
	status, _, errs := clitest.Run(t, dir, "label", "-out", "x.l", "-command", " ", "a.tree")
	if status != 2 || !strings.Contains(errs, "-command names no program") {
		t.Errorf("a blank command: status %d, %q", status, errs)
	}
}
