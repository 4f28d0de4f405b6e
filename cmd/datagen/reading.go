package main

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"sente/internal/cli"
)

// reading shows how much of a command's files has been read, and how long the rest will take. It
// shows nothing if standard error is no terminal.
type reading struct {
	bar    *progressbar.ProgressBar
	paths  []string // in the order of reading; a file may occur twice
	sizes  []int64
	now    int   // index in paths of the file that is being read
	before int64 // bytes of the files before it
	last   int64 // bytes read of the file that is being read
}

func newReading(paths []string) *reading {
	r := &reading{paths: paths, sizes: make([]int64, len(paths))}
	var all int64
	for i, path := range paths {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			r.sizes[i] = info.Size()
			all += info.Size()
		}
	}
	if all > 0 {
		r.bar = cli.Progress(os.Stderr, all,
			progressbar.OptionShowBytes(true), progressbar.OptionThrottle(100*time.Millisecond))
	}
	return r
}

// done returns how many bytes of all files have been read, given the bytes read of file.
func (r *reading) done(file string, bytes int64) int64 {
	for r.now+1 < len(r.paths) && (r.paths[r.now] != file || bytes < r.last) {
		r.before += r.sizes[r.now]
		r.now++
		r.last = 0
	}
	r.last = bytes
	return r.before + bytes
}

// at shows that the given number of bytes of file have been read.
func (r *reading) at(file string, bytes int64) {
	if r.bar != nil {
		r.bar.Set64(r.done(file, bytes))
	}
}

// end removes the bar.
func (r *reading) end() {
	if r.bar != nil {
		r.bar.Finish()
	}
}
