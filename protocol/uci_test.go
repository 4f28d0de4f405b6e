package protocol

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sente/search"
)

// patience is how long a test waits for what must come; only a broken conversation takes so long.
const patience = 30 * time.Second

// talk is a conversation under test.
type talk struct {
	t      *testing.T
	uci    *UCI
	engine *search.Engine
	in     *io.PipeWriter
	out    chan string
	done   chan error
}

func newTalk(t *testing.T) *talk {
	t.Helper()
	inReader, in := io.Pipe()
	outReader, out := io.Pipe()
	c := &talk{t: t, engine: search.New(), in: in, out: make(chan string, 100000),
		done: make(chan error, 1)}
	go func() {
		lines := bufio.NewScanner(outReader)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			c.out <- lines.Text()
		}
		close(c.out)
	}()
	u := New(out, c.engine, Config{Name: "Sente test", Author: "nobody"})
	u.grace = patience // on a busy system a search may take longer to end than quitGrace
	c.uci = u
	go func() {
		err := u.Run(inReader)
		out.Close()
		c.done <- err
	}()
	return c
}

func (c *talk) send(lines ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// until returns all lines up to and including the first one that begins with prefix.
func (c *talk) until(prefix string) []string {
	c.t.Helper()
	var seen []string
	timeout := time.After(patience)
	for {
		select {
		case line, more := <-c.out:
			if !more {
				c.t.Fatalf("output ended before %q; seen: %q", prefix, seen)
			}
			seen = append(seen, line)
			if strings.HasPrefix(line, prefix) {
				return seen
			}
		case <-timeout:
			c.t.Fatalf("no %q; seen: %q", prefix, seen)
		}
	}
}

// finish ends the input and returns the rest of the output.
func (c *talk) finish() []string {
	c.t.Helper()
	c.in.Close()
	var rest []string
	timeout := time.After(patience)
	for {
		select {
		case line, more := <-c.out:
			if !more {
				if err := <-c.done; err != nil {
					c.t.Errorf("Run: %v", err)
				}
				return rest
			}
			rest = append(rest, line)
		case <-timeout:
			c.t.Fatalf("the conversation does not end; seen: %q", rest)
		}
	}
}

func count(lines []string, prefix string) int {
	n := 0
	for _, line := range lines {
		if strings.HasPrefix(line, prefix) {
			n++
		}
	}
	return n
}

func TestQueueStopAndReady(t *testing.T) {
	c := newTalk(t)
	c.send("uci", "go infinite", "isready")
	c.until("readyok")
	c.send("isready", "position startpos moves e2e4", "isready") // stops go infinite, loses nothing
	c.until("bestmove")
	c.send("go depth 1", "go depth 1", "go infinite", "stop", "isready")
	rest := c.finish()
	if n := count(rest, "bestmove"); n != 3 {
		t.Errorf("%d answers to 3 go: %q", n, rest)
	}
	if c.uci.queued != 0 {
		t.Errorf("the empty queue takes %d bytes", c.uci.queued)
	}
}

func TestStopCoversTheQueue(t *testing.T) {
	c := newTalk(t)
	c.send("go infinite", "go infinite", "go infinite", "stop", "isready")
	rest := c.finish()
	if n := count(rest, "bestmove"); n != 3 {
		t.Errorf("%d answers to 3 go: %q", n, rest)
	}
}

func TestPonderHitBeforeTheSearchStarts(t *testing.T) {
	c := newTalk(t)
	c.send("go depth 2", "go ponder depth 2", "ponderhit")
	c.until("bestmove")
	c.until("bestmove") // without a stop
	c.finish()
}

func TestPonderWaits(t *testing.T) {
	c := newTalk(t)
	c.send("go ponder depth 1", "isready")
	if seen := c.until("readyok"); count(seen, "bestmove") > 0 {
		t.Fatal("answered while pondering")
	}
	time.Sleep(20 * time.Millisecond)
	c.send("isready")
	if seen := c.until("readyok"); count(seen, "bestmove") > 0 {
		t.Fatal("answered while pondering")
	}
	c.send("ponderhit")
	c.until("bestmove")
	c.finish()
}

func TestEndOfInputStopsAnEndlessSearch(t *testing.T) {
	for _, endless := range []string{"go infinite", "go", "go ponder wtime 1000"} {
		c := newTalk(t)
		c.send(endless)
		if rest := c.finish(); count(rest, "bestmove") != 1 {
			t.Errorf("%s: %q", endless, rest)
		}
	}
}

func TestQuitEndsWithoutReadingOn(t *testing.T) {
	c := newTalk(t)
	c.send("go infinite", "quit")
	select {
	case err := <-c.done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Error("quit does not end the conversation")
	}
}

func TestNothingIsSaidBeforeUCI(t *testing.T) {
	c := newTalk(t)
	c.send("foo", "position fen x", "setoption", "setoption name Hash value x",
		"setoption name SyzygyPath value ../syzygy/testdata", "isready")
	if seen := c.until("readyok"); len(seen) != 1 {
		t.Errorf("before uci: %q", seen)
	}
	c.send("uci", "position fen x", "isready")
	if seen := c.until("readyok"); count(seen, "info string position:") != 1 {
		t.Errorf("after uci: %q", seen)
	}
	c.finish()
}

// TestGreetedWhileAJobTells: uci may come while a job prints a message. Only -race shows the fault.
func TestGreetedWhileAJobTells(t *testing.T) {
	u := New(io.Discard, search.New(), Config{})
	var job sync.WaitGroup
	job.Go(func() { u.tell("a table failed") })
	if err := u.uci(command{}); err != nil {
		t.Error(err)
	}
	job.Wait()
}

func TestDebugBreaksTheSilence(t *testing.T) {
	c := newTalk(t)
	c.send("uci", "setoption name Nonsense value 1", "isready")
	if seen := c.until("readyok"); count(seen, "info string") != 0 {
		t.Errorf("debug off: %q", seen)
	}
	c.send("joho debug on", "setoption name Nonsense value 1", "isready")
	if seen := c.until("readyok"); count(seen, "info string no option") != 1 {
		t.Errorf("debug on: %q", seen)
	}
	c.finish()
}

func TestOptionValues(t *testing.T) {
	tests := []struct {
		line string
		want string // the start of the info string, or "" for none
	}{
		{"setoption name Hash value 32", ""},
		{"setoption name hash value 16", ""},
		{"setoption name Hash value 0", "Hash: want"},
		{"setoption name Hash value abc", "Hash: want"},
		{"setoption name Hash", "Hash: want"},
		{"setoption name Hash value 33554433", "Hash: want"},
		{"setoption name Threads value 2", ""},
		{"setoption name Threads value -1", "Threads: want"},
		{"setoption name Clear Hash", ""},
		{"setoption name Clear Hash value ", ""},
		{"setoption name MultiPV value 256", ""},
		{"setoption name MultiPV value 257", "MultiPV: want"},
		{"setoption name Move Overhead value 10", ""},
		{"setoption name move  overhead value 5001", "Move Overhead: want"},
		{"setoption name Ponder value true", ""},
		{"setoption name Ponder value yes", "Ponder: want"},
		{"setoption name UCI_Chess960 value TRUE", ""},
		{"setoption name Evaluation value material", ""},
		{"setoption name Evaluation value Tarot", "Evaluation: want"},
		{"setoption name EvalFile value /no/such/file", "EvalFile: open /no/such/file"},
		{"setoption name SyzygyPath value <empty>", ""},
		{"setoption name SyzygyPath value ../syzygy/testdata",
			"found 5 WDL and 5 DTZ tables, up to 3 men"},
		{"setoption name SyzygyPath value <empty>", ""},
		{"setoption name Syzygy50MoveRule value false", ""},
		{"setoption name SyzygyProbeDepth value 0", "SyzygyProbeDepth: want"},
		{"setoption name SyzygyProbeLimit value 8", "SyzygyProbeLimit: want"},
		{"setoption name SyzygyProbeLimit value 5", ""},
		{"setoption name UCI_ShowWDL value false", ""},
		{"setoption name UCI_ShowWDL value true", ""},
		{"setoption name UCI_Opponent value whoever that is", ""},
		{"setoption name Log Level value loud", "Log Level: want"},
		{"setoption name Log File value /no/such/folder/log", "log file: open /no/such/folder/log"},
		{"setoption", "setoption: want"},
	}
	c := newTalk(t)
	c.send("uci")
	c.until("uciok")
	for _, tc := range tests {
		c.send(tc.line, "isready")
		got := c.until("readyok")
		got = got[:len(got)-1]
		switch {
		case tc.want == "" && len(got) > 0:
			t.Errorf("%s: %q, want silence", tc.line, got)
		case tc.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], "info string "+tc.want)):
			t.Errorf("%s: %q, want %q", tc.line, got, tc.want)
		}
	}
	c.finish()
}

