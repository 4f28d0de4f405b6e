// Command pgnmoves prints the games of PGN files as package pgn reads them, one a line: result,
// start position and moves in UCI notation, separated by tabs. For a broken game it prints "broken"
// and why. tests/integration/pgn.py compares the output with another reader's.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"sente/pgn"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run prints the games of files, up to the first file that can't be read.
func run(w io.Writer, paths []string) error {
	out := bufio.NewWriter(w)
	for _, path := range paths {
		f, err := os.Open(path)
		if err == nil {
			err = show(out, f)
			f.Close()
		}
		if err != nil {
			return errors.Join(err, out.Flush())
		}
	}
	return out.Flush()
}

// show prints the games of a file.
func show(w io.Writer, file io.Reader) error {
	for r := pgn.NewReader(file); ; {
		g, err := r.Next()
		broken, isBroken := errors.AsType[*pgn.Error](err)
		switch {
		case err == io.EOF:
			return nil
		case isBroken:
			fmt.Fprintf(w, "broken\tline %d\t%s\n", broken.Line, broken.Why)
			continue
		case err != nil:
			return err
		}
		fmt.Fprintf(w, "%s\t%s\t", g.Result, g.Start.ShredderFEN())
		for i, m := range g.Moves {
			if i > 0 {
				fmt.Fprint(w, " ")
			}
			fmt.Fprint(w, m.Move.UCI(true))
		}
		fmt.Fprintln(w)
	}
}
