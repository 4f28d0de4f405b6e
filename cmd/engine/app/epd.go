package app

import (
	"context"
	"errors"
	"fmt"
	"os"

	"sente/board"
	"sente/eval"
	"sente/internal/cli"
	"sente/internal/outfile"
	"sente/search"
)

// epd solves the puzzles of EPD files and prints those that were missed.
func epd(c *call) error {
	if len(c.operands) == 0 {
		return cli.Misuse("epd takes at least one file")
	}
	ctx, stop := cli.Interruptible()
	defer stop()
	engine, err := c.engine()
	if err != nil {
		return err
	}
	puzzles, err := readSuites(ctx, c.operands)
	if err != nil {
		return err
	}
	if len(puzzles) == 0 {
		return errors.New("epd: no position was found")
	}
	bar := cli.Progress(c.stderr, int64(len(puzzles)))
	solved := 0
	for i := range puzzles {
		p := &puzzles[i]
		engine.NewGame()
		root := search.Root{Pos: p.pos}
		result, err := engine.Search(ctx, root, c.limits(epdTime), nil)
		if ctx.Err() != nil {
			bar.Clear()
			fmt.Fprintf(c.stdout, "solved %d of the first %d\n", solved, i)
			return fmt.Errorf("epd: %w; %d positions were not tried", cli.ErrInterrupted,
				len(puzzles)-i)
		}
		if err != nil {
			return fmt.Errorf("epd: %s: %w", p.id, err)
		}
		if p.solves(result) {
			solved++
		} else {
			bar.Clear()
			score := eval.WinModelFor(&p.pos).Centipawns(result.Score)
			if _, err := fmt.Fprintf(c.stdout, "%s: want %s, got %s (score %d, depth %d)\n",
				p.id, p.want, sanOf(&p.pos, result.Best), score, result.Depth); err != nil {
				return err
			}
		}
		bar.Add(1)
	}
	_, err = fmt.Fprintf(c.stdout, "solved %d of %d\n", solved, len(puzzles))
	return err
}

// readSuites reads the puzzles of all files. If ctx is done, even while it waits for a pipe, it
// returns cli.ErrInterrupted.
func readSuites(ctx context.Context, names []string) (puzzles []puzzle, err error) {
	for _, name := range names {
		file, err := outfile.Open(ctx, name, os.O_RDONLY)
		if err == nil {
			stop := context.AfterFunc(ctx, func() { file.Close() }) // this ends a wait for a pipe
			var more []puzzle
			more, err = readSuite(file, name)
			stop()
			file.Close()
			puzzles = append(puzzles, more...)
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("epd: %w; no position was tried", cli.ErrInterrupted)
		}
		if err != nil {
			return nil, err
		}
	}
	return puzzles, nil
}

func sanOf(p *board.Position, m board.Move) string {
	if m == board.NoMove {
		return "no move"
	}
	return p.SAN(m)
}
