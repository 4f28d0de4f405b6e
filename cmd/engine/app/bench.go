package app

import (
	"fmt"
	"strconv"
	"time"

	"sente/board"
	"sente/protocol"
)

// bench is the UCI command of that name.
func bench(c *call) error {
	command := "bench"
	switch {
	case len(c.operands) > 1:
		return usageError("bench takes one depth")
	case len(c.operands) == 1:
		if depth, err := strconv.Atoi(c.operands[0]); err != nil || depth < 1 {
			return usageError(fmt.Sprintf("bench: %q is not a depth", c.operands[0]))
		}
		command += " " + c.operands[0]
	}
	u, err := c.conversation()
	if err != nil {
		return err
	}
	u.RunCommands([]string{command})
	return nil
}

// perft prints the leaf count of each root move, their sum and the speed.
func perft(c *call) error {
	if len(c.operands) != 1 {
		return usageError("perft takes one depth")
	}
	depth, err := strconv.Atoi(c.operands[0])
	if err != nil || depth < 1 {
		return usageError(fmt.Sprintf("perft: %q is not a depth", c.operands[0]))
	}
	if c.threads < 1 {
		return usageError("perft: at least one thread")
	}
	pos := board.Start()
	if c.fen != "" {
		if pos, err = board.ParseFEN(c.fen); err != nil {
			return usageError(err.Error())
		}
	}
	start := time.Now()
	counts := protocol.Perft(&pos, depth, c.threads, nil)
	elapsed := time.Since(start)
	sum := uint64(0)
	for _, m := range counts {
		sum += m.Leaves
		fmt.Fprintf(c.stdout, "%s: %d\n", m.Move.UCI(false), m.Leaves)
	}
	perSecond := float64(sum) / max(elapsed.Seconds(), 1e-9)
	_, err = fmt.Fprintf(c.stdout, "\nNodes searched: %d\nTime: %d ms\n%.0f nps\n", sum, elapsed.Milliseconds(), perSecond)
	return err
}
