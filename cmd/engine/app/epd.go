package app

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"sente/board"
	"sente/eval"
	"sente/eval/nnue"
	"sente/internal/cli"
	"sente/search"
)

// epd solves the puzzles of some files and prints the ones that were missed.
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
	var puzzles []puzzle
	for _, name := range c.operands {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		more, err := readSuite(file, name)
		file.Close()
		if err != nil {
			return err
		}
		puzzles = append(puzzles, more...)
	}
	defer context.AfterFunc(ctx, engine.Stop)()
	bar := cli.Progress(c.stderr, int64(len(puzzles)))
	solved := 0
	for i := range puzzles {
		p := &puzzles[i]
		engine.NewGame()
		started := engine.Begin(search.Root{Pos: p.pos}, c.limits(time.Second))
		if ctx.Err() != nil {
			engine.Stop() // the interruption came before Begin
		}
		result := started.Run(func(*search.Info) {})
		if ctx.Err() != nil {
			bar.Clear()
			fmt.Fprintf(c.stdout, "solved %d of the first %d\n", solved, i)
			return fmt.Errorf("epd: %w; %d positions were not tried", cli.ErrInterrupted, len(puzzles)-i)
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

// engine returns a search engine set up as the flags say.
func (c *call) engine() (*search.Engine, error) {
	engine := search.New()
	engine.SetMoveOverhead(0) // no opponent's clock runs
	switch {
	case c.evaluation == "":
	case strings.EqualFold(c.evaluation, "Material"):
		engine.SetNetwork(nil)
	case strings.EqualFold(c.evaluation, "NNUE") && nnue.Default() != nil:
		engine.SetNetwork(nnue.Default())
	default:
		return nil, cli.Misuse("no evaluation %q", c.evaluation)
	}
	if err := engine.SetHash(c.hash); err != nil {
		return nil, err
	}
	return engine, engine.SetThreads(c.threads)
}

func sanOf(p *board.Position, m board.Move) string {
	if m == board.NoMove {
		return "no move"
	}
	return p.SAN(m)
}
