// Package cli is what the command lines of Sente's programs have in common: exit statuses, the text
// that -h prints, interruption, and progress on a terminal.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// Exit statuses of every program.
const (
	Done          = 0
	Failed        = 1   // what was asked for could not be done
	Misunderstood = 2   // the command line makes no sense
	Interrupted   = 130 // ended by Ctrl-C or a signal, as shells count it
)

// A usageError says what is wrong with a command line.
type usageError struct{ err error }

// Misuse returns an error of that text with the status Misunderstood.
func Misuse(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func (e usageError) Error() string { return e.err.Error() }

// Unwrap returns what the error was made from.
func (e usageError) Unwrap() error { return e.err }

// ErrInterrupted is in the error of work that Ctrl-C or a signal ended.
var ErrInterrupted = errors.New("interrupted")

// Status returns the exit status for what a command returned. The request for help is no error.
func Status(err error) int {
	_, misunderstood := errors.AsType[usageError](err)
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return Done
	case errors.Is(err, ErrInterrupted):
		return Interrupted
	case misunderstood:
		return Misunderstood
	default:
		return Failed
	}
}

// Main runs a program with its arguments, reports its error and exits.
func Main(program string, run func(args []string) error) {
	os.Exit(Report(os.Stderr, program, run(os.Args[1:])))
}

// Report writes err to stderr behind the program's name, which may be in err already, and returns
// the exit status. A command line that was not understood is answered with where to read more.
func Report(stderr io.Writer, program string, err error) int {
	status := Status(err)
	if status == Done {
		return status
	}
	text := program + ": " + strings.TrimPrefix(err.Error(), program+": ")
	if status == Misunderstood {
		text += "; see " + program + " help"
	}
	fmt.Fprintln(stderr, text)
	return status
}

// Interrupts are the signals that end work in good order: Ctrl-C, SIGTERM, and SIGHUP when the
// terminal closes, unless the program was started to outlive that, as by nohup.
func Interrupts() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// OutlivePipes is for programs that write files. When nobody reads their standard output or error
// any more, what they write there fails, and no longer kills them with half a file left. What they
// start does not inherit that, as it would if the signal were ignored.
func OutlivePipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// sameInterrupt is the time within which several interrupts count as one. `timeout -s INT` sends
// one to its program and one to all of its group; others hand on what the terminal sent to all.
const sameInterrupt = 500 * time.Millisecond

// Interruptible returns a context that any of Interrupts ends. Another one, sameInterrupt later or
// more, kills the program. After stop the signals have their usual effect.
func Interruptible() (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(context.Background(), Interrupts()...)
	context.AfterFunc(ctx, func() { time.AfterFunc(sameInterrupt, stop) })
	return ctx, stop
}
