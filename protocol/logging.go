package protocol

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"sente/internal/processors"
)

// logLevels are the values of Log Level, from silence to everything. At debug and trace the log
// holds every line of the conversation.
var logLevels = []string{"off", "error", "warn", "info", "debug", "trace"}

// defaultLogLevel is the default of Log Level.
const defaultLogLevel = "debug"

// logger writes the log file, if there is one. The file may change while others log.
type logger struct {
	current atomic.Pointer[zerolog.Logger]
	mu      sync.Mutex // guards file: quit may close it while an option still changes it
	file    *os.File   // nil: no log
	level   string

	keepFile, keepLevel bool // a setoption with this option's default is ignored, see KeepLog
}

func newLogger() *logger {
	l := &logger{level: defaultLogLevel}
	silent := zerolog.Nop()
	l.current.Store(&silent)
	return l
}

// untilError writes until the first error, which it returns. It drops all later writes. Otherwise
// zerolog would print an error on standard error for every line, as on a full disk.
type untilError struct {
	w      io.Writer
	failed atomic.Bool
}

func (u *untilError) Write(b []byte) (int, error) {
	if u.failed.Load() {
		return len(b), nil
	}
	n, err := u.w.Write(b)
	if err != nil {
		u.failed.Store(true)
	}
	return n, err
}

// openLog opens a file to append a log to; with an empty name it returns nil.
func openLog(name string) (*os.File, error) {
	if name == "" {
		return nil, nil
	}
	if err := refusePipe(name); err != nil {
		return nil, fmt.Errorf("log file: %w", err)
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, fmt.Errorf("log file: %w", err)
	}
	return file, nil
}

// use makes the log go to file from now on. A nil file ends the log.
func (l *logger) use(file *os.File) {
	l.close()
	l.mu.Lock()
	l.file = file
	l.mu.Unlock()
	l.apply()
}

// setLevel takes one of logLevels.
func (l *logger) setLevel(level string) {
	if l.keepLevel && level == defaultLogLevel {
		return
	}
	l.keepLevel = false
	l.level = level
	l.apply()
}

func (l *logger) apply() {
	l.mu.Lock()
	defer l.mu.Unlock()
	log := zerolog.Nop()
	// "off" does not parse.
	if level, err := zerolog.ParseLevel(l.level); err == nil && l.file != nil {
		log = zerolog.New(&untilError{w: l.file}).Level(level).Hook(zerolog.HookFunc(stamp))
	}
	l.current.Store(&log)
}

// stamp adds the time in nanoseconds. zerolog's own timestamp format is a global setting.
func stamp(e *zerolog.Event, _ zerolog.Level, _ string) {
	e.Str("time", time.Now().Format("2006-01-02T15:04:05.000000000Z07:00"))
}

// close ends the log.
func (l *logger) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	silent := zerolog.Nop()
	l.current.Store(&silent)
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
}

// exchange logs a line of the conversation at level debug. It reports whether the log takes lines
// of that level.
func (l *logger) exchange(direction, line string) bool {
	e := l.current.Load().Debug()
	if !e.Enabled() {
		return false
	}
	e.Str("line", line).Msg(direction)
	return true
}

func (l *logger) error(message string) { l.current.Load().Error().Msg(message) }
func (l *logger) warn(message string)  { l.current.Load().Warn().Msg(message) }

func (l *logger) info(format string, args ...any) {
	if e := l.current.Load().Info(); e.Enabled() {
		e.Msgf(format, args...)
	}
}

// describe logs the facts that a bug report needs first.
func (l *logger) describe(name string) {
	l.info("%s, %s, %s/%s, %d processors",
		name, runtime.Version(), runtime.GOOS, runtime.GOARCH, processors.Count())
}
