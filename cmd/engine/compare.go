package main

import (
	"errors"

	"sente/search/reference/compare"
)

// compareSearches runs the reference searches side by side.
func compareSearches(c *call) error {
	err := compare.Run(c.operands, c.stdout, c.stderr)
	if _, ok := errors.AsType[compare.UsageError](err); ok {
		return usageError(err.Error())
	}
	return err
}
