//go:build unix

package cli

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestMoreInterrupts: interrupts that come at nearly the same time count as one. `timeout -s INT`
// sends such, and so do programs that pass on what the terminal has sent to all. A later interrupt
// kills.
func TestMoreInterrupts(t *testing.T) {
	if takes, err := time.ParseDuration(os.Getenv("CLI_TEST_WORK")); err == nil {
		work(takes)
		return
	}
	for _, tc := range []struct {
		name   string
		work   time.Duration // how long the program needs to end in good order
		atOnce int           // signals sent at once
		later  bool          // more signals follow, until the program has ended
		ends   bool          // the program ends in good order
	}{
		{"one", 3 * sameInterrupt, 1, false, true},
		{"two at once", 3 * sameInterrupt, 2, false, true},
		{"others later", time.Hour, 2, true, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := exec.Command(os.Args[0], "-test.run", "^TestMoreInterrupts$")
			c.Env = append(os.Environ(), "CLI_TEST_WORK="+tc.work.String())
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			said := bufio.NewScanner(out)
			said.Scan() // wait until it is at work
			for range tc.atOnce {
				c.Process.Signal(syscall.SIGINT)
				time.Sleep(time.Millisecond) // the system merges two that come at the same moment
			}
			over := make(chan struct{})
			go func() {
				for tc.later {
					select {
					case <-over:
						return
					case <-time.After(2 * sameInterrupt):
						c.Process.Signal(syscall.SIGINT)
					}
				}
			}()
			ends := said.Scan() && said.Text() == "saved"
			close(over)
			c.Wait()
			if ends != tc.ends {
				t.Errorf("it ends in good order: %t, want %t", ends, tc.ends)
			}
		})
	}
}

// work is a program that takes a while to save its work when it is interrupted.
func work(takes time.Duration) {
	ctx, stop := Interruptible()
	defer stop()
	fmt.Println("at work")
	<-ctx.Done()
	time.Sleep(takes)
	fmt.Println("saved")
}
