package main

import (
	"strings"
	"testing"

	"sente/internal/cli/clitest"
)

// TestErrorBehindBar: on a terminal an error is printed on a line of its own, below the bar.
func TestErrorBehindBar(t *testing.T) {
	dir := t.TempDir()
	inputs(t, dir)
	c := clitest.Command(dir, "label", "-out", "a.l", "-command", "false", "t.packed")
	shown := clitest.OnTerminal(t, c, "")
	if last := clitest.LastLine(shown); !strings.HasPrefix(last, "datagen: label: ") {
		t.Errorf("%q, of %q", last, shown)
	}
}
