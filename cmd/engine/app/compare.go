package app

import (
	"errors"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"sente/search/reference/compare"
)

// compareSearches runs the reference searches side by side.
func compareSearches(c *call) error {
	err := compare.Run(c.operands, c.stdout, c.progress)
	if _, ok := errors.AsType[compare.UsageError](err); ok {
		return usageError(err.Error())
	}
	return err
}

// progress returns a bar of so many steps on stderr; it stays invisible unless that is a terminal.
func (c *call) progress(steps int) compare.Progress {
	f, ok := c.stderr.(*os.File)
	visible := ok && term.IsTerminal(int(f.Fd()))
	return progressbar.NewOptions(steps, progressbar.OptionSetWriter(c.stderr), progressbar.OptionSetVisibility(visible),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
}
