package conformance

import "strings"

// queueSteps test which commands are carried out at once, which wait, and which end a search.
var queueSteps = []step{
	{"isready in an infinite search", func(p *process) {
		p.Send("uci", "go infinite")
		p.until("info depth")
		p.ready()
		p.ready()
		p.stop()
	}},
	{"isready in a limited search, with a queue", func(p *process) {
		p.Send(long, "setoption name Hash value 8", "position startpos moves e2e4", "isready")
		p.until("readyok")
		p.quiet("bestmove")
		p.stop()
		p.ready()
	}},
	{"isready while idle comes after what was sent before", func(p *process) {
		p.Send("uci", "position startpos moves e2e5", "isready")
		if lines := p.until("readyok"); count(lines, "info string position:") != 1 {
			p.t.Errorf("readyok before the position was handled: %q", lines)
		}
	}},
	{"stop before a go does not cover it", func(p *process) {
		p.Send("stop", "go infinite")
		p.quiet("bestmove")
		p.stop()
	}},
	{"stop between two go covers the first", func(p *process) {
		p.Send("go infinite", "stop", "go infinite")
		p.until("bestmove")
		p.quiet("bestmove")
		p.stop()
	}},
	{"200 times go infinite and stop, one after the other", func(p *process) {
		for range 200 {
			p.Send("go infinite", "stop")
			if lines := p.until("bestmove"); count(lines, "bestmove (none)") > 0 {
				p.t.Fatalf("no move: %q", lines)
			}
		}
	}},
	{"uci, debug and d in a search leave it alone", func(p *process) {
		p.Send("go infinite")
		p.until("info depth")
		p.Send("uci", "debug on", "d", "eval", "help", "compiler")
		lines := p.until("uciok")
		p.until("Fen: ")
		if count(lines, "bestmove") > 0 {
			p.t.Errorf("uci ended the search: %q", lines)
		}
		p.quiet("bestmove")
		p.stop()
	}},
	{"a new position waits for a limited search", func(p *process) {
		p.Send(long, "position startpos moves e2e4", "d")
		p.quiet("Fen: ")
		p.Send("stop")
		if lines := p.until("Fen: "); count(lines, "bestmove") != 1 {
			p.t.Errorf("the position came before the answer: %q", lines)
		}
	}},
	{"a new position ends an infinite search", func(p *process) {
		p.Send("go infinite")
		p.until("info depth")
		p.Send("position startpos moves e2e4", "d")
		if lines := p.until("Fen: "); count(lines, "bestmove") != 1 {
			p.t.Errorf("want one answer before the new position: %q", lines)
		}
	}},
	{"setoption and ucinewgame end an infinite search", func(p *process) {
		for _, line := range []string{"setoption name Hash value 8", "ucinewgame",
			"setoption name Threads value 2", "go depth 1"} {
			p.Send("go infinite")
			p.until("info depth")
			p.Send(line)
			p.until("bestmove")
		}
		p.until("bestmove") // the answer to go depth 1
	}},
	{"perft can be stopped", func(p *process) {
		p.Send("go perft 20")
		p.ready()
		p.Send("stop", "go depth 1")
		p.until("bestmove")
	}},
	{"speedtest can be stopped", func(p *process) {
		p.Send("speedtest 2 8 36000")
		p.ready()
		p.Send("stop", "go depth 1")
		if lines := p.until("bestmove"); count(lines, "info string speedtest stopped") != 1 ||
			count(lines, "2 threads, 8 MiB, ") != 1 {
			p.t.Errorf("%q", lines)
		}
	}},
	{"perft makes the next command wait", func(p *process) {
		p.Send("perft 4", "go depth 1")
		if lines := p.until("bestmove"); count(lines, "Nodes searched: 197281") != 1 {
			p.t.Errorf("%q", lines)
		}
	}},
}

// queueRows test what comes in one write while a search runs, and where the input may end.
var queueRows = []row{
	{name: "two go in a row", input: "uci\ngo depth 3\ngo depth 3\n", best: 2},
	{name: "go, stop, position, go in one write",
		input: "uci\ngo infinite\nstop\nposition startpos moves e2e4\ngo depth 2\n", best: 2},
	{name: "go behind an infinite one", input: "uci\ngo infinite\ngo depth 2\n", best: 2},
	{name: "go behind a pondering one",
		input: "uci\ngo ponder wtime 1000 btime 1000\ngo depth 2\n", best: 2},
	{name: "position behind an infinite search",
		input: "uci\ngo infinite\nposition startpos moves d2d4\nd\n", best: 1,
		want: []string{"Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"}},
	{name: "setoption behind an infinite search",
		input: "uci\ngo infinite\nsetoption name Hash value 8\ngo depth 2\n", best: 2},
	{name: "ucinewgame behind an infinite search",
		input: "uci\ngo infinite\nucinewgame\ngo depth 2\n", best: 2},
	{name: "position, setoption and ucinewgame behind a limited search",
		input: "uci\ngo depth 5\nposition startpos moves d2d4\nsetoption name Hash value 8\n" +
			"ucinewgame\ngo depth 2\nd\n", best: 2,
		want: []string{"info depth 5 ",
			"Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"}},
	{name: "stop covers all that was read",
		input: "uci\ngo movetime 3600000\ngo infinite\ngo wtime 360000000 btime 360000000\n" +
			"go ponder\nstop\nisready\n", best: 4,
		want: []string{"readyok"}},
	{name: "stop while idle", input: "uci\nstop\nstop\ngo depth 3\nstop\nisready\n", best: 1,
		want: []string{"readyok"}},
	{name: "ponderhit while idle", input: "uci\nponderhit\nponderhit\ngo depth 3\n", best: 1,
		want: []string{"info depth 3 "}},
	{name: "ponderhit in a search that does not ponder",
		input: "uci\ngo depth 3\nponderhit\ngo infinite\nponderhit\nstop\n", best: 2},
	{name: "ponder, hit and stop in one write",
		input: "uci\ngo ponder wtime 360000000 btime 360000000\nponderhit\nstop\n" +
			"go ponder depth 2\nponderhit\ngo ponder\nstop\nponderhit\n", best: 3},
	{name: "200 times go infinite and stop in one write",
		input: "uci\n" + strings.Repeat("go infinite\nstop\n", 200) + "isready\n", best: 200,
		want: []string{"readyok"}},
	{name: "200 times go and position in one write",
		input: "uci\n" + strings.Repeat("position startpos moves e2e4\ngo infinite\n", 200),
		best:  200},
	{name: "end of input in a search with a limit", input: "uci\ngo depth 6", best: 1,
		want: []string{"info depth 6 "}},
	{name: "end of input in an infinite search", input: "uci\ngo infinite\n", best: 1},
	{name: "end of input in a lone go", input: "uci\ngo\n", best: 1},
	{name: "end of input while pondering",
		input: "uci\ngo ponder wtime 360000000 btime 360000000\n", best: 1},
	{name: "end of input with a queue",
		input: "uci\ngo depth 5\nposition startpos moves e2e4\ngo depth 4\nd\nisready\n", best: 2,
		want: []string{"Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
			"readyok"}},
	{name: "end of input in a perft", input: "uci\ngo perft 4\n",
		want: []string{"Nodes searched: 197281"}},
	{name: "quit behind everything", input: "uci\nquit\nisready\ngo depth 3\n",
		want: []string{"uciok"}, never: []string{"readyok", "bestmove"}},
	{name: "quit as the only word", input: "quit\n", never: []string{""}},
}
