package app

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"sente/board"
	"sente/eval"
	"sente/eval/nnue"
	"sente/search"
)

// epd solves the puzzles of some files and prints the ones that were missed.
func epd(c *call) error {
	if len(c.operands) == 0 {
		return usageError("epd takes at least one file")
	}
	limits := search.Limits{MoveTime: c.movetime, HasMoveTime: c.movetime > 0, Nodes: c.nodes, Depth: c.depth}
	if limits == (search.Limits{}) {
		limits.MoveTime, limits.HasMoveTime = time.Second, true
	}
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
	bar := progressbar.NewOptions(len(puzzles), progressbar.OptionSetWriter(progressWriter(c.stderr)),
		progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())
	solved := 0
	for i := range puzzles {
		p := &puzzles[i]
		engine.NewGame()
		result := engine.Begin(search.Root{Pos: p.pos}, limits).Run(func(*search.Info) {})
		if p.solves(result) {
			solved++
		} else {
			bar.Clear()
			score := eval.WinModelFor(&p.pos).Centipawns(result.Score)
			fmt.Fprintf(c.stdout, "%s: want %s, got %s (score %d, depth %d)\n", p.id, p.want, sanOf(&p.pos, result.Best), score, result.Depth)
		}
		bar.Add(1)
	}
	_, err = fmt.Fprintf(c.stdout, "solved %d of %d\n", solved, len(puzzles))
	return err
}

// engine returns a search engine set up as the flags say.
func (c *call) engine() (*search.Engine, error) {
	engine := search.New()
	switch {
	case c.evaluation == "":
	case strings.EqualFold(c.evaluation, "Material"):
		engine.SetNetwork(nil)
	case strings.EqualFold(c.evaluation, "NNUE") && nnue.Default() != nil:
		engine.SetNetwork(nnue.Default())
	default:
		return nil, usageError(fmt.Sprintf("no evaluation %q", c.evaluation))
	}
	if err := engine.SetHash(c.hash); err != nil {
		return nil, err
	}
	return engine, engine.SetThreads(c.threads)
}

// progressWriter returns w if a person looks at it.
func progressWriter(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return w
	}
	return io.Discard
}

func sanOf(p *board.Position, m board.Move) string {
	if m == board.NoMove {
		return "no move"
	}
	return p.SAN(m)
}
