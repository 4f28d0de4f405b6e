package cli

import (
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// IsTerminal tells whether a person looks at w, or types into it.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Progress returns a bar of n steps with the time that is left, on stderr if that is a terminal and
// nowhere else; n is -1 or 0 if nobody knows it. It is gone when all steps are done.
func Progress(stderr io.Writer, n int64, options ...progressbar.Option) *progressbar.ProgressBar {
	if n == 0 {
		n = -1 // a bar of 0 steps fails at every step
	}
	return progressbar.NewOptions64(n, append([]progressbar.Option{
		progressbar.OptionSetWriter(stderr), progressbar.OptionSetVisibility(IsTerminal(stderr)),
		progressbar.OptionSetWidth(30), progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
	}, options...)...)
}
