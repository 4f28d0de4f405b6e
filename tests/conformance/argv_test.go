package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sente/internal/cli/clitest"
)

// TestArguments runs the engine with a command line and no input.
func TestArguments(t *testing.T) {
	tests := []struct {
		name string
		args []string
		code int
		best int
		want []string // beginnings of lines that must be printed
		last string   // the form of the last line, if not empty
	}{
		{name: "one-shot commands", args: []string{"position startpos moves e2e4", "go depth 6"},
			best: 1, want: []string{"info depth 6 "}, last: `^bestmove `},
		{name: "quit behind go waits", args: []string{"go depth 6", "quit"}, best: 1,
			want: []string{"info depth 6 "}, last: `^bestmove `},
		{name: "each command waits for the one before",
			args: []string{"go depth 5", "position startpos moves e2e4", "d", "go depth 4",
				"isready"}, best: 2,
			want: []string{"info depth 5 ", "info depth 4 ",
				"Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
			last: `^readyok$`},
		{name: "infinite and stop", args: []string{"go infinite", "stop", "isready"}, best: 1,
			want: []string{"readyok"}},
		{name: "version flag", args: []string{"-version"}, last: `^Sente \d+\.\d+\.\d+`},
		{name: "version", args: []string{"version"}, last: `^Sente \d+\.\d+\.\d+`},
		{name: "help", args: []string{"help"},
			want: []string{"usage: sente", "  bench ", "  perft ", "  epd "}},
		{name: "help flag", args: []string{"-h"},
			want: []string{"usage: sente", "  -log-file FILE"}},
		{name: "bench", args: []string{"bench", "2"}, last: `^\d+ nodes \d+ nps$`},
		{name: "bench of words", args: []string{"bench", "deep"}, code: 2},
		{name: "perft", args: []string{"perft", "4"},
			want: []string{"Nodes searched: 197281", "a2a3: 8457"}, last: `^\d+ nps$`},
		{name: "perft, flags before",
			args: []string{"perft", "-threads", "2", "-fen", kiwipete, "3"},
			want: []string{"Nodes searched: 97862"}},
		{name: "perft, flags behind", args: []string{"perft", "3", "-threads=2", "--fen", kiwipete},
			want: []string{"Nodes searched: 97862"}},
		{name: "flags before the subcommand", args: []string{"-threads", "2", "perft", "3"},
			want: []string{"Nodes searched: 8902"}},
		{name: "perft of a mated side", args: []string{"perft", "-fen", mated, "3"},
			want: []string{"Nodes searched: 0"}},
		{name: "perft of a bad FEN", args: []string{"perft", "-fen", "8/8 w", "3"}, code: 2},
		{name: "perft without a depth", args: []string{"perft"}, code: 2},
		{name: "unknown flag", args: []string{"-speed", "9"}, code: 2},
		{name: "a flag of another subcommand", args: []string{"bench", "-fen", "x"}, code: 2},
		{name: "log level that is none", args: []string{"-log-level", "loud", "isready"}, code: 2},
		{name: "log file that can't be written",
			args: []string{"-log-file", "/no/such/folder/log", "isready"}, code: 1},
		{name: "epd without a file", args: []string{"epd"}, code: 2},
		{name: "epd of a file that is not there",
			args: []string{"epd", "/no/such/file.epd"}, code: 1},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := start(t, tc.args...)
			p.CloseInput()
			lines := p.wait(tc.code)
			if n := count(lines, "bestmove"); n != tc.best {
				t.Errorf("%d bestmove, want %d", n, tc.best)
			}
			for _, prefix := range tc.want {
				if count(lines, prefix) == 0 {
					t.Errorf("no line %q", prefix)
				}
			}
			if tc.last != "" && (len(lines) == 0 ||
				!regexp.MustCompile(tc.last).MatchString(lines[len(lines)-1])) {
				t.Errorf("the last line is not %s", tc.last)
			}
			if tc.code != 0 && (p.Stderr() == "" || len(lines) > 0) {
				t.Errorf("a failure must say why on stderr and nothing on stdout; stderr: %s",
					p.Stderr())
			}
			if t.Failed() {
				t.Log("output:\n" + tail(lines))
			}
		})
	}
}

