// Package cli holds what the command lines of Sente's programs share: exit statuses, the text that
// -h prints, interrupts, and progress on a terminal.
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

// Misuse returns an error with that text whose exit status is Misunderstood.
func Misuse(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func (e usageError) Error() string { return e.err.Error() }

// Unwrap returns the wrapped error.
func (e usageError) Unwrap() error { return e.err }

// ErrInterrupted is in the error if Ctrl-C or a signal ended the work.
var ErrInterrupted = errors.New("interrupted")

// Status returns the exit status for a command's error. A request for help counts as success.
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

// Report writes err to stderr, with the program's name in front unless err has it already. It
// returns the exit status. If the command line was not understood, it also says where to read more.
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

// Interrupts returns the signals that make a program finish and exit in good order: Ctrl-C,
// SIGTERM, and SIGHUP, which comes when the terminal closes. SIGHUP is left out if the program was
// started to outlive the terminal, as by nohup.
func Interrupts() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// OutlivePipes is for programs that write files. Without it a write to a standard output or error
// that nobody reads any more kills the program, perhaps with half a file left. With it only that
// write fails. Child processes do not inherit this, as they would if the signal were ignored.
func OutlivePipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// sameInterrupt is the time within which several interrupts count as one. `timeout -s INT` sends
// one to its program and one to the program's group. Other programs pass on an interrupt that the
// terminal has sent to all.
const sameInterrupt = 500 * time.Millisecond

// Interruptible returns a context that the first of Interrupts ends. Another interrupt,
// sameInterrupt later or more, kills the program. After stop the signals have their usual effect.
func Interruptible() (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(context.Background(), Interrupts()...)
	context.AfterFunc(ctx, func() { time.AfterFunc(sameInterrupt, stop) })
	return ctx, stop
}
