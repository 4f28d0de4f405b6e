package app

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"sente/internal/cli"
)

// meter shows on stderr how much of some work is done, while the work writes to stdout. On a
// terminal both share one screen, so the bar is removed before each write.
type meter struct {
	stdout, stderr io.Writer

	mu  sync.Mutex
	bar *progressbar.ProgressBar // nil: nothing is shown
}

// progress shows that done of the steps are done.
func (m *meter) progress(done, of int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar == nil {
		m.bar = cli.Progress(m.stderr, int64(of), progressbar.OptionThrottle(50*time.Millisecond))
	}
	m.bar.Set(done)
	if done == of {
		m.bar = nil
	}
}

// clear removes the bar.
func (m *meter) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar != nil {
		m.bar.Clear()
	}
}

// Write removes the bar and writes to stdout.
func (m *meter) Write(b []byte) (int, error) {
	m.clear()
	return m.stdout.Write(b)
}
