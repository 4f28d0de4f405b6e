package app

import (
	"bytes"
	"strings"
	"testing"

	"sente/internal/cli"
)

func TestGenFens(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := runTest([]string{"genfens 3 seed 42 book None dfrc=50", "quit"}, strings.NewReader(""), &stdout, &stderr)
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
	code = runTest([]string{"genfens 3 seed x book None", "quit"}, strings.NewReader(""), &stdout, &stderr)
	if code != cli.Misunderstood || stdout.Len() > 0 || !strings.Contains(stderr.String(), "seed") {
		t.Errorf("a bad seed: exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
}
