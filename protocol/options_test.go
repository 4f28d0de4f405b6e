package protocol

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sente/eval/nnue"
	"sente/search"
)

// last returns the number behind word in the last info line of seen.
func last(t *testing.T, seen []string, word string) int {
	t.Helper()
	n, found := 0, false
	for _, line := range seen {
		_, after, ok := strings.Cut(line, " "+word+" ")
		if ok && strings.HasPrefix(line, "info depth ") {
			text, _, _ := strings.Cut(after, " ")
			if v, err := strconv.Atoi(text); err == nil {
				n, found = v, true
			}
		}
	}
	if !found {
		t.Fatalf("no %s in %q", word, seen)
	}
	return n
}

// TestBadTablesAreTold: SetOption returns an error if folders of tables can't be used, as for
// files.
func TestBadTablesAreTold(t *testing.T) {
	u := New(io.Discard, search.New(), Config{})
	if err := u.SetOption("SyzygyPath", filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error")
	}
}

// TestOptionsTakeEffect sets each option to two values and checks that the search output follows.
func TestOptionsTakeEffect(t *testing.T) {
	const fourMen = "position fen 8/8/8/2k5/8/8/r7/K6R w - - 0 1"
	const late = "position fen 8/8/8/4k3/8/8/3Q4/4K3 w - - 96 1"
	const won = "position fen 8/8/8/2k5/8/8/3Q4/4K3 w - - 0 1"
	for _, tc := range []struct {
		option, high, low string // values that make number high and low
		commands          []string
		number            string
		most, least       int // of number with low, and with high
	}{
		{"Move Overhead", "0", "5000", []string{"go movetime 1000"}, "nodes", 3000, 3001},
		{"MultiPV", "3", "1", []string{"go depth 3"}, "multipv", 1, 3},
		{"nodestime", "0", "1", []string{"go movetime 300"}, "nodes", 600, 601},
		{"SyzygyProbeLimit", "7", "0", []string{won, "go depth 1"}, "tbhits", 0, 1},
		{"SyzygyProbeDepth", "1", "100", []string{fourMen, "go depth 6"}, "tbhits", 0, 1},
		{"Syzygy50MoveRule", "false", "true", []string{late, "go depth 1"}, "cp", 10, 10000},
	} {
		for _, value := range []string{tc.high, tc.low, tc.high} {
			c := newTalk(t)
			c.send("setoption name SyzygyPath value ../syzygy/testdata",
				fmt.Sprintf("setoption name %s value %s", tc.option, value))
			c.send(tc.commands...)
			n := last(t, c.until("bestmove"), tc.number)
			c.finish()
			if value == tc.low && n > tc.most || value == tc.high && n < tc.least {
				t.Errorf("%s %s: %s %d, want at most %d with %s, at least %d with %s",
					tc.option, value, tc.number, n, tc.most, tc.low, tc.least, tc.high)
			}
		}
	}
}

// TestTablesThatFail: a table that can't be read when it is first needed is reported once.
func TestTablesThatFail(t *testing.T) {
	table := filepath.Join(t.TempDir(), "KQvK.rtbw")
	whole, err := os.ReadFile("../syzygy/testdata/KQvK.rtbw")
	if err != nil {
		t.Fatal(err)
	}
	c := newTalk(t)
	c.send("uci", "position fen 8/8/8/2k5/8/8/3Q4/4K3 w - - 0 1")
	for range 2 {
		if err := os.WriteFile(table, whole, 0o644); err != nil {
			t.Fatal(err)
		}
		c.send("setoption name SyzygyPath value "+filepath.Dir(table), "isready")
		c.until("readyok")
		if err := os.Remove(table); err != nil {
			t.Fatal(err)
		}
		for _, want := range []int{1, 0} {
			c.send("go depth 1")
			if seen := c.until("bestmove"); count(seen, "info string syzygy: "+table) != want {
				t.Errorf("%q, want %d messages about %s", seen, want, table)
			}
		}
	}
	c.finish()
}