func TestEvalFileErrorKeepsTheConversation(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "my bad net")
	if err := os.WriteFile(bad, []byte("not a network"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newTalk(t)
	c.send("uci", "setoption name EvalFile value "+bad, "go depth 1")
	if seen := c.until("bestmove"); count(seen, "info string EvalFile: "+bad+": nnue: ") != 1 {
		t.Errorf("a damaged network: %q", seen)
	}
	c.finish()
}

// TestEvalFile writes the built-in network to a file and reads it back. The evaluation is the same
// again, and that of Material is different.
func TestEvalFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "an exported net.nnue")
	c := newTalk(t)
	c.send("uci")
	c.until("uciok")
	eval := func() string {
		c.send("eval", "isready")
		return strings.Join(c.until("readyok"), "\n")
	}
	builtIn := eval()
	c.send("export_net "+file, "setoption name EvalFile value "+file)
	c.until("info string network written to ")
	if got := eval(); got != builtIn {
		t.Errorf("with the exported network:\n%s\nbefore:\n%s", got, builtIn)
	}
	c.send("export_net " + file) // the file exists already
	c.until("info string export_net:")
	c.send("setoption name Evaluation value Material")
	if got := eval(); got == builtIn {
		t.Errorf("Material changes nothing:\n%s", got)
	}
	c.send("export_net " + file + "2")
	c.until("info string export_net: no network")
	c.send("setoption name EvalFile value <empty>", "setoption name Evaluation value NNUE")
	if got := eval(); got != builtIn {
		t.Errorf("back with the built-in network:\n%s\nbefore:\n%s", got, builtIn)
	}
	c.finish()
}

