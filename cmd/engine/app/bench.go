package app

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"sente/board"
	"sente/internal/cli"
	"sente/protocol"
)

// bench is the UCI command of that name.
func bench(c *call) error {
	command := "bench"
	switch {
	case len(c.operands) > 1:
		return cli.Misuse("bench takes one depth")
	case len(c.operands) == 1:
		if depth, err := strconv.Atoi(c.operands[0]); err != nil || depth < 1 {
			return cli.Misuse("bench: %q is not a depth", c.operands[0])
		}
		command += " " + c.operands[0]
	}
	return c.script([]string{command})
}

func (c *call) perftFlags(f *flag.FlagSet) {
	f.StringVar(&c.fen, "fen", board.StartFEN, "the position, as `FEN`")
	c.threadsFlag(f)
}

// perft prints the leaf count of each root move, their sum and the speed.
func perft(c *call) error {
	if len(c.operands) != 1 {
		return cli.Misuse("perft takes one depth")
	}
	depth, err := protocol.PerftDepth(c.operands[0], 1)
	if err != nil {
		return cli.Misuse("%w", err)
	}
	if err := c.checkThreads(); err != nil {
		return err
	}
	pos, err := board.ParseFEN(c.fen)
	if err != nil {
		return cli.Misuse("%w", err)
	}
	ctx, release := cli.Interruptible()
	defer release()
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	out := &meter{stdout: c.stdout, stderr: c.stderr}
	defer out.clear()
	start := time.Now()
	counts := protocol.Perft(&pos, depth, c.threads, &stop, out.progress)
	elapsed := time.Since(start)
	sum, whole := uint64(0), 0
	for _, m := range counts {
		if m.Whole {
			whole++
			sum += m.Leaves
			fmt.Fprintf(out, "%s: %d\n", m.Move.UCI(false), m.Leaves)
		}
	}
	if whole < len(counts) {
		return fmt.Errorf("perft: %w; %d of %d moves were counted", cli.ErrInterrupted, whole,
			len(counts))
	}
	perSecond := float64(sum) / max(elapsed.Seconds(), 1e-9)
	_, err = fmt.Fprintf(out, "\nNodes searched: %d\nTime: %d ms\n%.0f nps\n", sum,
		elapsed.Milliseconds(), perSecond)
	return err
}
