package cli

import (
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// IsTerminal tells whether w is a terminal, where a person reads or types.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Progress returns a bar of n steps that shows the time left. It is visible only if stderr is a
// terminal. n is -1 or 0 if the number of steps is not known. The bar disappears when all steps are
// done.
func Progress(stderr io.Writer, n int64, options ...progressbar.Option) *progressbar.ProgressBar {
	if n == 0 {
		n = -1 // a bar of 0 steps would fail at every step
	}
	return progressbar.NewOptions64(n, append([]progressbar.Option{
		progressbar.OptionSetWriter(stderr), progressbar.OptionSetVisibility(IsTerminal(stderr)),
		progressbar.OptionSetWidth(30), progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
	}, options...)...)
}
