// Package conformance feeds the built engine everything that programs, people and accidents send,
// and holds its output to the protocol.
package conformance

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"sente/tests/binary"
)

// patience is how long a test waits for what must come. It says nothing about speed: only a
// broken engine, or a machine that stands still, takes so long.
const patience = 60 * time.Second

// moment is how long a test listens for what must not come. A slow machine can only hide a
// fault, not make one up.
const moment = 30 * time.Millisecond

var engine string // the built program

func TestMain(m *testing.M) { binary.Run(m, func(path string) { engine = path }) }

// process is a running engine.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    chan string // its lines; closed at the end
	stderr bytes.Buffer
	seen   []string // all lines taken from out
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(engine, args...), out: make(chan string, 1<<16)}
	p.cmd.Stderr = &p.stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	p.in = in
	go func() {
		lines := bufio.NewReader(out)
		for {
			line, err := lines.ReadString('\n')
			if line != "" {
				p.out <- strings.TrimSuffix(line, "\n")
			}
			if err != nil {
				close(p.out)
				return
			}
		}
	}()
	return p
}

// send writes lines with one write.
func (p *process) send(lines ...string) { p.write(strings.Join(lines, "\n") + "\n") }

// write writes text as it is. The engine may be gone already after quit, so errors don't count.
func (p *process) write(text string) { io.WriteString(p.in, text) }

// until returns the lines up to and with the first one that begins with prefix.
func (p *process) until(prefix string) []string {
	p.t.Helper()
	from := len(p.seen)
	timeout := time.After(patience)
	for {
		select {
		case line, more := <-p.out:
			if !more {
				p.t.Fatalf("the engine ended before %q; since the last wait: %q; stderr: %s", prefix, p.seen[from:], &p.stderr)
			}
			p.seen = append(p.seen, line)
			if strings.HasPrefix(line, prefix) {
				return p.seen[from:]
			}
		case <-timeout:
			p.t.Fatalf("no %q; since the last wait: %q", prefix, p.seen[from:])
		}
	}
}

// ready waits for the answer to an isready and returns the lines before it.
func (p *process) ready() []string {
	p.t.Helper()
	p.send("isready")
	lines := p.until("readyok")
	return lines[:len(lines)-1]
}

// quiet fails if the engine says something that begins with prefix although it must wait.
func (p *process) quiet(prefix string) {
	p.t.Helper()
	time.Sleep(moment)
	if lines := p.ready(); count(lines, prefix) > 0 {
		p.t.Fatalf("%q came too early: %q", prefix, lines)
	}
}

// end closes the input, waits for the engine to exit and checks its whole output.
func (p *process) end() []string {
	p.t.Helper()
	p.in.Close()
	return p.wait(0)
}

// quit sends quit and waits for the engine to exit.
func (p *process) quit() {
	p.t.Helper()
	p.send("quit")
	p.wait(0)
}

// wait waits for the engine to exit by itself, checks its whole output and returns the lines that
// had not been waited for.
func (p *process) wait(code int) []string {
	p.t.Helper()
	from := len(p.seen)
	timeout := time.After(patience)
	for open := true; open; {
		var line string
		select {
		case line, open = <-p.out:
			if open {
				p.seen = append(p.seen, line)
			}
		case <-timeout:
			p.t.Fatalf("the engine does not end; since the last wait: %q", p.seen[from:])
		}
	}
	p.cmd.Wait()
	if got := p.cmd.ProcessState.ExitCode(); got != code {
		p.t.Errorf("exit code %d, want %d; stderr: %s", got, code, &p.stderr)
	}
	if code == 0 && p.stderr.Len() > 0 {
		p.t.Errorf("stderr is not empty: %s", &p.stderr)
	}
	checkLines(p.t, p.seen)
	return p.seen[from:]
}

// count counts the lines that begin with prefix.
func count(lines []string, prefix string) int {
	n := 0
	for _, line := range lines {
		if strings.HasPrefix(line, prefix) {
			n++
		}
	}
	return n
}

const moveForm = `[a-h][1-8][a-h][1-8][nbrq]?`

var (
	bestMoveForm = regexp.MustCompile(`^bestmove (\(none\)|` + moveForm + `( ponder ` + moveForm + `)?)$`)
	scoreForm    = regexp.MustCompile(`^info depth \d+( seldepth \d+)? multipv ([1-9]\d*) score (cp|mate) -?\d+( lowerbound| upperbound)?( wdl \d+ \d+ \d+)? ` +
		`nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+( pv( ` + moveForm + `)+)?$`)
	currMoveForm = regexp.MustCompile(`^info depth \d+ currmove ` + moveForm + ` currmovenumber [1-9]\d*$`)
	wdlForm      = regexp.MustCompile(` wdl (\d+) (\d+) (\d+) `)
	stringForm   = regexp.MustCompile(`^info string \S.*$`)
	optionForm   = regexp.MustCompile(`^option name \S.* type (check default (true|false)|spin default -?\d+ min -?\d+ max -?\d+|` +
		`combo default \S+( var \S+)+|button|string default \S.*)$`)
)

// checkLines holds every line that is part of the protocol to its form, and every answer to the
// line before it: the last score is exact and its first move is the move played.
func checkLines(t *testing.T, lines []string) {
	t.Helper()
	lastScore := "" // of the best variation, since the last bestmove
	for _, line := range lines {
		word, _, _ := strings.Cut(line, " ")
		switch word {
		case "bestmove":
			if !bestMoveForm.MatchString(line) {
				t.Errorf("not a bestmove: %q", line)
			}
			checkAnswer(t, lastScore, line)
			lastScore = ""
		case "info":
			score := scoreForm.FindStringSubmatch(line)
			if score == nil && !currMoveForm.MatchString(line) && !stringForm.MatchString(line) {
				t.Errorf("not an info: %q", line)
			}
			if m := wdlForm.FindStringSubmatch(line); m != nil {
				win, _ := strconv.Atoi(m[1])
				draw, _ := strconv.Atoi(m[2])
				loss, _ := strconv.Atoi(m[3])
				if win+draw+loss != 1000 {
					t.Errorf("the chances are %d of 1000: %q", win+draw+loss, line)
				}
			}
			if score != nil && score[2] == "1" {
				lastScore = line
			}
			if strings.Contains(line, "internal error") {
				t.Errorf("a fault: %s", line)
			}
		case "option":
			if !optionForm.MatchString(line) {
				t.Errorf("not an option: %q", line)
			}
		}
		if strings.ContainsRune(line, '\r') || strings.HasPrefix(line, "panic") || strings.HasPrefix(line, "goroutine ") {
			t.Errorf("stray line %q", line)
		}
	}
}

func checkAnswer(t *testing.T, score, answer string) {
	t.Helper()
	played := strings.Fields(answer)[1]
	_, pv, hasPV := strings.Cut(score, " pv ")
	first, _, _ := strings.Cut(pv, " ")
	switch {
	case score == "":
		t.Errorf("%q without a score before it", answer)
	case strings.Contains(score, "upperbound "): // a lower one is a fail-high that a stop cut off
		t.Errorf("%q after a score that is only an upper bound: %q", answer, score)
	case played == "(none)" && hasPV, played != "(none)" && first != played:
		t.Errorf("%q after %q", answer, score)
	}
}
