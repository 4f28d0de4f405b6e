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
		{"import", "FILES", "bootstrap text files of whole games to game files or packed positions", runImport},
		{"import-positions", "FILE", "bootstrap text file of positions to packed positions", runImportPositions},
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
