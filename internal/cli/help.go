package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Help is the text about one command.
type Help struct {
	Usage   string        // the program, the command and its arguments
	Text    string        // what it does
	Flags   *flag.FlagSet // nil: it has none
	Only    []string      // the names of its own among Flags; nil: all of them are
	Example string        // command lines
}

// Write writes the text with the flags and their defaults.
func (h Help) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s\n", h.Usage)
	if h.Text != "" {
		fmt.Fprintf(&b, "\n%s\n", h.Text)
	}
	if own := h.own(); own != nil {
		b.WriteString("\nflags:\n")
		own.SetOutput(&b)
		own.PrintDefaults()
	}
	if h.Example != "" {
		fmt.Fprintf(&b, "\nexample:\n  %s\n", strings.ReplaceAll(h.Example, "\n", "\n  "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// own returns the command's own flags, nil if it has none.
func (h Help) own() *flag.FlagSet {
	if h.Flags == nil {
		return nil
	}
	own, n := flag.NewFlagSet("", flag.ContinueOnError), 0
	h.Flags.VisitAll(func(f *flag.Flag) {
		if h.Only == nil || slices.Contains(h.Only, f.Name) {
			n++
			own.Var(f.Value, f.Name, f.Usage)
			own.Lookup(f.Name).DefValue = f.DefValue // not what the command line has made of it
		}
	})
	if n == 0 {
		return nil
	}
	return own
}

// Parse parses args into h.Flags. Asked for help it writes h to stdout and returns flag.ErrHelp.
// What can't be understood is a UsageError.
func (h Help) Parse(args []string, stdout io.Writer) error {
	h.Flags.SetOutput(io.Discard)
	h.Flags.Usage = func() {}
	err := h.Flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		if failed := h.Write(stdout); failed != nil {
			return failed
		}
		return err
	case err != nil:
		return UsageError{err}
	}
	return nil
}

// ParseProgram is Parse for a program without commands: a first word help asks for h, and help
// about anything is a UsageError.
func (h Help) ParseProgram(args []string, stdout io.Writer) error {
	if len(args) > 0 && args[0] == "help" {
		if len(args) > 1 {
			return UnknownCommand(args[1], nil)
		}
		args = []string{"-h"}
	}
	return h.Parse(args, stdout)
}
