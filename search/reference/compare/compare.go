// Package compare is the engine's subcommand of that name. It runs the reference searches side by
// side and prints what each of them did.
package compare

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"sente/board"
	"sente/search/reference"
	"sente/search/reference/games"
	"sente/search/reference/notnil"
)

// UsageError says what is wrong with a command line.
type UsageError struct{ err error }

func (e UsageError) Error() string { return "compare: " + e.err.Error() }

// Unwrap returns what is wrong, without the subcommand's name.
func (e UsageError) Unwrap() error { return e.err }

// Unfinished says that a comparison was given up, and how many of its algorithms were done.
type Unfinished struct{ Done, Of int }

func (e Unfinished) Error() string {
	return fmt.Sprintf("compare: given up after %d of %d algorithms", e.Done, e.Of)
}

// request is what the command line asks for.
type request struct {
	ctx           context.Context
	depth         int // 0: the game's own
	fen, game     string
	order         string
	algorithms    string // comma-separated; empty: all
	shape         games.TreeShape
	roots         int // random trees or random orders
	settings      reference.Settings
	countRevisits bool
	csv           bool
	help          string // what to print instead
	progress      func(steps int) Progress
}

// orders are the orders that moves can be put into.
var orders = []string{"none", "moves", "shallow", "random"}

// Progress is shown while the searches run; a progress bar is one.
type Progress interface {
	Describe(what string)
	Add(steps int) error // nobody looks at the error
}

// Run carries out the command line after "compare" and prints the report. Before the first search
// it calls progress, which must not be nil, with the number of searches. When ctx is done it
// reports on the algorithms that are finished. A search that is still running may go on until the
// program ends. The error is a UsageError, or Unfinished if ctx was done, or it says that the
// report could not be written or that the searches did not agree.
func Run(ctx context.Context, args []string, stdout io.Writer,
	progress func(steps int) Progress) error {
	r := request{ctx: ctx, progress: progress}
	switch err := r.parse(args); {
	case errors.Is(err, flag.ErrHelp):
		_, err := io.WriteString(stdout, r.help)
		return named(err)
	case err != nil:
		return UsageError{err}
	}
	report, err := r.run()
	if err != nil {
		return UsageError{err}
	}
	write := report.writeTable
	switch {
	case len(report.rows) == 0:
		write = func(io.Writer) error { return nil }
	case r.csv:
		write = report.writeCSV
	}
	if err := named(write(stdout)); err != nil {
		return err
	}
	if err := report.disagreement(); err != nil || report.missing == 0 {
		return err
	}
	return Unfinished{len(report.rows), len(report.rows) + report.missing}
}

// named returns the error of a write, if there is one, with the subcommand's name.
func named(err error) error {
	if err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	return nil
}

// maxTable is the largest limit of a table, in entries. Several tables are in use at a time.
const maxTable = 10_000_000

// parse reads the flags. Asked for help it fills in r.help and returns flag.ErrHelp.
func (r *request) parse(args []string) error {
	f := flag.NewFlagSet("compare", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.IntVar(&r.depth, "depth", 0, "search `D` plies deep; 0: what suits the game")
	f.StringVar(&r.fen, "fen", "", "chess from this `FEN` instead of the start position")
	f.StringVar(&r.game, "game", "chess", "`NAME` of the game: "+strings.Join(gameNames(), ", "))
	f.StringVar(&r.order, "order", "none",
		"`ORDER` of moves: none (as generated), moves (the game's guess), "+
			"shallow (by shallow searches), random")
	f.StringVar(&r.algorithms, "algorithms", "",
		"only those in this comma-separated `LIST`, by their names in the report, as minimax,sss*")
	f.IntVar(&r.shape.Width, "width", 8, "tree: `N` moves in each position")
	f.IntVar(&r.shape.Correlation, "correlation", 0,
		"tree: how much values depend on the moves before them, in `PERCENT`")
	f.IntVar(&r.shape.Noise, "noise", 0,
		"tree: with -order moves, how far guesses may be off, `N`; 0: perfect order")
	f.Uint64Var(&r.shape.Seed, "seed", 1, "tree and random order: first `SEED`")
	f.IntVar(&r.roots, "trees", 1, "tree and random order: sum over `N` seeds")
	f.IntVar(&r.settings.TableSize, "table", 0,
		fmt.Sprintf("room for `N` entries in the tables, at most %d; 0: no limit", maxTable))
	f.IntVar(&r.settings.Window, "window", 0,
		"begin with a window of `N` to either side of a shallower search's value; 0: full")
	f.BoolVar(&r.countRevisits, "revisits", false,
		"count the visits to leaves that were visited before, "+
			"and their share of all visits; needs memory")
	f.BoolVar(&r.csv, "csv", false, "print comma-separated values")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		var flags strings.Builder
		f.SetOutput(&flags)
		f.PrintDefaults()
		r.help = "usage: sente compare [flags]\n\n" +
			"Runs the classical searches on one game and prints what each of them did.\n\n" +
			"flags:\n" + flags.String() +
			"\nexample:\n  sente compare -game tictactoe -order moves\n"
		return err
	case err != nil:
		return err
	case f.NArg() > 0:
		return fmt.Errorf("what is %q?", f.Arg(0))
	case r.depth < 0:
		return fmt.Errorf("-depth %d: want 0 or more", r.depth)
	case !slices.Contains(orders, r.order):
		return fmt.Errorf("order %q is none of %s", r.order, strings.Join(orders, ", "))
	case r.roots < 1:
		return fmt.Errorf("-trees %d: want 1 or more", r.roots)
	case r.settings.TableSize < 0 || r.settings.Window < 0:
		return fmt.Errorf("-table and -window: want 0 or more")
	case r.settings.TableSize > maxTable:
		return fmt.Errorf("-table %d: want at most %d", r.settings.TableSize, maxTable)
	case r.fen != "" && r.game != "chess" && r.game != "notnil":
		return fmt.Errorf("a FEN is for chess, not for %s", r.game)
	}
	return r.checkIdle(f)
}

