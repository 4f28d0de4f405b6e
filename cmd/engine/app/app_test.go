package app

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"sente/board"
	"sente/internal/cli"
	"sente/internal/cli/clitest"
	"sente/internal/memory"
	"sente/protocol"
	"sente/search"
)

// runTest is Run of a release for tests.
func runTest(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Run("1.2.3", args, stdin, stdout, stderr)
}

// TestMain lets the test binary stand in for the program.
func TestMain(m *testing.M) {
	clitest.Main(m, func() { os.Exit(runTest(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) })
}

// interrupt runs the program with an input that does not end. When a line of standard error holds
// text, it interrupts the program. It returns the exit status, and what was printed from that line
// on.
func interrupt(t *testing.T, c *exec.Cmd, input, text string) (code int, said string) {
	t.Helper()
	return interruptBy(t, os.Interrupt, c, input, text)
}

// interruptBy is interrupt with another signal.
func interruptBy(t *testing.T, sign os.Signal, c *exec.Cmd,
	input, text string) (code int, said string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send an interrupt to another process")
	}
	in, err1 := c.StdinPipe()
	stderr, err2 := c.StderrPipe()
	if err := errors.Join(err1, err2, c.Start()); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer watchdog.Stop()
	io.WriteString(in, input)
	lines := bufio.NewScanner(stderr)
	for lines.Scan() && !strings.Contains(lines.Text(), text) {
	}
	c.Process.Signal(sign)
	for lines.Scan() {
		said += lines.Text() + "\n"
	}
	c.Wait()
	return c.ProcessState.ExitCode(), said
}

func TestWithCommit(t *testing.T) {
	tests := []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, "1.2.3"},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"},
			{Key: "vcs.modified", Value: "false"}}, "1.2.3-01234567"},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"},
			{Key: "vcs.modified", Value: "true"}}, "1.2.3-01234567+"},
		{[]debug.BuildSetting{{Key: "vcs.modified", Value: "true"}}, "1.2.3"},
	}
	for _, tc := range tests {
		if got := withCommit("1.2.3", tc.settings); got != tc.want {
			t.Errorf("withCommit(%v) = %q, want %q", tc.settings, got, tc.want)
		}
	}
}

func TestFlagsAnywhere(t *testing.T) {
	for _, tc := range []struct{ args, operands string }{
		{"epd a.epd b.epd -movetime 250 -threads=2", "epd a.epd b.epd"},
		{"-movetime 250ms epd -threads 2 a.epd b.epd", "epd a.epd b.epd"},
		{"epd --threads=2 a.epd -movetime=0.25s b.epd", "epd a.epd b.epd"},
		{"epd -movetime 250 a.epd -threads 2 -- -b.epd -depth -- x",
			"epd a.epd -b.epd -depth -- x"},
		{"-movetime 250 -threads 2 -- epd -a.epd", "epd -a.epd"},
		{"epd -threads 2 -eval -- a.epd -movetime 250", "epd a.epd"},
	} {
		var c call
		args := strings.Fields(tc.args)
		if _, err := c.parse(args); err != nil {
			t.Errorf("%q: %v", args, err)
			continue
		}
		if strings.Join(c.operands, " ") != tc.operands || c.movetime != 250*time.Millisecond ||
			c.threads != 2 {
			t.Errorf("%q: operands %q, movetime %v, threads %d",
				args, c.operands, c.movetime, c.threads)
		}
	}
}

// TestMoveTimeIsWhole: there is no opponent's clock, so each position gets its whole time.
func TestMoveTimeIsWhole(t *testing.T) {
	var c call
	if _, err := c.parse(strings.Fields("epd x -movetime 60 -eval Material")); err != nil {
		t.Fatal(err)
	}
	engine, err := c.engine()
	if err != nil {
		t.Fatal(err)
	}
	r := engine.Begin(search.Root{Pos: board.Start()}, c.limits(time.Second)).Run(nil)
	if r.Time < c.movetime {
		t.Errorf("a search of %v ended after %v", c.movetime, r.Time)
	}
}

