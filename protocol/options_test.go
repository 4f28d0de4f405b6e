package protocol

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// last returns the number behind word in the last info line of seen.
func last(t *testing.T, seen []string, word string) int {
	t.Helper()
	n, found := 0, false
	for _, line := range seen {
		if _, after, ok := strings.Cut(line, " "+word+" "); ok && strings.HasPrefix(line, "info depth ") {
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

// TestOptionsTakeEffect sets options to two values and looks at what a search then says.
func TestOptionsTakeEffect(t *testing.T) {
	const fourMen = "position fen 8/8/8/2k5/8/8/r7/K6R w - - 0 1"
	const late = "position fen 8/8/8/4k3/8/8/3Q4/4K3 w - - 96 1"
	const won = "position fen 8/8/8/2k5/8/8/3Q4/4K3 w - - 0 1"
	for _, tc := range []struct {
		option, high, low string // values that make the number high and low
		commands          []string
		number            string
		most, least       int // of the low, of the high number
	}{
		{"Move Overhead", "0", "5000", []string{"go wtime 5000 btime 5000"}, "nodes", 5000, 5001},
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
				t.Errorf("%s %s: %s %d, want at most %d with %s, at least %d with %s", tc.option, value,
					tc.number, n, tc.most, tc.low, tc.least, tc.high)
			}
		}
	}
}

// TestClearHashButton: after Clear Hash a search profits less from the one before.
func TestClearHashButton(t *testing.T) {
	nodes := func(between string) int {
		c := newTalk(t)
		c.send("position startpos moves e2e4 e7e5 g1f3 b8c6", "go depth 10")
		c.until("bestmove")
		c.send(between, "go depth 3")
		n := last(t, c.until("bestmove"), "nodes")
		c.finish()
		return n
	}
	if full, cleared := nodes(""), nodes("setoption name Clear Hash"); cleared <= full {
		t.Errorf("%d nodes with a full table, %d with a cleared one", full, cleared)
	}
}

// TestLogLevel: what is below the level is not in the log.
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
	if log := string(text); !strings.Contains(log, `"line":"isready"`) || strings.Contains(log, "moves e2e4") ||
		!strings.Contains(log, `"level":"warn"`) {
		t.Errorf("the log:\n%s", log)
	}
}
