// Package conformance feeds the engine everything that programs, people and accidents may send. It
// checks that the output follows the protocol.
package conformance

import (
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"sente/internal/cli/clitest"
	"sente/internal/uci"
	"sente/tests/self"
)

func TestMain(m *testing.M) { self.Main(m) }

// process is a running engine. An error of it ends the test.
type process struct {
	*uci.Engine
	cmd  *exec.Cmd
	t    *testing.T
	seen []string // all lines so far
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	cmd := clitest.Command("", args...)
	e, err := uci.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Kill)
	return &process{Engine: e, cmd: cmd, t: t}
}

// until returns the lines up to and including the first one that begins with prefix.
func (p *process) until(prefix string) []string {
	p.t.Helper()
	lines, err := p.Until(prefix)
	p.seen = append(p.seen, lines...)
	if err != nil {
		p.t.Fatalf("%v; since the last wait: %q", err, lines)
	}
	return lines
}

// ready waits for the answer to an isready and returns the lines before it.
func (p *process) ready() []string {
	p.t.Helper()
	p.Send("isready")
	lines := p.until("readyok")
	return lines[:len(lines)-1]
}

// moment is how long a test listens for output that must not come. A slow machine can only hide a
// fault this way. It can't cause a false alarm.
const moment = 30 * time.Millisecond

// quiet fails if the engine prints a line that begins with prefix while it must wait.
func (p *process) quiet(prefix string) {
	p.t.Helper()
	time.Sleep(moment)
	if lines := p.ready(); count(lines, prefix) > 0 {
		p.t.Fatalf("%q came too early: %q", prefix, lines)
	}
}

// stop ends the search and waits for its answer.
func (p *process) stop() {
	p.t.Helper()
	p.Send("stop")
	p.until("bestmove")
}

// end closes the input, waits for the engine to exit and checks its whole output.
func (p *process) end() []string {
	p.t.Helper()
	p.CloseInput()
	return p.wait(0)
}

// quit sends quit and waits for the engine to exit.
func (p *process) quit() {
	p.t.Helper()
	p.Send("quit")
	p.wait(0)
}

// wait waits for the engine to exit by itself, checks its whole output, and returns the lines that
// no test had waited for.
func (p *process) wait(code int) []string {
	p.t.Helper()
	lines, err := p.Wait()
	p.seen = append(p.seen, lines...)
	if err != nil {
		p.t.Fatalf("%v; since the last wait: %q", err, lines)
	}
	if got := p.ExitCode(); got != code {
		p.t.Errorf("exit code %d, want %d; stderr: %s", got, code, p.Stderr())
	}
	if code == 0 && p.Stderr() != "" {
		p.t.Errorf("stderr is not empty: %s", p.Stderr())
	}
	checkLines(p.t, p.seen)
	return lines
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
	bestMoveForm = regexp.MustCompile(`^bestmove (\(none\)|` + moveForm +
		`( ponder ` + moveForm + `)?)$`)
	scoreForm = regexp.MustCompile(
		`^info depth \d+( seldepth \d+)? multipv ([1-9]\d*) score (cp|mate) -?\d+` +
			`( lowerbound| upperbound)?( wdl \d+ \d+ \d+)? ` +
			`nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+( pv( ` + moveForm + `)+)?$`)
	currMoveForm = regexp.MustCompile(`^info depth \d+ currmove ` + moveForm +
		` currmovenumber [1-9]\d*$`)
	wdlForm    = regexp.MustCompile(` wdl (\d+) (\d+) (\d+) `)
	stringForm = regexp.MustCompile(`^info string \S.*$`)
	optionForm = regexp.MustCompile(
		`^option name \S.* type (check default (true|false)|` +
			`spin default -?\d+ min -?\d+ max -?\d+|` +
			`combo default \S+( var \S+)+|button|string default \S.*)$`)
)

// checkLines checks the form of every line that is part of the protocol. It also checks every
// answer against the info line before it: the last score is no upper bound, and its first move is
// the move that is played.
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
		if strings.ContainsRune(line, '\r') || strings.HasPrefix(line, "panic") ||
			strings.HasPrefix(line, "goroutine ") {
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
