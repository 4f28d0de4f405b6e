// Datagen makes, checks and converts training games and training positions.
//
//	datagen COMMAND [flags] [files]
//
// Run it without arguments for the list of commands and with COMMAND -h for its flags.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

// A command is a subcommand of the program. run parses its own arguments.
type command struct {
	name, args, help string
	run              func(args []string) error
}

func commands() []command {
	return []command{
		{"selfplay", "", "play games into a game file; resumes one that exists", runSelfPlay},
		{"speed", "", "nodes a second of self-play against those of bench", runSpeed},
		{"inspect", "FILES", "header, first games and size of game files", runInspect},
		{"count", "FILES", "games and positions of game files", runCount},
		{"stats", "FILES", "results, endings, kinds of positions, adjudication against results", runStats},
		{"wdl", "FILES", "fit the model of chances to win, draw and lose", runWDL},
		{"verify", "FILES", "every checksum and the legality of every move", runVerify},
		{"merge", "FILES", "game files to one", runMerge},
		{"shuffle", "FILES", "game files to one with the games in random order", runShuffle},
		{"filter", "FILES", "some of the games to a new file", runFilter},
		{"pack", "FILES", "game files to packed positions for training", runPack},
		{"label", "FILES", "other scores for packed positions: of a program, a network or a search", runLabel},
		{"to-text", "FILES", "game files to lines FEN | score | result", runToText},
		{"from-text", "FILES", "such lines to a game file", runFromText},
		{"import", "FILES", "text files of whole games to game files or packed positions", runImport},
		{"import-positions", "FILE", "text file of positions to packed positions", runImportPositions},
		{"genfens", "", "openings as OpenBench asks for them", runGenFens},
	}
}

func main() {
	if len(os.Args) < 2 {
		usage()
		os.Exit(2)
	}
	for _, c := range commands() {
		if c.name != os.Args[1] {
			continue
		}
		err := c.run(os.Args[2:])
		if errors.Is(err, flag.ErrHelp) {
			os.Exit(0)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "datagen %s: %v\n", c.name, err)
			os.Exit(1)
		}
		return
	}
	fmt.Fprintf(os.Stderr, "datagen: no command %q\n", os.Args[1])
	usage()
	os.Exit(2)
}

func usage() {
	fmt.Fprintln(os.Stderr, "datagen COMMAND [flags] [files]")
	for _, c := range commands() {
		fmt.Fprintf(os.Stderr, "  %-16s %-8s %s\n", c.name, c.args, c.help)
	}
}
