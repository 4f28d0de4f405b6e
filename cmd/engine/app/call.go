package app

import (
	"errors"
	"flag"
	"io"
	"slices"
	"time"

	"sente/internal/cli"
	"sente/internal/quantity"
	"sente/search"
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

// searchFlags say how long and with what to search.
var searchFlags = []string{"movetime", "nodes", "depth", "threads", "hash", "eval"}

// subcommand is one of the engine's own commands on its command line.
type subcommand struct {
	name, usage, help, example string
	flags                      []string // besides commonFlags
	ownFlags                   bool     // it takes its command line apart itself, behind its name
	run                        func(c *call) error
}

func subcommands() []subcommand {
	return []subcommand{
		{name: "bench", usage: "[DEPTH]", help: "search fixed positions; the node count is the search's signature", run: bench,
			example: "sente bench 10"},
		{name: "perft", usage: "[flags] DEPTH", help: "count the leaves of the tree of legal moves",
			flags: []string{"fen", "threads"}, run: perft, example: "sente perft 6 -threads 2"},
		{name: "epd", usage: "[flags] FILE...",
			help:  "solve suites of positions with bm, am or dm; one second a position unless a limit is given",
			flags: searchFlags, run: epd, example: "sente epd tests/tactics/suite.epd -nodes 100000"},
		{name: "analyze", usage: "GAMES... [flags]",
			help:  "mark games in PGN, and make a page for a browser; half a second a move unless a limit is given",
			flags: append([]string{"o", "html", "lines"}, searchFlags...), run: analyzeGames,
			example: "sente analyze games.pgn -o annotated.pgn -html report.html -movetime 1s"},
		{name: "compare", help: "the classical searches side by side on a game",
			ownFlags: true, run: compareSearches},
		{name: "book", help: "make an opening book (Polyglot) of games in PGN", ownFlags: true, run: makeBook},
		{name: "version", help: "print the version", run: printVersion, example: "sente version"},
		{name: "help", usage: "[COMMAND]", help: "print this, or more about a command",
			run: func(c *call) error { return c.printHelp(c.operands) }, example: "sente help epd"},
	}
}

func findSubcommand(name string) (subcommand, bool) {
	all := subcommands()
	i := slices.IndexFunc(all, func(s subcommand) bool { return s.name == name })
	if i < 0 {
		return subcommand{}, false
	}
	return all[i], true
}

// text describes s, whose flags are among those of f.
func (s *subcommand) text(f *flag.FlagSet) cli.Help {
	usage := "sente " + s.name
	if s.usage != "" {
		usage += " " + s.usage
	}
	return cli.Help{Usage: usage, Text: s.help, Flags: f, Only: append([]string{}, s.flags...), Example: s.example}
}

// parse takes a command line apart. Flags may stand before, between and behind the operands.
func (c *call) parse(args []string) error {
	f := flag.NewFlagSet("sente", flag.ContinueOnError)
	f.SetOutput(io.Discard) // what is wrong is reported once, by run
	f.StringVar(&c.logFile, "log-file", "", "append a log with every line of the conversation to this `FILE`")
	f.StringVar(&c.logLevel, "log-level", "debug", "what is logged at `LEVEL` off, error, warn, info, debug or trace")
	f.BoolVar(&c.version, "version", false, "print the version")
	f.BoolVar(&c.help, "help", false, "print this, or more about a command; -h is the same")
	f.StringVar(&c.fen, "fen", "", "the position, as `FEN`; else the start position")
	quantity.CountVar(f, &c.threads, "threads", 1, "how many threads, `N`")
	quantity.CountVar(f, &c.hash, "hash", 16, "size of the transposition table in `MIB`")
	f.StringVar(&c.evaluation, "eval", "", "evaluation by `NAME`, NNUE or Material; else the best there is")
	quantity.TimeVar(f, &c.movetime, "movetime", 0, "`TIME` for a position, in milliseconds or as in 1.5s")
	quantity.CountVar(f, &c.nodes, "nodes", 0, "at most `N` nodes for a position")
	quantity.CountVar(f, &c.depth, "depth", 0, "`N` plies for a position")
	f.StringVar(&c.output, "o", standardStream, "write the games to this `FILE`; - is standard output")
	f.StringVar(&c.html, "html", "", "write a page for a browser, with boards and curves, to this `FILE`")
	f.StringVar(&c.lines, "lines", "marked", "`WHICH` moves get the better line as a variation: marked, all or none")
	c.flags = f
	if len(args) > 0 {
		if s, ok := findSubcommand(args[0]); ok && s.ownFlags {
			c.operands = args
			return nil
		}
	}
	for {
		if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
			c.help = true
			return nil
		} else if err != nil {
			return cli.Misuse("%w", err)
		}
		if f.NArg() == 0 {
			return nil
		}
		c.operands = append(c.operands, f.Arg(0))
		args = f.Args()[1:]
	}
}

// checkFlags expects only flags that todo has, with values that make sense.
func (c *call) checkFlags(todo *subcommand) error {
	var wrong error
	c.flags.Visit(func(f *flag.Flag) {
		least := map[string]bool{"threads": c.threads < 1, "hash": c.hash < 1, "movetime": c.movetime <= 0, "nodes": c.nodes < 1, "depth": c.depth < 1}
		switch {
		case wrong != nil:
		case !slices.Contains(commonFlags, f.Name) && !slices.Contains(todo.flags, f.Name):
			wrong = cli.Misuse("%s has no flag -%s", todo.name, f.Name)
		case least[f.Name]:
			wrong = cli.Misuse("-%s: want more than 0", f.Name)
		}
	})
	return wrong
}

// limits returns what the flags say about each search, or so much time if they say nothing.
func (c *call) limits(standard time.Duration) search.Limits {
	limits := search.Limits{MoveTime: c.movetime, HasMoveTime: c.movetime > 0, Nodes: c.nodes, Depth: c.depth}
	if limits == (search.Limits{}) {
		limits.MoveTime, limits.HasMoveTime = standard, true
	}
	return limits
}
