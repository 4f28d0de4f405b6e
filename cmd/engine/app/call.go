package app

import (
	"errors"
	"flag"
	"io"
	"slices"
	"time"

	"sente/internal/quantity"
)

// call is one run of the program: its command line, taken apart, and where it reads and writes.
type call struct {
	release        string // version of the source
	stdin          io.Reader
	stdout, stderr io.Writer
	flags          *flag.FlagSet
	operands       []string

	logFile, logLevel string
	version, help     bool
	fen               string
	threads, hash     int
	evaluation        string
	movetime          time.Duration
	nodes             uint64
	depth             int

	output, html, lines string
}

// commonFlags go with every subcommand and with none.
var commonFlags = []string{"log-file", "log-level", "version", "help"}

// subcommand is one of the engine's own commands on its command line.
type subcommand struct {
	name, usage, help string
	flags             []string // besides commonFlags
	ownFlags          bool     // it takes its command line apart itself, behind its name as first operand
	run               func(c *call) error
}

func subcommands() []subcommand {
	return []subcommand{
		{name: "bench", usage: "[DEPTH]", help: "search fixed positions; the node count is the search's signature", run: bench},
		{name: "perft", usage: "[-fen FEN] [-threads N] DEPTH", help: "count the leaves of the tree of legal moves",
			flags: []string{"fen", "threads"}, run: perft},
		{name: "epd", usage: "[-movetime TIME | -nodes N | -depth N] [-threads N] [-hash MIB] [-eval NAME] FILE...",
			help:  "solve suites of positions with bm, am or dm; one second a position unless a limit is given",
			flags: []string{"movetime", "nodes", "depth", "threads", "hash", "eval"}, run: epd},
		{name: "analyze", usage: "GAMES... [-o FILE] [-html FILE] [-movetime TIME | -nodes N | -depth N] [-lines WHICH] [-threads N] [-hash MIB] [-eval NAME]",
			help:  "write games in PGN with scores, marks and better lines, and a page for a browser; half a second a move unless a limit is given; - is standard input",
			flags: []string{"o", "html", "lines", "movetime", "nodes", "depth", "threads", "hash", "eval"}, run: analyzeGames},
		{name: "compare", usage: "[FLAGS]", help: "the classical searches side by side on a game; -h lists its flags",
			ownFlags: true, run: compareSearches},
		{name: "book", usage: "make FILE... [-o BOOK] [-plies N] [-min N]",
			help:     "make an opening book (Polyglot, book.bin) of the first 24 plies of games in PGN, of moves played at least 3 times",
			ownFlags: true, run: makeBook},
		{name: "version", help: "print the version", run: printVersion},
		{name: "help", help: "print this", run: printHelp},
	}
}

// parse takes a command line apart. Flags may stand before, between and behind the operands.
func (c *call) parse(args []string) error {
	f := flag.NewFlagSet("engine", flag.ContinueOnError)
	f.SetOutput(io.Discard) // what is wrong is reported once, by run
	f.StringVar(&c.logFile, "log-file", "", "append a log with every line of the conversation to this `FILE`")
	f.StringVar(&c.logLevel, "log-level", "debug", "what is logged at `LEVEL` off, error, warn, info, debug or trace")
	f.BoolVar(&c.version, "version", false, "print the version")
	f.BoolVar(&c.help, "help", false, "print this")
	f.StringVar(&c.fen, "fen", "", "perft: the position, as `FEN`; else the start position")
	quantity.CountVar(f, &c.threads, "threads", 1, "perft, epd, analyze: how many threads, `N`")
	quantity.CountVar(f, &c.hash, "hash", 16, "epd, analyze: size of the transposition table in `MIB`")
	f.StringVar(&c.evaluation, "eval", "", "epd, analyze: evaluation by `NAME`, NNUE or Material")
	quantity.TimeVar(f, &c.movetime, "movetime", 0, "epd, analyze: `TIME` for a position, in milliseconds or as in 1.5s")
	quantity.CountVar(f, &c.nodes, "nodes", 0, "epd, analyze: at most `N` nodes for a position")
	quantity.CountVar(f, &c.depth, "depth", 0, "epd, analyze: `N` plies for a position")
	f.StringVar(&c.output, "o", standardStream, "analyze: write the games to this `FILE`; else to standard output")
	f.StringVar(&c.html, "html", "", "analyze: write a page for a browser, with boards and curves, to this `FILE`")
	f.StringVar(&c.lines, "lines", "marked", "analyze: `WHICH` moves get the better line as a variation: marked, all or none")
	c.flags = f
	if slices.ContainsFunc(subcommands(), func(s subcommand) bool { return s.ownFlags && len(args) > 0 && s.name == args[0] }) {
		c.operands = args
		return nil
	}
	for {
		if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
			c.help = true
			return nil
		} else if err != nil {
			return usageError(err.Error())
		}
		if f.NArg() == 0 {
			return nil
		}
		c.operands = append(c.operands, f.Arg(0))
		args = f.Args()[1:]
	}
}
