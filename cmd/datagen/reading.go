package main

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"sente/internal/cli"
)

// reading shows how much of a command's files is read, and the time that the rest will take, if
// standard error is a terminal.
type reading struct {
	bar    *progressbar.ProgressBar
	before map[string]int64 // bytes of the files before each
}

func newReading(paths []string) *reading {
	r := &reading{before: map[string]int64{}}
	var all int64
	for _, path := range paths {
		r.before[path] = all
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			all += info.Size()
		}
	}
	if all > 0 {
		r.bar = cli.Progress(os.Stderr, all, progressbar.OptionShowBytes(true), progressbar.OptionThrottle(100*time.Millisecond))
	}
	return r
}

// done returns how many bytes of all files are read when so many of file are.
func (r *reading) done(file string, bytes int64) int64 { return r.before[file] + bytes }

// at shows that so many bytes of file are read.
func (r *reading) at(file string, bytes int64) {
	if r.bar != nil {
		r.bar.Set64(r.done(file, bytes))
	}
}

// end takes the bar away.
func (r *reading) end() {
	if r.bar != nil {
		r.bar.Finish()
	}
}
