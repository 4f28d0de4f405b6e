package conformance

import (
	"slices"
	"testing"
	"time"
)

// step is a conversation whose next line depends on what the engine does.
type step struct {
	name string
	talk func(p *process)
}

// long is a search with a limit that no test reaches.
const long = "go movetime 36000000"

// quitSteps end with quit in every state. The engine must then exit by itself, with code 0.
var quitSteps = []step{
	{"while idle", func(p *process) { p.Send("uci"); p.ready() }},
	{"before anything", func(*process) {}},
	{"in a limited search", func(p *process) { p.Send(long); p.until("info depth") }},
	{"in an infinite search", func(p *process) { p.Send("go infinite"); p.until("info depth") }},
	{"in an infinite search that is through", func(p *process) {
		p.Send("position fen "+mated, "go infinite")
		p.until("info depth 0")
	}},
	{"while pondering", func(p *process) {
		p.Send("go ponder wtime 1000 btime 1000")
		p.until("info depth")
	}},
	{"after ponderhit", func(p *process) {
		p.Send("go ponder movetime 36000000")
		p.until("info depth")
		p.Send("ponderhit")
	}},
	{"with a queue", func(p *process) {
		p.Send(long, "position startpos", long, "go infinite", "setoption name Hash value 8")
	}},
	{"in a perft", func(p *process) { p.Send("perft 20"); p.ready() }},
	{"in a bench", func(p *process) { p.Send("bench 14"); p.until("1/52 ") }},
	{"in a search with threads", func(p *process) {
		p.Send("setoption name Threads value 3", "go infinite")
		p.until("info depth")
	}},
}

func TestSteps(t *testing.T) {
	for _, s := range slices.Concat(queueSteps, waitSteps, answerSteps) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			s.talk(p)
			p.ready()
			p.end()
		})
	}
}

func TestQuit(t *testing.T) {
	for _, s := range quitSteps {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			s.talk(p)
			p.quit()
		})
	}
}

// TestQuitIsPrompt checks that quit takes at most a second. The machine may be busy, so one of many
// tries is enough.
func TestQuitIsPrompt(t *testing.T) {
	best := time.Hour
	for tries := 0; tries < 20 && best > time.Second; tries++ {
		p := start(t)
		p.Send("go infinite")
		p.until("info depth")
		from := time.Now()
		p.quit()
		best = min(best, time.Since(from))
	}
	if best > time.Second {
		t.Errorf("quit takes %v", best)
	}
}
