package protocol

import (
	"cmp"
	"context"
	"fmt"
	"strings"
)

// A SyntaxError says that a command could not be understood. A command that failed has another
// error.
type SyntaxError struct{ err error }

func (e SyntaxError) Error() string { return e.err.Error() }

// Unwrap returns the wrapped error.
func (e SyntaxError) Unwrap() error { return e.err }

func misread(format string, args ...any) error { return SyntaxError{fmt.Errorf(format, args...)} }

// CommandHelp describes a command.
type CommandHelp struct{ Word, Usage, Help string }

// Commands returns the commands that help lists.
func Commands() []CommandHelp {
	var list []CommandHelp
	for _, e := range commandTable() {
		if e.help != "" {
			list = append(list, CommandHelp{e.word, e.usage, e.help})
		}
	}
	return list
}

// RunCommands carries out the given commands as if they were lines of input, one after the other.
// Each waits until the one before it is done. But no command waits for an infinite or pondering
// search, so a stop can follow. If such a search is the last command, it runs until ctx is done.
//
// It stops at the first command that is refused, when ctx is done, or when output can't be written.
// A running search is then stopped and gives its answer. The error says why: it is a SyntaxError
// for a command that could not be understood, and ctx's error when ctx was done.
func (u *UCI) RunCommands(ctx context.Context, commands []string) error {
	u.greeted.Store(true) // a person is looking
	u.strict = true
	u.out.failed = u.refuse
	defer context.AfterFunc(ctx, func() { u.refuse(ctx.Err()) })()
	u.converse(func() {
		for _, c := range commands {
			if !u.settle() || !u.receive(c) {
				return
			}
		}
		u.end()
	})
	u.mu.Lock()
	defer u.mu.Unlock()
	return cmp.Or(u.refused, u.out.broken())
}

// checkRest refuses words behind a command that takes none, but only in RunCommands. Elsewhere
// extra words are ignored, because some programs add them.
func (u *UCI) checkRest(c command) error {
	if u.strict && c.entry.help != "" && c.entry.usage == "" && strings.TrimSpace(c.rest) != "" {
		return misread("%s: want nothing more, not %s", c.entry.word, shorten(c.rest))
	}
	return nil
}

// operand returns the one operand of a command, or "" if there is none. Further words are an error
// in RunCommands and are ignored elsewhere.
func (u *UCI) operand(c command) (string, error) {
	word, rest := cutWord(c.rest)
	if u.strict && strings.TrimSpace(rest) != "" {
		return "", misread("%s: want one word, not %s", c.entry.word, shorten(c.rest))
	}
	return word, nil
}

// refuse ends the conversation of RunCommands with an error. Only the first error is kept.
func (u *UCI) refuse(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.refused == nil {
		u.refused = err
	}
	u.breakOff()
}