// TestTimeWithoutLimits: without a limit each subcommand searches as long as its help says.
func TestTimeWithoutLimits(t *testing.T) {
	dir := t.TempDir()
	puzzle := filepath.Join(dir, "a.epd")
	if err := os.WriteFile(puzzle, []byte(board.StartFEN+" am e2e4;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		args  []string
		stdin string
		want  time.Duration
	}{
		{[]string{"epd", puzzle}, "", epdTime},
		{[]string{"analyze", "-"}, "1. e4 *\n", analyzeTime},
	} {
		var stdout, stderr bytes.Buffer
		start := time.Now()
		code := runTest(tc.args, strings.NewReader(tc.stdin), &stdout, &stderr)
		took := time.Since(start)
		if code != cli.Done || took < tc.want || took > tc.want+time.Minute {
			t.Errorf("%s: exit code %d after %v, want %v; %s",
				tc.args, code, took, tc.want, &stderr)
		}
		todo, _ := findSubcommand(tc.args[0])
		if !strings.Contains(todo.help, tc.want.String()+" a ") {
			t.Errorf("the help of %s says %q", tc.args[0], todo.help)
		}
	}
}

// TestFlagsReachTheEngine: -threads and -hash are those of the engine that searches.
func TestFlagsReachTheEngine(t *testing.T) {
	var c call
	if _, err := c.parse(strings.Fields("epd x -threads 2 -hash 1 -eval Material")); err != nil {
		t.Fatal(err)
	}
	engine, err := c.engine()
	if err != nil {
		t.Fatal(err)
	}
	engine.SetMemory(func() memory.Free { return memory.Free{} }) // no more is to be had
	if err := engine.SetThreads(2); err != nil {
		t.Errorf("-threads 2 made fewer: %v", err)
	}
	if err := engine.SetThreads(3); err == nil {
		t.Error("-threads 2 made more than two")
	}
	full := 0
	engine.Begin(search.Root{Pos: board.Start()}, search.Limits{Nodes: 60_000}).Run(
		func(i *search.Info) { full = i.Hashfull })
	if full < 200 {
		t.Errorf("-hash 1: the table is %d permille full", full)
	}
}

func TestUsageErrors(t *testing.T) {
	for _, args := range [][]string{
		{"-nonsense"}, {"perft"}, {"perft", "x"}, {"perft", "0"}, {"perft", "247"},
		{"perft", "1000000"}, {"perft", "3", "4"}, {"perft", "3", "-threads", "0"},
		{"perft", "3", "-hash", "16"}, {"bench", "0"}, {"bench", "1", "2"},
		{"version", "x"}, {"epd"}, {"perft", "1", "-threads", "1025"},
		{"epd", "x", "-threads", "1025"},
		{"epd", "x", "-hash", "33554433"}, {"epd", "x", "-hash", "17592186044416"},
		{"epd", "x", "-eval", "Tarot"}, {"epd", "x", "-movetime", "soon"}, {"-threads", "2"},
	} {
		var stdout, stderr bytes.Buffer
		code := runTest(args, strings.NewReader(""), &stdout, &stderr)
		if code != cli.Misunderstood || stdout.Len() > 0 || stderr.Len() == 0 {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q, want %d and the reason on stderr "+
				"alone", args, code, &stdout, &stderr, cli.Misunderstood)
		}
	}
}

// TestCommentAmongCommands: a comment among UCI commands is not an unknown command.
func TestCommentAmongCommands(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"# nothing", "go depth 1"}
	code := runTest(args, strings.NewReader(""), &stdout, &stderr)
	if code != cli.Done || !strings.Contains(stdout.String(), "bestmove ") {
		t.Errorf("exit code %d, stdout %q, stderr %q, want an answer", code, &stdout, &stderr)
	}
}

// TestOwnFlags: a subcommand refuses the flags of other subcommands, whatever their values. It
// accepts its own flags also in front of its name.
func TestOwnFlags(t *testing.T) {
	tests := []struct {
		args   string
		code   int
		stderr string // the beginning of standard error
	}{
		{"bench -depth x", cli.Misunderstood,
			"sente: bench: flag provided but not defined: -depth;"},
		{"perft 3 -hash 16", cli.Misunderstood,
			"sente: perft: flag provided but not defined: -hash;"},
		{"-hash=16 perft 3", cli.Misunderstood,
			"sente: perft: flag provided but not defined: -hash;"},
		{"epd x -fen x", cli.Misunderstood, "sente: epd: flag provided but not defined: -fen;"},
		{"analyze x -plies 3", cli.Misunderstood,
			"sente: analyze: flag provided but not defined: -plies;"},
		{"book make x -html y", cli.Misunderstood,
			"sente: book: flag provided but not defined: -html;"},
		{"compare -hash 1", cli.Misunderstood,
			"sente: compare: flag provided but not defined: -hash;"},
		{"version -o", cli.Misunderstood, "sente: version: flag provided but not defined: -o;"},
		{"isready -threads 2", cli.Misunderstood,
			"sente: flag provided but not defined: -threads;"},
		{"-threads 0 perft 3", cli.Misunderstood,
			`sente: perft: invalid value "0" for flag -threads: want more than 0;`},
		{"-plies 3 book make none -min 1", cli.Failed, "sente: open none:"},
		{"-o bench book make none", cli.Failed, "sente: open none:"},
		{"compare -game tictactoe -depth 2 -algorithms minimax", cli.Done, ""},
		// This perft is the UCI command.
		{"-log-level info isready perft", cli.Misunderstood, "sente: perft: want a depth in plies"},
	}
	for _, tc := range tests {
		var stdout, stderr bytes.Buffer
		code := runTest(strings.Fields(tc.args), strings.NewReader(""), &stdout, &stderr)
		if code != tc.code || !strings.HasPrefix(stderr.String(), tc.stderr) ||
			(code == cli.Done) != (stderr.Len() == 0) {
			t.Errorf("%s: exit code %d, stderr %q, want %d, %q",
				tc.args, code, &stderr, tc.code, tc.stderr)
		}
	}
}