// TestTablesStay: if a new path has an error and no usable table, the old tables stay. A folder
// without tables is no error: then no tables are in use.
func TestTablesStay(t *testing.T) {
	for _, tc := range []struct {
		name, path string
		errors     int
	}{
		{"no folder", filepath.Join(t.TempDir(), "none"), 1},
		{"an empty folder", t.TempDir(), 0},
	} {
		c := newTalk(t)
		c.send("uci", "setoption name SyzygyPath value ../syzygy/testdata",
			"setoption name SyzygyPath value "+tc.path,
			"position fen 8/8/8/2k5/8/8/3Q4/4K3 w - - 0 1", "go depth 1")
		seen := c.until("bestmove")
		n, errors := last(t, seen, "tbhits"), count(seen, "info string syzygy: open ")
		if stay := n > 0; stay != (tc.errors > 0) || errors != tc.errors {
			t.Errorf("%s: %d hits in the tables, %d errors, want %d: %q",
				tc.name, n, errors, tc.errors, seen)
		}
		c.finish()
	}
}

// nodesAfter returns the nodes of a short search. A longer search and other commands come before
// it.
func nodesAfter(t *testing.T, before string, between ...string) int {
	t.Helper()
	c := newTalk(t)
	c.send(before, "position startpos moves e2e4 e7e5 g1f3 b8c6", "go depth 10")
	c.until("bestmove")
	c.send(between...)
	c.send("go depth 3")
	n := last(t, c.until("bestmove"), "nodes")
	c.finish()
	return n
}

// TestClearHashButton: after Clear Hash a search gains less from the search before it.
func TestClearHashButton(t *testing.T) {
	full, cleared := nodesAfter(t, ""), nodesAfter(t, "", "setoption name Clear Hash")
	if cleared <= full {
		t.Errorf("%d nodes with a full table, %d with a cleared one", full, cleared)
	}
}

// TestResentEvaluation: setting the same evaluation again forgets nothing. Another evaluation does.
func TestResentEvaluation(t *testing.T) {
	if nnue.Default() == nil {
		t.Skip("no network is built in")
	}
	file := "setoption name EvalFile value " + better(t, nnue.Default())
	const none, network, material = "setoption name EvalFile value <empty>",
		"setoption name Evaluation value NNUE", "setoption name Evaluation value Material"
	for _, tc := range []struct {
		before  string
		between []string
		forgets bool
	}{
		{none, []string{none}, false},
		{none, []string{network}, false},
		{none, []string{material, network}, true},
		{file, []string{file, network}, false},
		{file, []string{none, file}, true},
		{material, []string{material, file, none}, false},
	} {
		kept := nodesAfter(t, tc.before)
		if n := nodesAfter(t, tc.before, tc.between...); (n != kept) != tc.forgets {
			t.Errorf("%s, then %q: %d nodes, without these %d", tc.before, tc.between, n, kept)
		}
	}
}

// TestLogLevel: the log holds nothing below its level.
func TestLogLevel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sente.log")
	c := newTalk(t)
	c.send("setoption name Log File value "+file, "isready")
	c.until("readyok")
	c.send("setoption name Log Level value warn", "isready")
	c.until("readyok")
	c.send("position startpos moves e2e4", "isready")
	c.until("readyok")
	c.send("position startpos moves e2e5", "isready")
	c.finish()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	log := string(text)
	if !strings.Contains(log, `"line":"isready"`) || strings.Contains(log, "moves e2e4") ||
		!strings.Contains(log, `"level":"warn"`) {
		t.Errorf("the log:\n%s", log)
	}
}

// logged returns the lines of input in a log.
func logged(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	input := regexp.MustCompile(`"line":"(.*?)",.*"message":">>"`)
	for _, found := range input.FindAllSubmatch(text, -1) {
		lines = append(lines, string(found[1]))
	}
	return lines
}

