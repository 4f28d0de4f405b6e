package app

import (
	"errors"

	"sente/internal/cli"
	"sente/search/reference/compare"
)

// compareSearches runs the reference searches side by side.
func compareSearches(c *call) error {
	err := compare.Run(c.operands, c.stdout, c.progress)
	if _, ok := errors.AsType[compare.UsageError](err); ok {
		return cli.Misuse("%w", err)
	}
	return err
}

// progress shows how many steps of a comparison are done.
func (c *call) progress(steps int) compare.Progress { return cli.Progress(c.stderr, int64(steps)) }
