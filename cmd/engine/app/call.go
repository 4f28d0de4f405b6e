package app

import (
	"flag"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"sente/eval/nnue"
	"sente/internal/cli"
	"sente/internal/quantity"
	"sente/search"
)

// call is one run of the program: its parsed command line and its standard streams.
type call struct {
	release        string // version of the source
	stdin          io.Reader
	stdout, stderr io.Writer
	operands       []string

	logFile, logLevel string
	version, help     bool
	fen               string
	threads, hash     int
	evaluation        string
	movetime          time.Duration
	nodes             uint64
	depth             int

	output, html, lines string // -o of analyze and book, -html and -lines of analyze
	plies, least        int    // -plies and -min of book
}

// The times that a search gets if no flag limits it.
const (
	epdTime     = time.Second            // for a position
	analyzeTime = 500 * time.Millisecond // for a move
)

// subcommand is one of the engine's subcommands, as listed by help.
type subcommand struct {
	name, usage, help, example string
	flags                      func(c *call, f *flag.FlagSet) // adds its own; nil: it has none
	ownParser                  bool                           // it parses its own flags
	converses                  bool                           // it speaks UCI, which may be logged
	run                        func(c *call) error
}

func subcommands() []subcommand {
	return []subcommand{
		{name: "bench", usage: "[DEPTH]",
			help: "search fixed positions; the node count is the search's signature; " +
				"DEPTH in plies, " + strconv.Itoa(search.DefaultBenchDepth) + " unless given",
			converses: true, run: bench, example: "sente bench 10"},
		{name: "perft", usage: "[flags] DEPTH", help: "count the leaves of the tree of legal moves",
			flags: (*call).perftFlags, run: perft, example: "sente perft 6 -threads 2"},
		{name: "epd", usage: "[flags] FILE...",
			help: "solve suites of positions with bm, am or dm; " +
				epdTime.String() + " a position unless a limit is given",
			flags: (*call).searchFlags, run: epd,
			example: "sente epd tests/tactics/suite.epd -nodes 100000"},
		{name: "analyze", usage: "GAMES... [flags]",
			help: "mark games in PGN, and make a page for a browser; " +
				analyzeTime.String() + " a move unless a limit is given",
			flags: (*call).analyzeFlags, run: analyzeGames,
			example: "sente analyze games.pgn -o annotated.pgn -html report.html -movetime 1s"},
		{name: "compare", help: "the classical searches side by side on a game",
			ownParser: true, run: compareSearches},
		{name: "book", usage: "make FILE... [flags]",
			help:  "make an opening book (Polyglot) of games in PGN",
			flags: (*call).bookFlags, run: makeBook,
			example: "sente book make games.pgn -o book.bin"},
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

// flagSet returns a set of the flags that only s has. It puts their defaults into c.
func (s *subcommand) flagSet(c *call) *flag.FlagSet {
	f := flag.NewFlagSet(s.name, flag.ContinueOnError)
	f.SetOutput(io.Discard) // Run reports what is wrong, once
	if s.flags != nil {
		s.flags(c, f)
	}
	return f
}

// allFlags returns a set of all flags that s accepts. It includes -h, which no list of flags shows.
func (s *subcommand) allFlags(c *call) *flag.FlagSet {
	f := s.flagSet(c)
	c.commonFlags(f)
	f.BoolVar(&c.help, "h", false, "")
	return f
}

// text returns the help on s.
func (s *subcommand) text() cli.Help {
	usage := "sente " + s.name
	if s.usage != "" {
		usage += " " + s.usage
	}
	return cli.Help{Usage: usage, Text: s.help, Flags: s.flagSet(&call{}), Example: s.example}
}

// commonFlags adds the flags that every subcommand accepts, and the program without a subcommand
// too.
func (c *call) commonFlags(f *flag.FlagSet) {
	f.StringVar(&c.logFile, "log-file", "",
		"append a log with every line of the conversation to this `FILE`; "+
			"of the subcommands only for bench")
	f.StringVar(&c.logLevel, "log-level", "debug",
		"how much is logged, `LEVEL`: off, error, warn, info, debug or trace")
	f.BoolVar(&c.version, "version", false, "print the version")
	f.BoolVar(&c.help, "help", false, "print this, or more about a command; -h is the same")
}

// threadsFlag adds the flag for the number of threads.
func (c *call) threadsFlag(f *flag.FlagSet) {
	quantity.PositiveVar(f, &c.threads, "threads", 1, "how many threads, `N`")
}

// checkThreads returns an error if there are more threads than the option Threads allows.
func (c *call) checkThreads() error {
	if c.threads > search.MaxThreads {
		return cli.Misuse("-threads %d: want at most %d", c.threads, search.MaxThreads)
	}
	return nil
}

// searchFlags adds the flags that set the limits of a search and the engine's memory and network.
func (c *call) searchFlags(f *flag.FlagSet) {
	c.threadsFlag(f)
	quantity.PositiveVar(f, &c.hash, "hash", 16, "size of the transposition table in `MIB`")
	best := "NNUE"
	if nnue.Default() == nil {
		best = "Material"
	}
	f.StringVar(&c.evaluation, "eval", best, "evaluation by `NAME`, NNUE or Material")
	quantity.TimeVar(f, &c.movetime, "movetime", 0,
		"`TIME` for a position, in milliseconds or as in 1.5s")
	quantity.PositiveVar(f, &c.nodes, "nodes", 0, "at most `N` nodes for a position")
	quantity.PositiveVar(f, &c.depth, "depth", 0, "`N` plies for a position")
}

// engine returns a search engine with the settings of the flags.
func (c *call) engine() (*search.Engine, error) {
	if c.hash > search.MaxHash {
		return nil, cli.Misuse("-hash %d: want at most %d MiB", c.hash, search.MaxHash)
	}
	if err := c.checkThreads(); err != nil {
		return nil, err
	}
	engine := search.New()
	engine.SetMoveOverhead(0) // no opponent's clock runs
	switch {
	case strings.EqualFold(c.evaluation, "Material"):
		engine.SetNetwork(nil)
	case strings.EqualFold(c.evaluation, "NNUE") && nnue.Default() != nil:
		engine.SetNetwork(nnue.Default())
	default:
		return nil, cli.Misuse("no evaluation %q", c.evaluation)
	}
	if err := engine.SetHash(c.hash); err != nil {
		return nil, err
	}
	return engine, engine.SetThreads(c.threads)
}

// choose returns the subcommand whose name is the first operand, and a set of all flags that it
// accepts. If there is no such name it returns a subcommand without a run, which stands for UCI.
func (c *call) choose(args []string) (todo subcommand, f *flag.FlagSet) {
	// Flags may stand before the name. Only a subcommand's own flags tell which words are values of
	// flags and which is the name. So each subcommand parses the line, and the one that finds its
	// own name as the first operand is chosen. One that parses without an error comes first. If
	// there is none, one with an error is taken, and parse reports that error.
	for _, broken := range [...]bool{false, true} {
		for _, todo = range append(subcommands(), subcommand{name: "sente", converses: true}) {
			f = todo.allFlags(c)
			if err := f.Parse(args); f.Arg(0) == todo.name && (err != nil) == broken {
				return todo, f
			}
		}
	}
	return todo, f
}

// parse parses a command line and returns what it asks for. Flags may stand before, between and
// behind the operands. Behind "--" there are only operands.
func (c *call) parse(args []string) (subcommand, error) {
	todo, f := c.choose(args)
	parse := cli.ParseAnywhere
	if todo.ownParser {
		parse = (*flag.FlagSet).Parse
	}
	if err := parse(f, args); err != nil {
		return todo, cli.Misuse("%s: %w", todo.name, err)
	}
	c.operands = f.Args()
	return todo, c.checkLog(&todo, f)
}

// checkLog refuses the log flags if there is no conversation to log.
func (c *call) checkLog(s *subcommand, f *flag.FlagSet) (err error) {
	f.Visit(func(given *flag.Flag) {
		if (c.version || !s.converses) && strings.HasPrefix(given.Name, "log-") {
			err = cli.Misuse("%s: -log-file and -log-level go with UCI commands and bench", s.name)
		}
	})
	return err
}

// limits returns the limits of each search, as the flags say. Without such flags the time limit is
// standard.
func (c *call) limits(standard time.Duration) search.Limits {
	limits := search.Limits{MoveTime: c.movetime, HasMoveTime: c.movetime > 0,
		Nodes: c.nodes, Depth: c.depth}
	if limits == (search.Limits{}) {
		limits.MoveTime, limits.HasMoveTime = standard, true
	}
	return limits
}