// TestLogFileHoldsEachLineOnce: lines that wait in the queue while the log is opened are logged
// once.
func TestLogFileHoldsEachLineOnce(t *testing.T) {
	const file = "sente.log"
	const open, level = "setoption name Log File value " + file, "setoption name Log Level value "
	tooLong := strings.Repeat(" ", maxLine+1)
	for _, tc := range []struct {
		name        string
		lines, want []string
	}{
		{"opened", []string{open, "position x", "unknown"}, []string{"position x", "unknown"}},
		{"opened again", []string{open, open, "d"}, []string{open, "d"}},
		{"a line that is too long", []string{open, tooLong, "d"}, []string{"d"}},
		{"too quiet", []string{level + "info", open, level + "debug", open, "d"}, []string{"d"}},
	} {
		t.Chdir(t.TempDir())
		u := New(io.Discard, search.New(), Config{Name: "Sente test", Author: "nobody"})
		for _, line := range tc.lines {
			u.receive(line)
		}
		for range tc.lines {
			c, _ := u.next()
			u.execute(c)
		}
		u.log.close()
		if got := logged(t, file); !slices.Equal(got, tc.want) {
			t.Errorf("%s: the log has %q, want %q", tc.name, got, tc.want)
		}
	}
}

// TestLogFileKeepsTheOrder reads lines while the log is opened, with many lines waiting in the
// queue.
func TestLogFileKeepsTheOrder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sente.log")
	u := New(io.Discard, search.New(), Config{Name: "Sente test", Author: "nobody"})
	u.room = math.MaxInt
	u.receive("setoption name Log File value " + file)
	var want []string
	read := func() {
		want = append(want, fmt.Sprint("position ", len(want)))
		u.receive(want[len(want)-1])
	}
	for range 2000 {
		read()
	}
	begun, opened := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(opened)
		c, _ := u.next()
		close(begun)
		u.execute(c)
	}()
	<-begun
	for open := false; !open; {
		read()
		select {
		case <-opened:
			open = true
		default:
		}
	}
	read()
	u.log.close()
	if got := logged(t, file); !slices.Equal(got, want) {
		t.Errorf("the log has %d lines, want %d, each once and in order", len(got), len(want))
	}
}

// TestLogTellsTheTimeOfASearch: the logged time of a go leaves out its wait for the search before
// it.
func TestLogTellsTheTimeOfASearch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sente.log")
	ran := answers(t, "setoption name Log File value "+file, "go movetime 400", "go depth 1")
	most := time.Since(ran[0]) // the second search is over
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`"go 2: \d+ nodes in (.*?)"`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("the log:\n%s", text)
	}
	took, err := time.ParseDuration(string(found[1]))
	if err != nil || took > most {
		t.Errorf("the second search took %s, want at most %s from the answer of the first",
			found[1], most)
	}
}

// TestKeptLogUntilItChanges: a default does not undo what KeepLog protects, but it does undo what
// was set after that.
func TestKeptLogUntilItChanges(t *testing.T) {
	u := New(io.Discard, search.New(), Config{Name: "Sente test", Author: "nobody"})
	folder := t.TempDir()
	name := func() string {
		if u.log.file == nil {
			return ""
		}
		return filepath.Base(u.log.file.Name())
	}
	for i, step := range []struct{ file, level, wantFile, wantLevel string }{
		{"a", "info", "a", "info"},
		{"", "debug", "a", "info"}, // KeepLog was called before this step
		{"b", "warn", "b", "warn"},
		{"", "debug", "", "debug"},
	} {
		file := step.file
		if file != "" {
			file = filepath.Join(folder, file)
		}
		for option, value := range map[string]string{"Log File": file, "Log Level": step.level} {
			if err := u.SetOption(option, value); err != nil {
				t.Fatal(err)
			}
		}
		if name() != step.wantFile || u.log.level != step.wantLevel {
			t.Errorf("step %d: log %q at %s, want %q at %s",
				i, name(), u.log.level, step.wantFile, step.wantLevel)
		}
		if i == 0 {
			u.KeepLog()
		}
	}
}
