// Package app is the engine as a program: its command line and subcommands. It is a package of its own
// so that a test's binary can be the engine; cmd/engine is the program.
package app

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"sente/protocol"
	"sente/search"
)

// Exit codes.
const (
	exitOK    = 0
	exitError = 1 // what was asked for failed
	exitUsage = 2 // the command line can't be understood
)

// usageError says what is wrong with a command line.
type usageError string

func (e usageError) Error() string { return string(e) + "; see engine help" }

// Run carries out a command line of the engine of a release and returns the exit code.
func Run(release string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := dispatch(&call{release: release, stdin: stdin, stdout: stdout, stderr: stderr}, args)
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "engine:", err)
	if _, ok := errors.AsType[usageError](err); ok {
		return exitUsage
	}
	return exitError
}

// dispatch runs the subcommand that the first operand names, or speaks UCI.
func dispatch(c *call, args []string) error {
	if err := c.parse(args); err != nil {
		return err
	}
	switch {
	case c.help:
		return printHelp(c)
	case c.version:
		return printVersion(c)
	}
	todo := subcommand{name: "engine", run: uci}
	if len(c.operands) > 0 {
		for _, s := range subcommands() {
			if s.name == c.operands[0] {
				todo = s
				c.operands = c.operands[1:]
				break
			}
		}
	}
	var foreign error
	c.flags.Visit(func(f *flag.Flag) {
		if !slices.Contains(commonFlags, f.Name) && !slices.Contains(todo.flags, f.Name) {
			foreign = usageError(todo.name + " has no flag -" + f.Name)
		}
	})
	if foreign != nil {
		return foreign
	}
	return todo.run(c)
}

// uci speaks UCI with whoever is at the other end, or carries out the operands.
func uci(c *call) error {
	u, err := c.conversation()
	if err != nil {
		return err
	}
	if len(c.operands) > 0 {
		rest, err := genFens(c)
		if err == nil {
			u.RunCommands(rest)
		}
		return err
	}
	return u.Run(c.stdin)
}

// conversation returns a UCI conversation with the log that the flags ask for.
func (c *call) conversation() (*protocol.UCI, error) {
	u := protocol.New(c.stdout, search.New(), protocol.Config{Name: "Sente " + c.fullVersion(), Author: "the Sente authors"})
	if err := u.SetOption("Log Level", c.logLevel); err != nil {
		return nil, usageError(err.Error())
	}
	return u, u.SetOption("Log File", c.logFile)
}

func printVersion(c *call) error {
	if len(c.operands) > 0 {
		return usageError("version takes no operands")
	}
	_, err := fmt.Fprintln(c.stdout, "Sente", c.fullVersion())
	return err
}

func printHelp(c *call) error {
	var b strings.Builder
	b.WriteString(`usage: engine [flags]               speak UCI on standard input and output
       engine [flags] "command"...  carry out UCI commands, one after the other
       engine [flags] subcommand
       engine "genfens N seed S book <None|FILE>" "quit"
                                    print N openings, as OpenBench asks for them

subcommands:
`)
	for _, s := range subcommands() {
		fmt.Fprintf(&b, "  %s %s\n        %s\n", s.name, s.usage, s.help)
	}
	b.WriteString("\nflags, before or after the operands:\n")
	c.flags.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(&b, "  -%s %s\n        %s\n", f.Name, value, text)
	})
	_, err := io.WriteString(c.stdout, b.String())
	return err
}
