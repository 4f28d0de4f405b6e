package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/internal/cli/clitest"
)

// TestResumeWithoutInit: a run that is continued does not need the file of -init any more.
func TestResumeWithoutInit(t *testing.T) {
	data, dir := games(t, 1000), t.TempDir()
	args := []string{"-data", data, "-hidden", "32", "-positions", "2k", "-batch", "500",
		"-plot=false"}
	first := append(args, "-out", filepath.Join(dir, "first"))
	weights := filepath.Join(dir, "first", "net.f32")
	second := append(args, "-out", filepath.Join(dir, "second"), "-init", weights)
	for _, args := range [][]string{first, second} {
		if status, output := clitest.Combined(t, "", args...); status != 0 {
			t.Fatalf("exit status %d:\n%s", status, output)
		}
	}
	if err := os.Remove(weights); err != nil {
		t.Fatal(err)
	}
	want := weights + " is gone; the checkpoint holds its weights"
	if status, output := clitest.Combined(t, "", append(second, "-resume")...); status != 0 ||
		!strings.Contains(output, want) {
		t.Errorf("exit status %d, want %q in\n%s", status, want, output)
	}
	if status, output := clitest.Combined(t, "", append(second, "-force")...); status == 0 {
		t.Errorf("a run began without the file of -init:\n%s", output)
	}
}

// TestReadErrorWritesACheckpoint: if the data can't be read any more, no step is lost.
func TestReadErrorWritesACheckpoint(t *testing.T) {
	data, out := games(t, 2000), t.TempDir()
	whole, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	o, err := parse([]string{"-data", data, "-hidden", "32", "-epochs", "9", "-batch", "100",
		"-pool", "128", "-out", out})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := prepare(&o)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, _, err := tr.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(data, 32); err != nil {
		t.Fatal(err)
	}
	err = loop(context.Background(), tr, &o)
	if err == nil || !strings.Contains(err.Error(), data+": ") ||
		!strings.Contains(err.Error(), "; the same command goes on") {
		t.Errorf("error %v", err)
	}
	if err := os.WriteFile(data, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	o.recipe.Positions, o.recipe.Scale = tr.Recipe.Positions, tr.Recipe.Scale
	again, err := prepare(&o)
	if err != nil || again.Positions() != tr.Positions() {
		t.Fatalf("not resumed where it ended: %v", err)
	}
	if err := loop(context.Background(), again, &o); err != nil {
		t.Error(err)
	}
}
