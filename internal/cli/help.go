package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Help is the help text of one command.
type Help struct {
	Usage   string        // the program, the command and its arguments
	Text    string        // what it does
	Flags   *flag.FlagSet // nil: it has none
	Example string        // command lines
}

// Write writes the text with the flags and their defaults.
func (h Help) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s\n", h.Usage)
	if h.Text != "" {
		fmt.Fprintf(&b, "\n%s\n", h.Text)
	}
	if h.Flags != nil {
		var flags strings.Builder
		h.Flags.SetOutput(&flags)
		if h.Flags.PrintDefaults(); flags.Len() > 0 {
			fmt.Fprintf(&b, "\nflags:\n%s", &flags)
		}
	}
	if h.Example != "" {
		fmt.Fprintf(&b, "\nexample:\n  %s\n", strings.ReplaceAll(h.Example, "\n", "\n  "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Parse parses args into h.Flags. The operands are then in h.Flags.Args. Flags may stand behind
// operands, but not behind "--". If args ask for help, it writes h to stdout and returns
// flag.ErrHelp. If args can't be understood, the error is one of Misuse.
func (h Help) Parse(args []string, stdout io.Writer) error {
	h.Flags.SetOutput(io.Discard)
	h.Flags.Usage = func() {}
	err := ParseAnywhere(h.Flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		if failed := h.Write(stdout); failed != nil {
			return failed
		}
		return err
	case err != nil:
		return usageError{err}
	}
	return nil
}

// ParseAnywhere is f.Parse, but flags may stand before, between and behind operands. Behind "--"
// there are only operands.
func ParseAnywhere(f *flag.FlagSet, args []string) error {
	operands := []string{endOfFlags}
	for {
		if err := f.Parse(args); err != nil {
			return err
		}
		rest := f.Args()
		if len(rest) == 0 || endsFlags(f, args[:len(args)-len(rest)]) {
			return f.Parse(append(operands, rest...))
		}
		operands = append(operands, rest[0])
		args = rest[1:]
	}
}

// endOfFlags is the word behind which there are only operands.
const endOfFlags = "--"

// endsFlags tells whether args end with a "--" that ends the flags, and not with a flag whose value
// is "--". f must have parsed args and found no operand in them. endsFlags changes no flag.
func endsFlags(f *flag.FlagSet, args []string) bool {
	last := len(args) - 1
	if last < 0 || args[last] != endOfFlags {
		return false
	}
	names := flag.NewFlagSet("", flag.ContinueOnError)
	names.SetOutput(io.Discard)
	f.VisitAll(func(given *flag.Flag) {
		b, ok := given.Value.(interface{ IsBoolFlag() bool })
		names.Var(anyValue{ok && b.IsBoolFlag()}, given.Name, "")
	})
	return names.Parse(args[:last]) == nil // if it fails, the last flag lacks its value
}

// anyValue is the value of a flag that accepts everything.
type anyValue struct{ isBool bool }

func (anyValue) String() string     { return "" }
func (anyValue) Set(string) error   { return nil }
func (v anyValue) IsBoolFlag() bool { return v.isBool }

// ParseProgram is Parse for a program without commands. A first word of help means -h. Another word
// behind it is an error of Misuse.
func (h Help) ParseProgram(args []string, stdout io.Writer) error {
	if len(args) > 0 && args[0] == "help" {
		if len(args) > 1 {
			return UnknownCommand(args[1], nil)
		}
		args = []string{"-h"}
	}
	return h.Parse(args, stdout)
}
