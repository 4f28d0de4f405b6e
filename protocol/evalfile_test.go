package protocol

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sente/eval/nnue"
)

// TestSearchUsesEvalFile: the search, and not only the eval command, evaluates with a network that
// was just read. After a return to the built-in network the search uses that one again.
func TestSearchUsesEvalFile(t *testing.T) {
	builtIn := nnue.Default()
	if builtIn == nil {
		t.Skip("no network is built in")
	}
	c := newTalk(t)
	c.send("uci")
	c.until("uciok")
	score := func() string {
		c.send("ucinewgame", "position startpos", "go depth 1")
		for _, line := range c.until("bestmove") {
			if _, after, found := strings.Cut(line, " score "); found {
				score, _, _ := strings.Cut(after, " nodes ")
				return score
			}
		}
		t.Fatal("no score")
		return ""
	}
	before := score()
	c.send("setoption name EvalFile value " + better(t, builtIn))
	if got := score(); got == before {
		t.Errorf("the score is %q with the network of the file too", got)
	}
	c.send("setoption name EvalFile value <empty>")
	if got := score(); got != before {
		t.Errorf("the score is %q, with the built-in network before it was %q", got, before)
	}
	c.finish()
}

// TestEvalFileIsReadAgain: a file that has changed since it was read is read again, even if its
// name and size are the same.
func TestEvalFileIsReadAgain(t *testing.T) {
	if nnue.Default() == nil {
		t.Skip("no network is built in")
	}
	file := better(t, nnue.Default())
	c := newTalk(t)
	c.send("uci", "setoption name EvalFile value "+file, "isready")
	if seen := c.until("readyok"); count(seen, "info string EvalFile:") != 0 {
		t.Fatalf("%q", seen)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, make([]byte, info.Size()), 0o600); err != nil {
		t.Fatal(err)
	}
	later := info.ModTime().Add(time.Second)
	if err := os.Chtimes(file, later, later); err != nil {
		t.Fatal(err)
	}
	c.send("setoption name EvalFile value "+file, "isready")
	if seen := c.until("readyok"); count(seen, "info string EvalFile:") != 1 {
		t.Errorf("the file holds zeros now: %q, want an error", seen)
	}
	c.finish()
}

// better writes a network that evaluates every position about a pawn higher than n does.
func better(t *testing.T, n *nnue.Network) (path string) {
	t.Helper()
	r := n.Raw()
	for i := range r.OutBias {
		r.OutBias[i] += 100 * nnue.QA * nnue.QB / nnue.Scale
	}
	for i := range r.L3Bias {
		r.L3Bias[i] += int32(100 * 100 * nnue.L2One * nnue.L3Unit / int64(r.Multiplier))
	}
	shifted, err := nnue.FromRaw(r)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "better.nnue")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := shifted.Write(file); err != nil {
		t.Fatal(err)
	}
	return path
}
