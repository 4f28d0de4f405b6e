package integration

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestScreenFails: if a virtual screen can't start, the script ends and says why.
func TestScreenFails(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("screen.sh is a shell script")
	}
	dir := t.TempDir()
	executable(t, filepath.Join(dir, "Xvfb"), "exit 1")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-euc", ". ./screen.sh; open_screen 8x8")
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	_, exited := err.(*exec.ExitError)
	if !exited || ctx.Err() != nil || !strings.Contains(string(out), "Xvfb did not start") {
		t.Errorf("it ends with %v, and says %.200q", err, out)
	}
}

// TestNeedsSkips: if its program is missing, a script ends with the status of a skip and names the
// program.
func TestNeedsSkips(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("screen.sh is a shell script")
	}
	cmd := exec.Command("bash", "-euc",
		". ./screen.sh; needs here bash no-such-program; echo played")
	out, err := cmd.Output()
	const want = "skipped: no no-such-program here, no game was played in here\n"
	exit, exited := errors.AsType[*exec.ExitError](err)
	if !exited || exit.ExitCode() != 77 || string(out) != want {
		t.Errorf("it ends with %v, and says %q, want 77 and %q", err, out, want)
	}
}
