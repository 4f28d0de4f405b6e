package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/schollz/progressbar/v3"

	"sente/board"
	"sente/book"
	"sente/internal/cli"
	"sente/internal/outfile"
	"sente/internal/quantity"
	"sente/pgn"
)

// shownBroken is how many broken games of a file are described. The others are only counted.
const shownBroken = 5

// bookMaker is one call of book make.
type bookMaker struct {
	*call
	ctx           context.Context // done when the user interrupts
	builder       *book.Builder
	games, broken int
}

func (c *call) bookFlags(f *flag.FlagSet) {
	f.StringVar(&c.output, "o", "book.bin", "write the book to this `FILE`")
	quantity.PositiveVar(f, &c.plies, "plies", 24, "take the first `N` half-moves of each game")
	quantity.PositiveVar(f, &c.least, "min", 3,
		"leave out moves that were played fewer than `N` times")
}

// makeBook makes an opening book from files of games.
func makeBook(c *call) error {
	if len(c.operands) < 2 || c.operands[0] != "make" {
		return cli.Misuse("book: want make and at least one file of games")
	}
	if c.output == standardStream || c.output == "" {
		return cli.Misuse("book: -o: want a file for the book, not %q", c.output)
	}
	for _, input := range c.operands[1:] {
		if outfile.Same(input, c.output) {
			return fmt.Errorf("book: %s would be written over while it is read", input)
		}
	}
	ctx, stop := cli.Interruptible()
	defer stop()
	cli.OutlivePipes()
	m := &bookMaker{call: c, ctx: ctx, builder: book.NewBuilder(c.plies, tempFolder(c.output))}
	defer m.builder.Close()
	entries, err := m.make(c.operands[1:])
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("book: %w; no book was written", cli.ErrInterrupted)
	}
	if err != nil {
		return err
	}
	out := c.stdout
	if outfile.IsStdout(c.output) {
		out = c.stderr
	}
	_, err = fmt.Fprintf(out, "%s: %d entries from %d games; %d broken games skipped\n", c.output,
		entries, m.games, m.broken)
	return err
}

// tempFolder returns the folder for temporary files. Usually it is the output's folder, which needs
// room for the book anyway. If the output is a symbolic link, it is the folder of the file that the
// link leads to. If the output is a pipe or a device, it is "", which means the system's folder.
func tempFolder(output string) string {
	if outfile.Direct(output) {
		return ""
	}
	folder, _ := filepath.Split(outfile.LeadsTo(output)) // not Dir, which drops a link before ".."
	// This is right for C:book.bin too: its folder is C:. and not C:
	return folder + "."
}

// make writes a book of the games in files.
func (m *bookMaker) make(files []string) (entries int64, err error) {
	for _, name := range files {
		if err := m.addFile(name); err != nil {
			return 0, err
		}
	}
	return m.write()
}

// addFile adds the games of a file.
func (m *bookMaker) addFile(name string) error {
	file, err := outfile.Open(m.ctx, name, os.O_RDONLY)
	if err != nil {
		return err
	}
	defer file.Close()
	defer context.AfterFunc(m.ctx, func() { file.Close() })() // this ends a wait for a pipe
	info, err := file.Stat()
	if err != nil {
		return err
	}
	bar := cli.Progress(m.stderr, info.Size(), progressbar.OptionShowBytes(true))
	defer bar.Finish()
	in := progressbar.NewReader(file, bar)
	games := pgn.NewReader(&in)
	broken := 0
	for {
		g, err := games.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if m.ctx.Err() != nil {
			return m.ctx.Err()
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
	return nil
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

// write writes the book, unless no move is in it.
func (m *bookMaker) write() (entries int64, err error) {
	err = outfile.WriteContext(m.ctx, m.output, func(w io.Writer) error {
		if entries, err = m.builder.Write(m.ctx, w, m.least); err == nil && entries == 0 {
			err = fmt.Errorf(
				"%d games read, %d broken; no move was played at least %d times (-min)",
				m.games, m.broken, m.least)
		}
		return err
	})
	return entries, err
}
