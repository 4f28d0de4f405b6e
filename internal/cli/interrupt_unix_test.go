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
	if os.Getenv("CLI_TEST_WORK") != "" {
		work()
		return
	}
	for _, tc := range []struct {
		name   string
		pauses []time.Duration // before each signal but the first
		ends   bool            // in good order
	}{
		{"one", nil, true},
		{"two at once", []time.Duration{20 * time.Millisecond}, true},
		{"another later", []time.Duration{20 * time.Millisecond, 2 * sameInterrupt}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := exec.Command(os.Args[0], "-test.run", "^TestMoreInterrupts$")
			c.Env = append(os.Environ(), "CLI_TEST_WORK=1")
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			said := bufio.NewScanner(out)
			said.Scan() // it works
			c.Process.Signal(syscall.SIGINT)
			for _, pause := range tc.pauses {
				time.Sleep(pause)
				c.Process.Signal(syscall.SIGINT)
			}
			ends := said.Scan() && said.Text() == "saved"
			c.Wait()
			if ends != tc.ends {
				t.Errorf("it ends in good order: %t, want %t", ends, tc.ends)
			}
		})
	}
}

// work is a program that takes a moment to save what it has when it is interrupted.
func work() {
	ctx, stop := Interruptible()
	defer stop()
	fmt.Println("at work")
	<-ctx.Done()
	time.Sleep(3 * sameInterrupt)
	fmt.Println("saved")
}
