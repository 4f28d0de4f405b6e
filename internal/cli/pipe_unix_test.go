//go:build unix

package cli

import (
	"os/exec"
	"testing"
)

// TestOutlivePipes: a program that is started dies of an unread pipe as usual.
func TestOutlivePipes(t *testing.T) {
	OutlivePipes()
	out, err := exec.Command("sh", "-c", "kill -PIPE $$; echo alive").Output()
	if len(out) > 0 {
		t.Errorf("it says %q, %v", out, err)
	}
}
