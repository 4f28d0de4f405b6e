package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sente/eval/nnue"
	"sente/internal/cli"
	"sente/internal/cli/clitest"
	"sente/train"
)

// TestMean: the mean of the shipped network and itself is the shipped network, except for its name.
func TestMean(t *testing.T) {
	shipped, out := filepath.Join("..", "..", "eval", "nnue", "net", "default.nnue"), t.TempDir()
	status, output := clitest.Combined(t, "", "-mean", shipped, "-mean", shipped, "-out", out)
	if status != 0 || !strings.Contains(output, "mean |evaluation|") {
		t.Fatalf("exit status %d:\n%s", status, output)
	}
	f, err := os.Open(filepath.Join(out, "net.nnue"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	net, err := nnue.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	got, want := net.Raw(), nnue.Default().Raw()
	if !strings.HasPrefix(got.Description, "mean of ") {
		t.Errorf("description %q", got.Description)
	}
	if strings.Contains(got.Description, "..") {
		t.Errorf("description %q, want file names without folders", got.Description)
	}
	if got.Description = want.Description; !reflect.DeepEqual(got, want) {
		t.Error("the mean of a network and itself is another network")
	}
	again := []string{"-mean", shipped, "-out", out}
	if status, output := clitest.Combined(t, "", again...); status != cli.Failed ||
		!strings.Contains(output, "net.nnue already; -force writes over it") {
		t.Errorf("again: exit status %d:\n%s", status, output)
	}
	if status, output := clitest.Combined(t, "", append(again, "-force")...); status != 0 {
		t.Errorf("again with -force: exit status %d:\n%s", status, output)
	}
	run := filepath.Join(out, "checkpoint.f32")
	if err := os.WriteFile(run, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, more := range []string{"-force", "-name=x"} {
		status, output := clitest.Combined(t, "", append(again, more)...)
		if status != cli.Failed || !strings.Contains(output, run) {
			t.Errorf("into the folder of a run, %s: exit status %d:\n%s", more, status, output)
		}
	}
	out = t.TempDir()
	status, output = clitest.Combined(t, "", "-mean", shipped, "-multiplier", "3", "-out", out)
	if status != 0 {
		t.Fatalf("times 3: exit status %d:\n%s", status, output)
	}
	tripled, err := os.Open(filepath.Join(out, "net.nnue"))
	if err != nil {
		t.Fatal(err)
	}
	defer tripled.Close()
	if net, err = nnue.Read(tripled); err != nil {
		t.Fatal(err)
	}
	told := fmt.Sprintf(" %.1f centipawns", train.MeanAbsEval(net))
	if !strings.Contains(output, told) {
		t.Errorf("times 3: want a mean of%s in\n%s", told, output)
	}
	left := filepath.Join(out, "net.nnue") + ": its -multiplier of 3 is left out\n"
	status, output = clitest.Combined(t, "", "-mean", shipped,
		"-mean", filepath.Join(out, "net.nnue"), "-out", t.TempDir())
	if status != 0 || strings.Count(output, "left out") != 1 || !strings.Contains(output, left) {
		t.Errorf("of one times 3: exit status %d, want %q in\n%s", status, left, output)
	}
	out = t.TempDir()
	for name, args := range map[string][]string{
		"no network":       {"-mean", "mean.go", "-out", out},
		"missing":          {"-mean", shipped, "-mean", "missing.nnue", "-out", out},
		"also from a file": {"-mean", shipped, "-init", shipped, "-out", out},
		"also data":        {"-mean", shipped, "-data", shipped, "-out", out},
		"also a width":     {"-mean", shipped, "-hidden", "512", "-out", out},
		"no out":           {"-mean", shipped},
		"a scale alone":    {"-mean", shipped, "-scale", "143", "-out", out},
		"no positions":     {"-mean", shipped, "-valid", shipped, "-out", out},
	} {
		if status, output := clitest.Combined(t, "", args...); status != cli.Failed &&
			status != cli.Misunderstood || !strings.Contains(output, "train: ") {
			t.Errorf("%s: exit status %d:\n%s", name, status, output)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(out, "*")); len(left) > 0 {
		t.Errorf("%q are written before all was checked", left)
	}
}

// TestMeanIsCompared: with -valid a mean is compared with its integers, as at the end of a
// training. The test also trains from a network with a multiplier: -init leaves the multiplier out
// and says so.
func TestMeanIsCompared(t *testing.T) {
	data, dir := games(t, 600), t.TempDir()
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	recipe := []string{"-data", data, "-layers", "3", "-positions", "2k", "-batch", "500",
		"-plot=false", "-scale", "200", "-valid", data}
	must := func(args ...string) string {
		t.Helper()
		status, output := clitest.Combined(t, "", args...)
		if status != 0 {
			t.Fatalf("exit status %d:\n%s", status, output)
		}
		return output
	}
	line := func(output string) string {
		t.Helper()
		_, after, found := strings.Cut(output, "float against quantised on 600 positions: ")
		if !found {
			t.Fatalf("nothing of 600 positions in\n%s", output)
		}
		line, _, _ := strings.Cut(after, "\n")
		return line
	}
	trained := line(must(append(recipe, "-multiplier", "2", "-out", first)...))
	again := must(append(recipe, "-init", filepath.Join(first, "net.nnue"), "-out", second)...)
	if want := "net.nnue: its -multiplier of 2 is left out\n"; !strings.Contains(again, want) {
		t.Errorf("-init: want %q in\n%s", want, again)
	}
	// The mean of one network is that network, and its loss is the network's.
	got := line(must("-mean", filepath.Join(first, "net.f32"), "-valid", data, "-scale", "200",
		"-out", filepath.Join(dir, "mean")))
	_, want, _ := strings.Cut(trained, ", loss ")
	want, _, _ = strings.Cut(want, " and ")
	if !strings.Contains(got, "loss "+want+" and ") {
		t.Errorf("a mean of one: %q, of the training %q: other losses of the float network",
			got, trained)
	}
	// This mean is made of integers, so there is nothing left to round.
	got = line(must("-mean", filepath.Join(first, "net.nnue"), "-valid", data, "-scale", "200",
		"-out", filepath.Join(dir, "integers")))
	var mean float64
	if _, err := fmt.Sscanf(got, "mean %f", &mean); err != nil || mean > 2 {
		t.Errorf("a mean of one that is rounded: %q, want at most 2 centipawns", got)
	}
	// With -integer the float network also loses what the engine's floors take away.
	again = line(must("-mean", filepath.Join(first, "net.nnue"), "-valid", data, "-scale", "200",
		"-integer", "1", "-out", filepath.Join(dir, "floors")))
	var floors float64
	if _, err := fmt.Sscanf(again, "mean %f", &floors); err != nil || floors >= mean {
		t.Errorf("with -integer: %q, without %q; want less", again, got)
	}
	// The mean is written even if nobody reads the messages.
	out := filepath.Join(dir, "unheard")
	c := clitest.Command("", "-mean", filepath.Join(first, "net.f32"), "-valid", data,
		"-scale", "200", "-out", out)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r.Close()
	c.Stderr = w
	err = c.Run()
	if _, missing := os.Stat(filepath.Join(out, "net.nnue")); err != nil || missing != nil {
		t.Errorf("with nobody to read: %v, %v", err, missing)
	}
}
