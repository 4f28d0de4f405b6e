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

// TestMoreInterrupts: an interrupt that comes twice at once, as from `timeout -s INT` and from
// programs that hand on what the terminal sends to all, is one. A later one kills.
func TestMoreInterrupts(t *testing.T) {
	if takes, err := time.ParseDuration(os.Getenv("CLI_TEST_WORK")); err == nil {
		work(takes)
		return
	}
	for _, tc := range []struct {
		name   string
		work   time.Duration // that the program takes to end in good order
		atOnce int           // signals
		later  bool          // others follow, until the program has ended
		ends   bool          // in good order
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
			said.Scan() // it works
			for range tc.atOnce {
				c.Process.Signal(syscall.SIGINT)
				time.Sleep(time.Millisecond) // two that come at the same moment are one
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

// work is a program that takes its time to save what it has when it is interrupted.
func work(takes time.Duration) {
	ctx, stop := Interruptible()
	defer stop()
	fmt.Println("at work")
	<-ctx.Done()
	time.Sleep(takes)
	fmt.Println("saved")
}
