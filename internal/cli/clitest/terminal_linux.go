package clitest

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal returns both ends of a new pseudo-terminal: the person's and the program's.
func terminal(t testing.TB) (person, program *os.File) {
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

// OnTerminal runs a program to its end with its standard error on a terminal, and returns what the
// terminal showed. If typed is not empty, standard input and output are on the terminal too, and a
// person types that text.
func OnTerminal(t testing.TB, c *exec.Cmd, typed string) string {
	t.Helper()
	person, program := terminal(t)
	c.Stderr = program
	if typed != "" {
		c.Stdin, c.Stdout = program, program
		io.WriteString(person, typed)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	program.Close()
	text, _ := io.ReadAll(person) // an error says that the other end is closed
	c.Wait()
	return string(text)
}

// LastLine returns the last line that a terminal shows: what was written after the last carriage
// return.
func LastLine(shown string) string {
	shown = strings.TrimRight(shown, "\r\n")
	return shown[strings.LastIndexAny(shown, "\r\n")+1:]
}
