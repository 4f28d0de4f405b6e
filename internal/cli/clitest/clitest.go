// Package clitest tests a program by its command line. The binary of the test stands in for the
// program, so the go command knows that the test depends on it.
package clitest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// asProgram tells the binary to be the program, and holds its path. What the tests start inherits
// it.
const asProgram = "SENTE_TEST_PROGRAM"

// fuzzWorker is the flag of the processes in which the go command runs a fuzz target.
const fuzzWorker = "-test.fuzzworker"

// Main is for TestMain. It runs the tests of m and exits with their status. In a process that the
// tests start it runs the program instead; a fuzz target's worker remains a test.
func Main(m *testing.M, program func()) {
	if Path() != "" && !slices.Contains(os.Args, fuzzWorker) {
		program()
		os.Exit(0)
	}
	path, err := os.Executable()
	if err == nil {
		err = os.Setenv(asProgram, path)
	}
	if err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// Path returns where the program is.
func Path() string { return os.Getenv(asProgram) }

// Command returns the command that runs the program in a folder.
func Command(dir string, args ...string) *exec.Cmd {
	c := exec.Command(Path(), args...)
	c.Dir = dir
	return c
}

// Run runs the program in a folder, and returns its exit status and what it wrote.
func Run(t testing.TB, dir string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(t, Command(dir, args...), &out, &errs)
	return status, out.String(), errs.String()
}

// Combined is Run with all output in one text, as a terminal shows it.
func Combined(t testing.TB, dir string, args ...string) (status int, output string) {
	t.Helper()
	var out bytes.Buffer
	status = run(t, Command(dir, args...), &out, &out)
	return status, out.String()
}

// Must runs the program in a folder and returns its standard output. The program must succeed.
func Must(t testing.TB, dir string, args ...string) string {
	t.Helper()
	status, out, errs := Run(t, dir, args...)
	if status != 0 {
		t.Fatalf("%s: status %d\n%s%s", strings.Join(args, " "), status, out, errs)
	}
	return out
}

func run(t testing.TB, c *exec.Cmd, stdout, stderr *bytes.Buffer) (status int) {
	t.Helper()
	c.Stdout, c.Stderr = stdout, stderr // the same one for both is written by one goroutine
	err := c.Run()
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode()
}