func TestEPD(t *testing.T) {
	file := filepath.Join(t.TempDir(), "suite.epd")
	const suite = `# two that are solved, one that can't be
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back; rank";
7k/8/8/8/8/8/R7/1R4K1 w - - dm 2; id "ladder";

6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8; id "must miss";
`
	if err := os.WriteFile(file, []byte(suite), 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t, "epd", file, "-depth", "12", "-threads", "1", "-hash", "8", "-eval", "material")
	lines := p.wait(0)
	if len(lines) != 2 || lines[len(lines)-1] != "solved 2 of 3" ||
		!strings.HasPrefix(lines[0], "must miss: want am Ra8, got Ra8#") {
		t.Errorf("got %q", lines)
	}
	const broken = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra9;\n"
	if err := os.WriteFile(file, []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	p = start(t, "epd", file)
	p.wait(1)
	if !strings.Contains(p.Stderr(), "suite.epd:1: ") {
		t.Errorf("the error does not name the line: %s", p.Stderr())
	}
}

func TestLogFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a log.json")
	p := start(t, "-log-file", file, "-log-level", "debug")
	p.Send("uci", "go depth 2")
	p.until("bestmove")
	p.end()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{`"line":"go depth 2","time":"[^"]+\.\d{9}[^"]*","message":">>"`,
		`"line":"bestmove [^"]+","time":"[^"]+","message":"<<"`} {
		if !regexp.MustCompile(form).Match(text) {
			t.Errorf("no %s in the log:\n%s", form, text)
		}
	}
}

// TestRefusedArguments: a refused command ends a command line with a message that says why. The
// exit status is 2 if the command was not understood, else 1. The commands before it are carried
// out, those behind it are not.
func TestRefusedArguments(t *testing.T) {
	dir := t.TempDir()
	nowhere := filepath.Join(dir, "none", "x")
	tests := []struct {
		args   []string
		code   int
		stderr string
	}{
		{[]string{"benhc"}, 2, `sente: no command "benhc" (did you mean bench?); see sente help`},
		{[]string{"isready", "pertf 3"}, 2, "did you mean perft?"},
		{[]string{"go", "depth", "5"}, 2,
			`no command "depth"; a command of several words is one operand`},
		{[]string{"joho isready"}, 2, `no command "joho"`},
		{[]string{"help", "benhc"}, 2, "did you mean bench?"},
		{[]string{"help", "foo"}, 2, "no command \"foo\"; see sente help\n"},
		{[]string{"help", "go", "depth"}, 2, "help takes one command"},
		{[]string{"perft 2 -fen " + kiwipete}, 2, "perft: want one word"},
		{[]string{"perft", "-fen", "", "1"}, 2, "fen: fields"},
		{[]string{"epd", "x.epd", "-eval", ""}, 2, `no evaluation ""`},
		{[]string{"position startpos moves e2e5"}, 2, "position: move 1"},
		{[]string{"position fen 8/8 w"}, 2, "position: fen"},
		{[]string{"go depth x"}, 2, "go: depth"},
		{[]string{"setoption name Hsah value 3"}, 2, "no option"},
		{[]string{"setoption name Hash value 0"}, 2, "Hash: want a whole number"},
		{[]string{"setoption name EvalFile value " + nowhere}, 1, "EvalFile: open"},
		{[]string{"setoption name BookFile value " + nowhere}, 1, "BookFile: open"},
		{[]string{"setoption name SyzygyPath value " + nowhere}, 1, "syzygy: "},
		{[]string{"export_net " + nowhere}, 1, "export_net: create"},
		{[]string{"genfens x seed 1 book None"}, 2, "genfens:"},
		{[]string{"epd", "x.epd", "-depth", "-3"}, 2, "for flag -depth: want a count"},
		{[]string{"epd", "x.epd", "-threads", "0"}, 2, "-threads: want more than 0"},
		{[]string{"epd", "x.epd", "-movetime", "-5"}, 2, "for flag -movetime: want milliseconds"},
		{[]string{"analyze", "x.pgn", "-hash", "0"}, 2, "-hash: want more than 0"},
		{[]string{"analyze", "x.pgn", "-o", ""}, 2, "-o: want a file"},
		{[]string{"book", "make", "x.pgn", "-o", ""}, 2, "-o: want a file"},
	}
	for _, tc := range tests {
		t.Run(strings.Join(tc.args, " "), func(t *testing.T) {
			t.Parallel()
			args := tc.args
			if len(args) == 1 {
				args = []string{"isready", args[0], "d"}
			}
			p := start(t, args...)
			p.CloseInput()
			lines := p.wait(tc.code)
			if !strings.Contains(p.Stderr(), tc.stderr) ||
				!strings.HasPrefix(p.Stderr(), "sente: ") || strings.Count(p.Stderr(), "\n") != 1 {
				t.Errorf("stderr %q, want one line with %q", p.Stderr(), tc.stderr)
			}
			if count(lines, "Fen:") > 0 ||
				count(lines, "info string") > count(lines, "info string found 0 WDL") {
				t.Errorf("printed %q", lines)
			}
		})
	}
}

