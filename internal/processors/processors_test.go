package processors

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// TestCount: GOMAXPROCS at the start counts, and not what it becomes later.
func TestCount(t *testing.T) {
	if os.Getenv("GOMAXPROCS") != "1" {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		again := exec.Command(self, "-test.run=^TestCount$")
		again.Env = append(os.Environ(), "GOMAXPROCS=1")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("with one processor: %v\n%s", err, out)
		}
		return
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	if got := Count(); got != 1 {
		t.Errorf("%d of %d processors are ours, want 1", got, runtime.NumCPU())
	}
}
