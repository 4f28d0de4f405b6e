// Command engine is Sente, a chess engine that speaks UCI on its standard input and output.
//
// Without operands it waits for a chess program's commands. With operands it runs one of its
// subcommands (sente help lists them). If the first operand is no subcommand, each operand is a UCI
// command; it carries them out one after the other and exits:
//
//	sente "position startpos moves e2e4" "go depth 12"
package main

import (
	"os"

	"sente/cmd/engine/app"
)

func main() {
	os.Exit(app.Run(version, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