// TestCommandHelp: help COMMAND and COMMAND -h print the same, on standard output.
func TestCommandHelp(t *testing.T) {
	tests := []struct {
		command string
		want    []string
	}{
		{"bench", []string{"usage: sente bench", "  sente bench 10"}},
		{"perft", []string{"usage: sente perft", "  -threads N"}},
		{"epd", []string{"usage: sente epd", "  -hash MIB", "  sente epd "}},
		{"analyze", []string{"usage: sente analyze", "  -html FILE", "  sente analyze "}},
		{"compare", []string{"usage: sente compare", "  -algorithms LIST", "  sente compare "}},
		{"book", []string{"usage: sente book make", "  -plies N", "  sente book make "}},
		{"version", []string{"usage: sente version"}},
	}
	for _, tc := range tests {
		t.Run(tc.command, func(t *testing.T) {
			t.Parallel()
			p, q := start(t, "help", tc.command), start(t, tc.command, "-h")
			lines, again := p.wait(0), q.wait(0)
			for _, prefix := range tc.want {
				if count(lines, prefix) == 0 {
					t.Errorf("no line %q in\n%s", prefix, strings.Join(lines, "\n"))
				}
			}
			if !slices.Equal(lines, again) || p.Stderr()+q.Stderr() != "" {
				t.Errorf("-h prints\n%s\nstderr %q %q",
					strings.Join(again, "\n"), p.Stderr(), q.Stderr())
			}
		})
	}
	for _, args := range [][]string{{"book", "make", "-h"}, {"perft", "5", "-help"}} {
		p := start(t, args...)
		if lines := p.wait(0); count(lines, "usage: sente "+args[0]) != 1 {
			t.Errorf("%q: %q", args, lines)
		}
	}
	p := start(t, "help", "position")
	if lines := p.wait(0); count(lines, "usage: position startpos|fen") != 1 {
		t.Errorf("help position: %q", lines)
	}
}

// TestGenFensOfPrivateNetwork asks for openings as OpenBench does for a network that is not built
// in.
func TestGenFensOfPrivateNetwork(t *testing.T) {
	net := filepath.Join(t.TempDir(), "private.nnue")
	start(t, "export_net "+net).wait(0)
	p := start(t, "setoption name EvalFile value "+net, "genfens 3 seed 7 book None", "quit")
	lines := p.wait(0)
	if len(lines) != 3 || count(lines, "info string genfens ") != 3 || p.Stderr() != "" {
		t.Errorf("%q, stderr %q", lines, p.Stderr())
	}
}

// TestEvalFileBesideTheProgram reads a network that is in the program's folder, and not in the
// folder where the program was started.
func TestEvalFileBesideTheProgram(t *testing.T) {
	name := "exported by a test.nnue"
	exported := filepath.Join(filepath.Dir(clitest.Path()), name)
	t.Cleanup(func() { os.Remove(exported) })
	p := start(t, "export_net "+exported,
		"setoption name EvalFile value "+name, "eval",
		"setoption name EvalFile value no such "+name)
	lines := p.wait(1)
	if !strings.HasPrefix(p.Stderr(), "sente: EvalFile: open no such "+name) ||
		count(lines, "info string network written") != 1 {
		t.Errorf("%q, stderr %q", lines, p.Stderr())
	}
}

// TestOptionsDeclared compares the answer to uci with the list that programs rely on.
func TestOptionsDeclared(t *testing.T) {
	p := start(t)
	p.Send("uci")
	lines := p.until("uciok")
	p.end()
	for _, form := range []string{
		`Hash type spin default 16 min 1 max 33554432`, `Threads type spin default 1 min 1 max \d+`,
		`Clear Hash type button`, `Ponder type check default false`,
		`MultiPV type spin default 1 min 1 max 256`,
		`Move Overhead type spin default 30 min 0 max \d+`,
		`UCI_Chess960 type check default false`, `UCI_AnalyseMode type check default false`,
		`Minimal type check default false`,
		`Evaluation type combo default (NNUE|Material) var NNUE var Material`,
		`EvalFile type string default <empty>`, `SyzygyPath type string default <empty>`,
		`SyzygyProbeLimit type spin default 7 min 0 max 7`,
		`UCI_ShowWDL type check default false`, `Log File type string default <empty>`,
		`Log Level type combo default debug( var [a-z]+){6}`,
	} {
		full := regexp.MustCompile(`^option name ` + form + `$`)
		found := 0
		for _, line := range lines {
			if full.MatchString(line) {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%d options %s, want 1", found, form)
		}
	}
	for _, line := range lines {
		name, _, isOption := strings.Cut(strings.TrimPrefix(line, "option name "), " type ")
		if isOption {
			if regexp.MustCompile(`\b(name|type|default|min|max|var|value)\b`).MatchString(name) {
				t.Errorf("programs split option names at words like those in %q", name)
			}
		}
		if !regexp.MustCompile(`^[ -~]*$`).MatchString(line) {
			t.Errorf("not ASCII: %q", line)
		}
	}
}
