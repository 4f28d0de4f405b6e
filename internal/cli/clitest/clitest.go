// Package clitest tests a program by its command line. The test binary plays the part of the
// program. So the go command knows that the test depends on the program's code.
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

// asProgram is an environment variable that makes the binary act as the program. It holds the
// binary's path. Processes that the tests start inherit it.
const asProgram = "SENTE_TEST_PROGRAM"

// fuzzWorker is the flag of the processes in which the go command runs a fuzz target.
const fuzzWorker = "-test.fuzzworker"

// Main is for TestMain. It runs the tests of m and exits with their status. In a process that the
// tests have started it runs the program instead. But a fuzz target's worker runs as a test.
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

// Path returns the path of the program.
func Path() string { return os.Getenv(asProgram) }

// Command returns a command that runs the program in folder dir.
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
	c.Stdout, c.Stderr = stdout, stderr // if both are the same, one goroutine writes it
	err := c.Run()
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode()
}
