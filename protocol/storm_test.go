package protocol

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"
)

var storm = flag.Duration("storm", 2*time.Second, "how long TestStorm goes on")

// TestStorm searches with two threads while stop, ponderhit and isready come at random times. It
// ends each conversation in the middle of a search, by quit or by the end of input. Every go must
// be answered exactly once. CI runs it for a minute under the race detector.
func TestStorm(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	searches := 0
	for begin := time.Now(); time.Since(begin) < *storm; {
		searches += stormyConversation(t, r)
	}
	t.Logf("%d searches", searches)
}

// stormyConversation runs one conversation of TestStorm and returns how many searches it had.
func stormyConversation(t *testing.T, r *rand.Rand) int {
	const most = 8 * time.Millisecond // between two commands; longer than a search at movetime 5
	searches := [...]string{
		"go infinite", "go ponder wtime 200 btime 200", "go ponder movetime 5", "go movetime 5",
		"go nodes 3000", "go depth 7", "go wtime 50 btime 50 winc 5 binc 5",
	}
	events := [...]string{"stop", "ponderhit", "isready", "ponderhit", "isready"}
	c := newTalk(t)
	c.send("uci", "setoption name Hash value 1", "setoption name Threads value 2", "isready")
	c.until("readyok")
	n := 1 + r.IntN(8)
	answers := 0
	for i := range n {
		c.send("position startpos moves e2e4", searches[r.IntN(len(searches))])
		for range r.IntN(4) {
			time.Sleep(time.Duration(r.Int64N(int64(most))))
			c.send(events[r.IntN(len(events))])
		}
		if i < n-1 {
			c.send("stop")
			answers += count(c.until("bestmove"), "bestmove")
		}
	}
	if r.IntN(2) == 0 {
		c.send("quit")
	}
	answers += count(c.finish(), "bestmove")
	if answers != n {
		t.Errorf("%d answers to %d searches", answers, n)
	}
	return n
}
