//go:build unix

package protocol

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipesAreRefused: a named pipe is refused where a file is wanted. Opening it would wait for
// its other end, and no go would be answered.
func TestPipesAreRefused(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"setoption name EvalFile value " + pipe, "setoption name BookFile value " + pipe,
		"setoption name Log File value " + pipe, "export_net " + pipe,
	} {
		c := newTalk(t)
		c.send("uci")
		c.until("uciok")
		c.send(line, "isready")
		if seen := c.until("readyok"); !strings.Contains(seen[0], "is a pipe, not a file") {
			t.Errorf("%s: %q", line, seen)
		}
		c.finish()
	}
}
