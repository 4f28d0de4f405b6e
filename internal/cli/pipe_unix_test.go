//go:build unix

package cli

import (
	"os/exec"
	"testing"
)

// TestOutlivePipes: a child process still dies of a pipe that nobody reads.
func TestOutlivePipes(t *testing.T) {
	OutlivePipes()
	out, err := exec.Command("sh", "-c", "kill -PIPE $$; echo alive").Output()
	if len(out) > 0 {
		t.Errorf("it says %q, %v", out, err)
	}
}
