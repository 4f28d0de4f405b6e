package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sente/internal/cli/clitest"
	"sente/tune"
)

// TestErrorBehindBar: on a terminal an error is printed on a line of its own, below the bar. Here
// the run's folder is moved away during the run.
func TestErrorBehindBar(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "run")
	moved := make(chan error, 1)
	go func() {
		state := filepath.Join(folder, "state.json")
		for end := time.Now().Add(time.Minute); time.Now().Before(end); {
			if s, err := tune.Load(state); err == nil && s != nil && s.Done > 0 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		moved <- os.Rename(folder, filepath.Join(dir, "moved"))
	}()
	c := clitest.Command(dir, quick("run", "-iterations", "10000")...)
	shown := clitest.OnTerminal(t, c, "")
	if err := <-moved; err != nil {
		t.Fatal(err)
	}
	if last := clitest.LastLine(shown); !strings.HasPrefix(last, "tune: ") {
		t.Errorf("%q, of %q", last, shown)
	}
}
