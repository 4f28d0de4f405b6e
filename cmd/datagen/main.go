// Datagen makes, checks and converts training games and training positions.
//
//	datagen COMMAND [flags] [files]
//
// datagen help lists the commands, and datagen COMMAND -h the flags of one.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"sente/internal/cli"
)

// A command is a subcommand of the program. run parses its own arguments.
type command struct {
	group            string // of the help
	name, args, help string
	run              func(args []string) error
}

// commands returns all commands. Those of one group stand together.
func commands() []command {
	return []command{
		{"play", "selfplay", "",
			"play games into a game file; resumes one that exists", runSelfPlay},
		{"play", "speed", "",
			"nodes a second of self-play against those of bench", runSpeed},
		{"play", "genfens", "[plies=N] [dfrc=PERCENT]",
			"openings as OpenBench asks for them; 8 plies, or 4 in a book", readOnly(runGenFens)},
		{"files", "inspect", "FILES",
			"header, first games and size of game files", readOnly(runInspect)},
		{"files", "stats", "FILES",
			"results, endings, kinds of positions, adjudication against results",
			readOnly(runStats)},
		{"files", "verify", "FILES",
			"every checksum and the legality of every move", readOnly(runVerify)},
		{"files", "merge", "FILES",
			"game files to one", runMerge},
		{"files", "shuffle", "FILES",
			"game files to one with the games in random order", runShuffle},
		{"files", "filter", "FILES",
			"some of the games to a new file", runFilter},
		{"files", "import", "FILES",
			"whole games, PGN or a line each, to game files or packed positions", runImport},
		{"files", "to-text", "FILES",
			"game files to lines FEN | score | result", readOnly(runToText)},
		{"files", "from-text", "FILES",
			"such lines to a game file", runFromText},
		{"positions", "pack", "FILES",
			"game files to packed positions for training", runPack},
		{"positions", "import-positions", "FILE",
			"text file of positions to packed positions", runImportPositions},
		{"positions", "mix", "[SHARE=]FILES",
			"packed positions in random order, some more often than others", runMix},
		{"labels", "label", "FILES",
			"other scores for packed positions: of a program, a network or a search", runLabel},
		{"labels", "wdl", "FILES",
			"fit the model of chances to win, draw and lose", runWDL},
	}
}

func main() { cli.Main("datagen", dispatch) }

// dispatch runs the command that the first argument names.
func dispatch(args []string) error {
	if len(args) == 0 {
		return cli.Misuse("a command is missing")
	}
	name, rest := args[0], args[1:]
	switch {
	case name == "help" && len(rest) > 1:
		return cli.UnknownCommand(rest[1], nil)
	case name == "-h" || name == "-help" || name == "--help",
		name == "help" && (len(rest) == 0 || rest[0] == "help"):
		return printHelp()
	case name == "help":
		name, rest = rest[0], []string{"-h"}
	}
	c, err := find(name)
	if err != nil {
		return err
	}
	if err := c.run(rest); err != nil && strings.HasPrefix(err.Error(), name+": ") {
		return err
	} else if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func find(name string) (command, error) {
	var names []string
	for _, c := range commands() {
		if c.name == name {
			return c, nil
		}
		names = append(names, c.name)
	}
	return command{}, cli.UnknownCommand(name, names)
}

func printHelp() error {
	var b strings.Builder
	group := ""
	for _, c := range commands() {
		if c.group != group {
			group = c.group
			fmt.Fprintf(&b, "%s:\n", group)
		}
		fmt.Fprintf(&b, "  %-16s %-8s %s\n", c.name, c.args, c.help)
	}
	b.WriteString("\ndatagen help COMMAND or datagen COMMAND -h lists the flags of a command.\n" +
		"Exit status: 0 done, 1 failed, 2 not understood, 130 interrupted.")
	return cli.Help{Usage: "datagen COMMAND [flags] [files]", Text: b.String(),
		Example: "datagen selfplay -out my.games -games 1000\n" +
			"datagen pack -train my.packed my.games"}.Write(os.Stdout)
}

// parse parses the flags of a command, whose name is the set's. -h prints them.
func parse(fs *flag.FlagSet, args []string) error {
	c, err := find(fs.Name())
	if err != nil {
		return err
	}
	h := cli.Help{Usage: strings.TrimSpace("datagen " + c.name + " [flags] " + c.args),
		Text: c.help, Flags: fs, Example: examples[c.name]}
	return h.Parse(args, os.Stdout)
}

// examples are command lines, one for each command.
var examples = map[string]string{
	"selfplay": "datagen selfplay -out my.games -games 1000",
	"speed":    "datagen speed -rounds 5 -nodes 150",
	"genfens":  "datagen genfens -n 5 -seed 7 dfrc=50",
	"inspect":  "datagen inspect -games 3 my.games",
	"stats":    "datagen stats my.games",
	"verify":   "datagen verify a.games b.games",
	"merge":    "datagen merge -out all.games a.games b.games",
	"shuffle":  "datagen shuffle -out mixed.games a.games b.games",
	"filter":   "datagen filter -unique -legal -out clean.games my.games",
	"import": "datagen import -out ours.games match.pgn 12.*.pgn.bz2\n" +
		"datagen import -train their.packed games.txt.zst",
	"to-text":          "datagen to-text -quiet my.games > my.txt",
	"from-text":        "datagen from-text -out my.games my.txt",
	"pack":             "datagen pack -train my.packed -valid check.packed my.games",
	"import-positions": "datagen import-positions -train their.packed positions.tsv.zst",
	"mix": "datagen mix -out all.packed -men 8=2,16=1.5 " +
		"trees.packed 0.25=games.packed",
	"label": "datagen label -nodes 5000 -out better.packed my.packed",
	"wdl":   "datagen wdl -by material -plot wdl.svg my.games",
}
