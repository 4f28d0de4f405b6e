// Command engine is Sente, a chess engine that speaks UCI on its standard input and output.
//
// Without operands it waits for a chess program's commands. With operands it either runs one of
// its subcommands (engine help lists them) or takes each operand for a UCI command, carries them
// out one after the other and ends:
//
//	engine "position startpos moves e2e4" "go depth 12"
package main

import (
	"os"

	"sente/cmd/engine/app"
)

func main() {
	os.Exit(app.Run(version, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