func TestLogFileHoldsTheConversation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sente.log")
	c := newTalk(t)
	c.send("uci", "setoption name Log File value "+file,
		"position startpos moves e2e4 e7e5", "isready")
	c.until("readyok")
	c.send("position startpos moves e2e5", "isready")
	c.finish()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"line":"position startpos moves e2e4 e7e5"`,
		`"line":"position startpos moves e2e5"`, `"message":">>"`, `"line":"readyok"`,
		`"message":"<<"`, `"level":"warn"`, `"time":"2`, "Sente test"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in the log:\n%s", want, text)
		}
	}
}

func TestRunCommandsWaitsForEach(t *testing.T) {
	var b strings.Builder
	u := New(&b, search.New(), Config{Name: "Sente test", Author: "nobody"})
	commands := []string{"position startpos moves e2e4", "go depth 3", "d", "go infinite", "stop",
		"go depth 1", "quit", "d"}
	if err := u.RunCommands(t.Context(), commands); err != nil {
		t.Error(err)
	}
	out := b.String()
	if n := strings.Count(out, "bestmove"); n != 3 {
		t.Errorf("%d answers to 3 go:\n%s", n, out)
	}
	const shown = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
	if n := strings.Count(out, shown); n != 1 {
		t.Errorf("the position is shown %d times:\n%s", n, out)
	}
	if strings.Index(out, "Fen: ") < strings.Index(out, "bestmove") {
		t.Errorf("d did not wait:\n%s", out)
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	c := newTalk(t)
	c.send("help")
	seen := c.finish()
	for _, word := range []string{"uci", "go", "ponderhit", "d", "eval", "bench", "perft",
		"export_net", "compiler", "license", "flip"} {
		found := false
		for _, line := range seen {
			found = found || line == word || strings.HasPrefix(line, word+" ")
		}
		if !found {
			t.Errorf("help does not name %s", word)
		}
	}
}
