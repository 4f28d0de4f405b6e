package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/internal/cli/clitest"
)

// TestErrorBehindBar: on a terminal an error is printed on a line of its own, below the bar. Here a
// folder has the name of the checkpoint.
func TestErrorBehindBar(t *testing.T) {
	out := t.TempDir()
	if err := os.MkdirAll(filepath.Join(out, "checkpoint.f32", "in the way"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := clitest.Command("", "-data", games(t, 1000), "-hidden", "32", "-epochs", "9",
		"-batch", "500", "-superbatch", "1k", "-force", "-out", out)
	shown := clitest.OnTerminal(t, c, "")
	if last := clitest.LastLine(shown); !strings.HasPrefix(last, "train: ") {
		t.Errorf("%q, of %q", last, shown)
	}
}