// TestLog: UCI commands and bench can be logged. Where there is no conversation to log, the log
// flags are refused.
func TestLog(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{"isready", "bench 1"} {
		var stdout, stderr bytes.Buffer
		words := append([]string{"-log-file", "log"}, strings.Fields(args)...)
		code := runTest(words, strings.NewReader(""), &stdout, &stderr)
		log, err := os.ReadFile("log")
		if code != cli.Done || err != nil || !bytes.Contains(log, []byte(args)) {
			t.Errorf("%s: exit code %d, stderr %q, log %q, %v", args, code, &stderr, log, err)
		}
		os.Remove("log")
	}
	for _, args := range []string{
		"-log-file log perft 1", "-log-file log epd x", "epd -log-level info x",
		"-log-level debug epd x", "analyze x -log-file log", "book make x -log-file log",
		"-log-file log version", "-log-file log help",
		"-log-file log compare -game tictactoe", "-log-file log -version",
	} {
		var stdout, stderr bytes.Buffer
		code := runTest(strings.Fields(args), strings.NewReader(""), &stdout, &stderr)
		if code != cli.Misunderstood || stdout.Len() > 0 ||
			!strings.Contains(stderr.String(),
				": -log-file and -log-level go with UCI commands and bench;") {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q, want %d and the reason",
				args, code, &stdout, &stderr, cli.Misunderstood)
		}
	}
}

// TestFlagsKeepTheLog: programs send the defaults of options that nobody changed. These do not undo
// what the flags say, but other values change the log.
func TestFlagsKeepTheLog(t *testing.T) {
	t.Chdir(t.TempDir())
	input := `setoption name Log File value <empty>
setoption name Log Level value debug
position startpos moves e2e5
setoption name Log File value other
position startpos moves e2e6
`
	var stdout, stderr bytes.Buffer
	args := []string{"-log-file", "log", "-log-level", "info"}
	if code := runTest(args, strings.NewReader(input), &stdout, &stderr); code != cli.Done {
		t.Fatalf("exit code %d, stderr %q", code, &stderr)
	}
	for file, want := range map[string]string{"log": "e2e5", "other": "e2e6"} {
		log, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(log, []byte(want)) || bytes.Contains(log, []byte(`">>"`)) {
			t.Errorf("%s: want the error of %s, no lines of the conversation: %v\n%s",
				file, want, err, log)
		}
	}
}

// TestHelpHasExamples: help on each subcommand, and on each UCI command that takes operands, ends
// with a command line to try.
func TestHelpHasExamples(t *testing.T) {
	var names []string
	for _, s := range subcommands() {
		names = append(names, s.name)
	}
	for _, known := range protocol.Commands() {
		if known.Usage != "" {
			names = append(names, known.Word)
		}
	}
	for _, name := range names {
		for _, args := range [][]string{
			{"help", name}, {name, "-h"}, {"-h", name}, {"-help", name},
		} {
			var stdout, stderr bytes.Buffer
			code := runTest(args, strings.NewReader(""), &stdout, &stderr)
			_, example, _ := strings.Cut(stdout.String(), "\nexample:\n")
			if code != cli.Done || stderr.Len() > 0 || !strings.HasPrefix(example, "  sente ") ||
				!strings.Contains(example, name) {
				t.Errorf("%q: exit code %d, stdout %q, stderr %q; want an example of sente",
					args, code, &stdout, &stderr)
			}
		}
	}
}
