package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sente/eval/nnue"
	"sente/internal/cli/clitest"

	"sente/internal/cli"
	"sente/train"
)

// TestMean: the mean of the shipped network and itself is the shipped network, but for its name.
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
	if got.Description = want.Description; !reflect.DeepEqual(got, want) {
		t.Error("the mean of a network and itself is another network")
	}
	again := []string{"-mean", shipped, "-out", out}
	if status, output := clitest.Combined(t, "", again...); status != cli.Failed || !strings.Contains(output, "net.nnue already; -force writes over it") {
		t.Errorf("again: exit status %d:\n%s", status, output)
	}
	if status, output := clitest.Combined(t, "", append(again, "-force")...); status != 0 {
		t.Errorf("again with -force: exit status %d:\n%s", status, output)
	}
	out = t.TempDir()
	status, output = clitest.Combined(t, "", "-mean", shipped, "-multiplier", "3", "-out", out)
	tripled, err := os.Open(filepath.Join(out, "net.nnue"))
	if err != nil {
		t.Fatal(err)
	}
	defer tripled.Close()
	if net, err = nnue.Read(tripled); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(" %.1f centipawns", train.MeanAbsEval(net)); status != 0 || !strings.Contains(output, want) {
		t.Errorf("times 3: exit status %d, want a mean of%s in\n%s", status, want, output)
	}
	out = t.TempDir()
	for name, args := range map[string][]string{
		"no network":       {"-mean", "mean.go", "-out", out},
		"missing":          {"-mean", shipped, "-mean", "missing.nnue", "-out", out},
		"also from a file": {"-mean", shipped, "-init", shipped, "-out", out},
		"also data":        {"-mean", shipped, "-data", shipped, "-out", out},
		"also a width":     {"-mean", shipped, "-hidden", "512", "-out", out},
		"no out":           {"-mean", shipped},
	} {
		if status, output := clitest.Combined(t, "", args...); status != cli.Failed && status != cli.Misunderstood || !strings.Contains(output, "train: ") {
			t.Errorf("%s: exit status %d:\n%s", name, status, output)
		}
	}
}
