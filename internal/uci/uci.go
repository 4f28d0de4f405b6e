// Package uci is a client for UCI engines that run as processes of their own. The tests and nps use
// it. If an engine hangs, dies or floods its output, the client gets an error that says so. It
// never waits for ever and never takes all memory.
package uci

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	// defaultPatience is how long a wait for a line may take. It says nothing about speed: only a
	// broken engine or a stalled machine takes so long.
	defaultPatience = time.Minute
	// maxLine is the longest line in bytes that is read.
	maxLine = 1 << 20
	// maxLines is how many lines one wait collects.
	maxLines = 1 << 16

	queuedLines = 1 << 12 // lines read ahead; an engine that prints more has to wait
	keptStderr  = 1 << 16 // bytes of standard error, from its beginning

	// waitDelay is how long to wait if an engine has ended but its child processes hold its
	// streams.
	waitDelay = 5 * time.Second
)

var (
	// errTimeout: the engine did not print the awaited line in time.
	errTimeout = errors.New("no answer in time")
	// errEnded: the engine ended before it printed the awaited line.
	errEnded = errors.New("the engine ended")
	// errFlood: the engine printed a line longer than maxLine, or more than maxLines lines in one
	// wait.
	errFlood = errors.New("too much output")
)

// An Engine is a running engine. Only one goroutine may use its methods, except for Send, which any
// may call.
type Engine struct {
	// Patience is how long Until, Wait and Close wait for the engine.
	Patience time.Duration

	cmd    *exec.Cmd
	in     *input
	out    chan string   // lines of its output; closed at the end
	flood  bool          // a line above maxLine ended the output; read only once out is closed
	stop   chan struct{} // closed by kill, after which nobody reads out
	once   sync.Once
	stderr head
}

// Start starts the engine of cmd and takes over its streams. Close must end it, or a Wait that
// returns no error.
func Start(cmd *exec.Cmd) (*Engine, error) {
	e := &Engine{Patience: defaultPatience, cmd: cmd,
		out: make(chan string, queuedLines), stop: make(chan struct{})}
	cmd.Stderr, cmd.WaitDelay = &e.stderr, waitDelay
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	e.in = startInput(in)
	go e.read(out)
	return e, nil
}

// read passes the lines to out until the end of the output.
func (e *Engine) read(out io.Reader) {
	defer close(e.out)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxLine)
	lines.Split(splitLine)
	for lines.Scan() {
		select {
		case e.out <- lines.Text():
		case <-e.stop:
			return
		}
	}
	e.flood = errors.Is(lines.Err(), bufio.ErrTooLong)
}

// splitLine is bufio.ScanLines, but it keeps a carriage return.
func splitLine(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// Send sends lines with one write. It never waits. If the engine does not read, or has gone, the
// next wait for its output shows that.
func (e *Engine) Send(lines ...string) { e.Write(strings.Join(lines, "\n") + "\n") }

// Write sends text as it is.
func (e *Engine) Write(text string) { e.in.write(text) }

// CloseInput closes the engine's input once all that was sent is written.
func (e *Engine) CloseInput() { e.in.close() }

// Until returns the lines up to and including the first that begins with prefix. The error is one
// of errTimeout, errEnded and errFlood. With an error it returns the lines that came.
func (e *Engine) Until(prefix string) (lines []string, err error) {
	timeout := time.After(e.Patience)
	for len(lines) < maxLines {
		select {
		case line, more := <-e.out:
			switch {
			case !more && e.flood:
				return lines, e.failure(errFlood, prefix)
			case !more:
				return lines, e.failure(errEnded, prefix)
			}
			if lines = append(lines, line); strings.HasPrefix(line, prefix) {
				return lines, nil
			}
		case <-timeout:
			return lines, e.failure(errTimeout, prefix)
		}
	}
	return lines, e.failure(errFlood, prefix)
}

func (e *Engine) failure(why error, prefix string) error {
	said := e.stderr.String()
	if said != "" {
		said = "; standard error: " + said
	}
	return fmt.Errorf("%s: %w before %q%s", e.cmd.Path, why, prefix, said)
}

// Wait waits for the engine to exit by itself and returns the lines that were not read yet. If the
// engine does not end in time, it is killed, and the error is errTimeout. A bad exit code is no
// error here: see ExitCode.
func (e *Engine) Wait() (lines []string, err error) {
	timeout := time.AfterFunc(e.Patience, e.kill)
	defer timeout.Stop()
	lines, flood := e.rest()
	if flood {
		err = e.failure(errFlood, "its end")
		e.kill()
	}
	e.cmd.Wait() // ExitCode has the result
	e.in.close()
	if err == nil && !timeout.Stop() {
		err = e.failure(errTimeout, "its end")
	}
	return lines, err
}

// rest returns the lines up to the end of the output or up to a kill. The kill matters because a
// child process of the engine may hold the output open for ever.
func (e *Engine) rest() (lines []string, flood bool) {
	for len(lines) < maxLines {
		select {
		case line, more := <-e.out:
			if !more {
				return lines, e.flood
			}
			lines = append(lines, line)
		case <-e.stop:
			for len(e.out) > 0 && len(lines) < maxLines { // lines that were read ahead
				lines = append(lines, <-e.out)
			}
			return lines, false
		}
	}
	return lines, true
}

// Close ends the input, waits for the engine to exit by itself, and returns an error unless its
// exit code is 0. After Wait it only checks the exit code.
func (e *Engine) Close() error {
	var err error
	if e.cmd.ProcessState == nil {
		e.CloseInput()
		_, err = e.Wait()
	}
	if err == nil && e.ExitCode() != 0 {
		err = e.failure(fmt.Errorf("%v", e.cmd.ProcessState), "its end")
	}
	return err
}

// Kill ends the engine at once.
func (e *Engine) Kill() {
	e.kill()
	if e.cmd.ProcessState == nil {
		e.cmd.Wait()
	}
	e.in.close()
}

func (e *Engine) kill() {
	e.once.Do(func() {
		e.cmd.Process.Kill()
		close(e.stop)
	})
}

// ExitCode is the exit code of an engine that has ended, -1 if a signal killed it.
func (e *Engine) ExitCode() int { return e.cmd.ProcessState.ExitCode() }

// Stderr returns the beginning of what the engine has written to its standard error.
func (e *Engine) Stderr() string { return e.stderr.String() }
