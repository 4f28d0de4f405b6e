package app

import (
	"errors"
	"fmt"

	"sente/internal/cli"
	"sente/search/reference/compare"
)

// compareSearches runs the reference searches side by side.
func compareSearches(c *call) error {
	ctx, stop := cli.Interruptible()
	defer stop()
	out := &meter{stdout: c.stdout, stderr: c.stderr}
	defer out.clear()
	err := compare.Run(ctx, c.operands, out, func(steps int) compare.Progress {
		out.bar = cli.Progress(c.stderr, int64(steps))
		return out.bar
	})
	_, misread := errors.AsType[compare.UsageError](err)
	unfinished, interrupted := errors.AsType[compare.Unfinished](err)
	switch {
	case misread:
		return cli.Misuse("%w", err)
	case interrupted:
		return fmt.Errorf("compare: %w after %d of %d algorithms", cli.ErrInterrupted,
			unfinished.Done, unfinished.Of)
	}
	return err
}
