// Command convert plays out won endings and counts how many of them the engine wins:
//
//	go run ./internal/tools/convert -epd endings.epd -syzygy DIR -nodes 3000
//
// It reads the positions of an EPD file and takes those that the tables in DIR call won for one
// side. It plays each to its end, the engine against itself without tables, with the given number
// of nodes a move. After each move of the winner it asks the tables again. So it can also say what
// went wrong: which move gave the win away, or that the win never came.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"sente/board"
	"sente/datagen"
	"sente/eval"
	"sente/search"
	"sente/syzygy"
)

func main() {
	epd := flag.String("epd", "", "`file` of positions")
	dir := flag.String("syzygy", "", "`folder` of tables that say what is won")
	nodes := flag.Uint64("nodes", 3000, "`nodes` a move")
	flag.Parse()
	if *epd == "" || *dir == "" || *nodes == 0 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, *epd, *dir, *nodes); err != nil {
		fmt.Fprintln(os.Stderr, "convert:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, epd, dir string, nodes uint64) error {
	tables, errs := syzygy.Open(dir)
	if err := errors.Join(errs...); err != nil {
		return err
	}
	defer tables.Close()
	f, err := os.Open(epd)
	if err != nil {
		return err
	}
	defer f.Close()
	positions, err := read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", epd, err)
	}
	players := newPlayers(nodes)
	won, converted := map[string]int{}, map[string]int{}
	all, done := 0, 0
	for i := range positions {
		p := &positions[i]
		if w, ok := tables.ProbeWDL(p); !ok || w != syzygy.Win && w != syzygy.Loss {
			continue
		}
		all++
		won[ending(p)]++
		how, err := players.convert(p, tables)
		if err != nil {
			return err
		}
		if how == "" {
			done++
			converted[ending(p)]++
		} else if _, err := fmt.Fprintf(out, "%s: %s\n", p.FEN(), how); err != nil {
			return err
		}
	}
	if all == 0 {
		return fmt.Errorf("%s: the tables call none of %d positions won", epd, len(positions))
	}
	var table strings.Builder
	for _, name := range slices.Sorted(maps.Keys(won)) {
		fmt.Fprintf(&table, "%-8s %5d of %5d\n", name, converted[name], won[name])
	}
	_, err = fmt.Fprintf(out, "%s%-8s %5d of %5d, %d positions read\n",
		table.String(), "all", done, all, len(positions))
	return err
}

// read returns the positions in lines of EPD.
func read(r io.Reader) (all []board.Position, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 {
			return nil, fmt.Errorf("%q: four fields are needed", lines.Text())
		}
		p, err := board.ParseFEN(strings.Join(fields[:4], " ") + " 0 1")
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, lines.Err()
}

// ending returns the men on the board in the form KRvKP, the stronger side first.
func ending(p *board.Position) string {
	men := func(c board.Color) (text string, worth int) {
		var b strings.Builder
		for _, k := range [...]board.Kind{board.King, board.Queen, board.Rook, board.Bishop,
			board.Knight, board.Pawn} {
			n := p.Pieces(c, k).Count()
			b.WriteString(
				strings.Repeat(strings.ToUpper(board.NewPiece(board.White, k).String()), n))
			worth += n * eval.PieceValue(k)
		}
		return b.String(), worth
	}
	a, more := men(board.White)
	b, less := men(board.Black)
	if more < less {
		a, b = b, a
	}
	return a + "v" + b
}

// players are two copies of the engine, so that neither side reads the other's table.
type players struct {
	nodes   uint64
	engines [2]*search.Engine // by colour
}

func newPlayers(nodes uint64) *players {
	return &players{nodes, [2]*search.Engine{search.New(), search.New()}}
}

// convert plays the game from a position that one side has won. The tables say which side; if
// tables is nil, it is the side to move. convert returns what went wrong, or "" if the winner
// mated. It is an error if a search fails.
func (c *players) convert(start *board.Position, tables *syzygy.Tables) (string, error) {
	for _, e := range c.engines {
		e.NewGame()
	}
	root, winner := search.Root{Pos: *start}, start.SideToMove()
	p := &root.Pos
	if tables != nil {
		if w, ok := tables.ProbeWDL(start); ok && w < 0 {
			winner = winner.Other()
		}
	}
	given := "" // the move that gave the win away
	for ply := 1; ; ply++ {
		if result, reason := datagen.RuledEnd(p, root.Keys); reason != datagen.Unknown {
			switch {
			case result == datagen.WhiteWins && winner == board.White ||
				result == datagen.BlackWins && winner == board.Black:
				return "", nil
			case given != "":
				return fmt.Sprintf("%s, then %v with %s", given, reason, ending(p)), nil
			}
			return fmt.Sprintf("%v at ply %d with %s, the win never given away", reason, ply,
				ending(p)), nil
		}
		us := p.SideToMove()
		found, err := c.engines[us].Search(context.Background(), root,
			search.Limits{Nodes: c.nodes}, nil)
		if err != nil {
			return "", fmt.Errorf("%s: %w", p.FEN(), err)
		}
		root.Play(found.Best)
		if given == "" && tables != nil && us == winner {
			if w, ok := tables.ProbeWDL(p); ok && w != syzygy.Loss {
				given = fmt.Sprintf("%s at ply %d gives the win away", found.Best.UCI(false), ply)
			}
		}
	}
}
