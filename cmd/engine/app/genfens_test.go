package app

import (
	"bytes"
	"strings"
	"testing"

	"sente/eval/nnue"
	"sente/internal/cli"
)

func TestGenFens(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := runTest([]string{"genfens 3 seed 42 book None dfrc=50", "quit"}, strings.NewReader(""),
		&stdout, &stderr)
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	if code != cli.Done || len(lines) != 3 || stderr.Len() > 0 {
		t.Fatalf("exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
	for _, l := range lines {
		if !strings.HasPrefix(l, "info string genfens ") || len(strings.Fields(l)) != 9 {
			t.Errorf("line %q", l)
		}
	}
	stdout.Reset()
	code = runTest([]string{"genfens 3 seed x book None", "quit"}, strings.NewReader(""), &stdout,
		&stderr)
	if code != cli.Misunderstood || stdout.Len() > 0 || !strings.Contains(stderr.String(), "seed") {
		t.Errorf("a bad seed: exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
}

// TestGenFensByMaterial: the option Evaluation decides which openings count as lopsided.
func TestGenFensByMaterial(t *testing.T) {
	if nnue.Default() == nil {
		t.Skip("no network to compare with")
	}
	by := func(evaluation string) string {
		var stdout, stderr bytes.Buffer
		commands := []string{"setoption name Evaluation value " + evaluation,
			"genfens 20 seed 1 book None"}
		if code := runTest(commands, strings.NewReader(""), &stdout, &stderr); code != cli.Done {
			t.Fatalf("%s: exit code %d, stderr %q", evaluation, code, &stderr)
		}
		return stdout.String()
	}
	if got := by("Material"); got == by("NNUE") {
		t.Errorf("Material and NNUE take the same 20 openings:\n%s", got)
	}
}
