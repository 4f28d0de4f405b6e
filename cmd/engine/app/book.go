package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/schollz/progressbar/v3"

	"sente/board"
	"sente/book"
	"sente/internal/outfile"
	"sente/internal/quantity"
	"sente/pgn"
)

// shownBroken is how many broken games of a file are described; the rest is only counted.
const shownBroken = 5

var errBookInterrupted = errors.New("book: interrupted; no book was written")

// bookMaker is a call of book make.
type bookMaker struct {
	*call
	ctx           context.Context // done: the user wants no book any more
	builder       *book.Builder
	games, broken int
}

// makeBook makes an opening book from files of games.
func makeBook(c *call) error {
	f := flag.NewFlagSet("book make", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	output := f.String("o", "book.bin", "")
	plies := quantity.Count(f, "plies", 24, "")
	least := quantity.Count(f, "min", 3, "")
	var operands []string
	for args := c.operands; ; args = f.Args()[1:] { // flags may stand between the files
		if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
			return printHelp(c)
		} else if err != nil {
			return usageError("book: " + err.Error())
		}
		if f.NArg() == 0 {
			break
		}
		operands = append(operands, f.Arg(0))
	}
	switch {
	case len(operands) < 2 || operands[0] != "make":
		return usageError("book: want make and at least one file of games")
	case *plies < 1 || *least < 1:
		return usageError("book: -plies and -min are at least 1")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	m := &bookMaker{call: c, ctx: ctx, builder: book.NewBuilder(*plies, filepath.Dir(*output))}
	defer m.builder.Close()
	for _, name := range operands[1:] {
		if err := m.addFile(name); err != nil {
			return err
		}
	}
	entries, err := m.write(*output, *least)
	if errors.Is(err, context.Canceled) {
		return errBookInterrupted
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s: %d entries from %d games; %d broken games skipped\n", *output, entries, m.games, m.broken)
	return err
}

// addFile adds the games of a file.
func (m *bookMaker) addFile(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	defer context.AfterFunc(m.ctx, func() { file.Close() })() // which ends a wait for a pipe
	info, err := file.Stat()
	if err != nil {
		return err
	}
	bar := progressbar.NewOptions64(info.Size(), progressbar.OptionSetWriter(progressWriter(m.stderr)),
		progressbar.OptionShowBytes(true), progressbar.OptionClearOnFinish())
	in := progressbar.NewReader(file, bar)
	games := pgn.NewReader(&in)
	broken := 0
	for {
		g, err := games.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if m.ctx.Err() != nil {
			return errBookInterrupted
		}
		if _, ok := errors.AsType[*pgn.Error](err); ok {
			if broken++; broken <= shownBroken {
				bar.Clear()
				fmt.Fprintf(m.stderr, "%s: %v\n", name, err)
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		m.games++
		if err := m.add(g); err != nil {
			return err
		}
	}
	m.broken += broken
	return bar.Finish()
}

func (m *bookMaker) add(g *pgn.Game) error {
	points := 1
	switch g.Result {
	case pgn.WhiteWins:
		points = 2
	case pgn.BlackWins:
		points = 0
	}
	moves := make([]board.Move, len(g.Moves))
	for i := range g.Moves {
		moves[i] = g.Moves[i].Move
	}
	return m.builder.Add(&g.Start, moves, points)
}

// write writes the book, if any move is in it.
func (m *bookMaker) write(name string, least int) (entries int64, err error) {
	err = outfile.Write(name, func(w io.Writer) error {
		if entries, err = m.builder.Write(m.ctx, w, least); err == nil && entries == 0 {
			err = errors.New("book: no move was played often enough")
		}
		return err
	})
	return entries, err
}