// checkIdle returns an error if a flag was given that does nothing, such as -noise without a tree.
func (r *request) checkIdle(f *flag.FlagSet) (err error) {
	f.Visit(func(given *flag.Flag) {
		switch given.Name {
		case "fen":
			if r.fen == "" {
				err = errors.New("-fen is empty; without it chess begins from the start position")
			}
		case "width", "correlation":
			if r.game != "tree" {
				err = fmt.Errorf("-%s is for -game tree", given.Name)
			}
		case "noise":
			if r.game != "tree" || r.order != "moves" {
				err = errors.New("-noise is for -game tree with -order moves")
			}
		case "seed", "trees":
			if r.game != "tree" && r.order != "random" {
				err = fmt.Errorf("-%s is for -game tree and -order random", given.Name)
			}
		}
	})
	return err
}

// game is a game's name, its usual depth, and how it is run.
type game struct {
	name  string
	depth int
	run   func(r *request) (*report, error)
}

func allGames() []game {
	return []game{
		{"chess", 4, func(r *request) (*report, error) { return r.chess(r.startFEN()) }},
		{"suite", 4, func(r *request) (*report, error) { return r.chess(suite...) }},
		{"notnil", 2, func(r *request) (*report, error) {
			root, err := notnil.New(r.startFEN())
			if err != nil {
				return nil, err
			}
			return runAll[notnil.Chess, notnil.Move](r, []notnil.Chess{root})
		}},
		{"tictactoe", 9, func(r *request) (*report, error) {
			return runAll[games.TicTacToe, int](r, []games.TicTacToe{{}})
		}},
		{"connectfour", 8, func(r *request) (*report, error) {
			root, err := games.NewConnectFour(5, 4, 4)
			if err != nil {
				return nil, err
			}
			return runAll[games.ConnectFour, int](r, []games.ConnectFour{root})
		}},
		{"tree", 4, func(r *request) (*report, error) {
			var roots []games.Tree
			for i := range r.roots {
				shape := r.shape
				shape.Depth, shape.Seed = r.depth, r.shape.Seed+uint64(i)
				root, err := games.NewTree(shape)
				if err != nil {
					return nil, err
				}
				roots = append(roots, root)
			}
			return runAll[games.Tree, int](r, roots)
		}},
	}
}

func gameNames() (names []string) {
	for _, g := range allGames() {
		names = append(names, g.name)
	}
	return names
}

func (r *request) run() (*report, error) {
	for _, g := range allGames() {
		if g.name == r.game {
			if r.depth == 0 {
				r.depth = g.depth
			}
			return g.run(r)
		}
	}
	return nil, fmt.Errorf("game %q is none of %s", r.game, strings.Join(gameNames(), ", "))
}

func (r *request) startFEN() string {
	if r.fen == "" {
		return board.StartFEN
	}
	return r.fen
}

func (r *request) chess(fens ...string) (*report, error) {
	var roots []games.Chess
	for _, fen := range fens {
		pos, err := board.ParseFEN(fen)
		if err != nil {
			return nil, err
		}
		roots = append(roots, games.NewChess(pos, nil))
	}
	return runAll[games.Chess, board.Move](r, roots)
}
