package conformance

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"sente/internal/cli/clitest"
)

// terminal returns both ends of a new pseudo-terminal: what a person would hold, and what a program
// gets.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no pseudo-terminals: ", err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return person, program
}

// onTerminal runs the engine with its standard error on a terminal, and standard input and output
// too if all is true. It returns what was shown.
func onTerminal(t *testing.T, all bool, args ...string) string {
	t.Helper()
	person, program := terminal(t)
	cmd := clitest.Command("", args...)
	cmd.Stderr = program
	if all {
		cmd.Stdin, cmd.Stdout = program, program
		io.WriteString(person, "quit\n")
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	program.Close()
	text, _ := io.ReadAll(person) // an error says that the other end is closed
	if err := cmd.Wait(); err != nil {
		t.Errorf("%q: %v", args, err)
	}
	return string(text)
}

// TestBanner greets a person at a terminal, and says nothing into a pipe.
func TestBanner(t *testing.T) {
	if text := onTerminal(t, true); !regexp.MustCompile(`(?m)^Sente \d+\.\d+\.\d+\S*, network .+ instructions; help lists`).MatchString(text) {
		t.Errorf("at a terminal: %q", text)
	}
	if text := onTerminal(t, false); text != "" {
		t.Errorf("with a terminal for standard error only: %q", text)
	}
}

// TestProgress shows how far long work is, and what is left of it, on a terminal.
func TestProgress(t *testing.T) {
	for _, args := range [][]string{
		{"bench", "9"}, {"perft", "6"}, {"go perft 6"}, {"speedtest 1 16 2"},
		{"epd", "../tactics/suite.epd", "-movetime", "30"}, {"compare", "-depth", "3"},
	} {
		t.Run(args[0], func(t *testing.T) {
			text := onTerminal(t, false, args...)
			if bar := regexp.MustCompile(`\d+% \|.*\| \(\d+/\d+\) \[\d+s:\d+s\]`); !bar.MatchString(text) {
				t.Errorf("%q shows %q", args, text)
			}
			if last := text[strings.LastIndex(text, "\r")+1:]; strings.TrimSpace(last) != "" {
				t.Errorf("%q leaves %q", args, last)
			}
		})
	}
}
