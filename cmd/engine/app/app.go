// Package app is the engine as a program: its command line and subcommands. It is a package of its
// own so that a test's binary can be the engine; cmd/engine is the program.
package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"sente/datagen"
	"sente/eval/nnue"
	"sente/eval/nnue/kernel"
	"sente/internal/cli"
	"sente/protocol"
	"sente/search"
)

// Run carries out a command line and returns the exit status. release is the engine's version.
func Run(release string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &call{release: release, stdin: stdin, stdout: stdout, stderr: stderr}
	return cli.Report(stderr, "sente", dispatch(c, args))
}

// dispatch runs the subcommand that the first operand names. Without one it speaks UCI.
func dispatch(c *call, args []string) error {
	todo, err := c.parse(args)
	if err != nil {
		return err
	}
	switch {
	case c.help && todo.run != nil && todo.name != "help":
		return c.commandHelp(todo.name) // whatever else the command line asks for
	case c.help:
		return c.printHelp(c.operands)
	case c.version:
		return printVersion(c)
	case todo.run == nil:
		return uci(c)
	}
	c.operands = c.operands[1:] // without its name
	return todo.run(c)
}

// uci speaks UCI on the standard streams. If there are operands, it carries these out instead.
func uci(c *call) error {
	if len(c.operands) > 0 {
		return c.script(c.operands)
	}
	u, err := c.conversation(c.stdout, nil)
	if err != nil {
		return err
	}
	if cli.IsTerminal(c.stdin) && cli.IsTerminal(c.stdout) {
		fmt.Fprintln(c.stdout, c.banner())
	}
	return u.Run(c.stdin)
}

// script carries out UCI commands up to the first one that is refused.
func (c *call) script(commands []string) error {
	for _, command := range commands {
		if err := checkWord(command); err != nil {
			return err
		}
	}
	out := &meter{stdout: c.stdout, stderr: c.stderr}
	defer out.clear()
	// Open the log before Interruptible. If that takes long, Ctrl-C still ends the program.
	u, err := c.conversation(out, out.progress)
	if err != nil {
		return err
	}
	ctx, stop := cli.Interruptible()
	defer stop()
	err = u.RunCommands(ctx, commands)
	_, misread := errors.AsType[protocol.SyntaxError](err)
	_, misreadToo := errors.AsType[datagen.ArgumentError](err)
	switch {
	case errors.Is(err, context.Canceled):
		return cli.ErrInterrupted
	case misread, misreadToo:
		return cli.Misuse("%w", err)
	}
	return err
}

// checkWord returns an error unless a command is empty, is a comment, or begins with a word that
// names a UCI command.
func checkWord(command string) error {
	fields := strings.Fields(command)
	if len(fields) == 0 || fields[0][0] == '#' {
		return nil
	}
	words := append(commandWords(), "xboard", "protover", "register")
	if slices.Contains(words, fields[0]) {
		return nil
	}
	return unknownCommand(fields[0])
}

// commandWords returns the words of the UCI commands that help lists.
func commandWords() (words []string) {
	for _, known := range protocol.Commands() {
		words = append(words, known.Word)
	}
	return words
}

// nearestCommand returns a question whether a command with a similar name was meant, or "".
func nearestCommand(word string) string {
	words := commandWords()
	for _, s := range subcommands() {
		words = append(words, s.name)
	}
	return cli.DidYouMean(word, words)
}

func unknownCommand(word string) error {
	if hint := nearestCommand(word); hint != "" {
		return cli.Misuse("no command %q%s", word, hint)
	}
	return cli.Misuse(
		`no command %q; a command of several words is one operand, as in sente "go depth 9"`, word)
}

// conversation returns a UCI conversation that writes to w, with the log that the flags ask for.
func (c *call) conversation(w io.Writer, progress func(done, of int)) (*protocol.UCI, error) {
	u := protocol.New(w, search.New(), protocol.Config{
		Name: "Sente " + c.fullVersion(), Author: "the Sente authors",
		GenFens: datagen.GenFensCommand, Progress: progress,
	})
	if err := u.SetOption("Log Level", c.logLevel); err != nil {
		return nil, cli.Misuse("%w", err)
	}
	err := u.SetOption("Log File", c.logFile)
	u.KeepLog()
	return u, err
}

// banner greets a person who starts the program in a terminal.
func (c *call) banner() string {
	network := "no network"
	if n := nnue.Default(); n != nil {
		network = "network " + n.String()
	}
	return fmt.Sprintf("Sente %s, %s, %s instructions; help lists the commands, quit ends",
		c.fullVersion(), network, kernel.Level())
}

func printVersion(c *call) error {
	if len(c.operands) > 0 {
		return cli.Misuse("version takes no operands")
	}
	_, err := fmt.Fprintln(c.stdout, "Sente", c.fullVersion())
	return err
}

// printHelp describes the command that operands name, or the program.
func (c *call) printHelp(operands []string) error {
	switch len(operands) {
	case 0:
	case 1:
		return c.commandHelp(operands[0])
	default:
		return cli.Misuse("help takes one command")
	}
	f := flag.NewFlagSet("sente", flag.ContinueOnError)
	c.commonFlags(f)
	var b strings.Builder
	b.WriteString("subcommands:\n")
	for _, s := range subcommands() {
		fmt.Fprintf(&b, "  %-9s %s\n", s.name, s.help)
	}
	b.WriteString(`
sente help COMMAND or sente COMMAND -h tells more about a subcommand or a UCI command.
Exit status: 0 done, 1 failed, 2 not understood, 130 interrupted.`)
	return cli.Help{
		Usage: `sente [flags]                 speak UCI on standard input and output
       sente [flags] "command"...    carry out UCI commands, one after the other
       sente SUBCOMMAND [flags] ...`,
		Text: b.String(), Flags: f, Example: `sente "position startpos moves e2e4" "go depth 12"`,
	}.Write(c.stdout)
}

// commandHelp describes a subcommand or a UCI command.
func (c *call) commandHelp(name string) error {
	if s, ok := findSubcommand(name); ok {
		if s.ownParser { // it prints its own help
			c.operands = []string{"-h"}
			return s.run(c)
		}
		return s.text().Write(c.stdout)
	}
	for _, known := range protocol.Commands() {
		if known.Word == name {
			return cli.Help{
				Usage:   strings.TrimSpace(known.Word + " " + known.Usage),
				Text:    "UCI command: " + known.Help,
				Example: commandExamples[known.Word],
			}.Write(c.stdout)
		}
	}
	return cli.Misuse("no command %q%s", name, nearestCommand(name))
}

// commandExamples are example command lines for the UCI commands that take operands.
var commandExamples = map[string]string{
	"debug":      `sente "debug on" "go depth 9"`,
	"setoption":  `sente "setoption name Threads value 2" "go movetime 5000"`,
	"position":   `sente "position startpos moves e2e4 e7e5" d`,
	"go":         `sente "go movetime 2000"`,
	"speedtest":  `sente "speedtest 2 64 10"`,
	"export_net": `sente "export_net copy.nnue"`,
	"genfens":    `sente "genfens 10 seed 1 book None" quit`,
}
