package conformance

// queueSteps are about what is carried out at once, what waits, and what ends a search.
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
		for _, line := range []string{"setoption name Hash value 8", "ucinewgame", "setoption name Threads value 2", "go depth 1"} {
			p.Send("go infinite")
			p.until("info depth")
			p.Send(line)
			p.until("bestmove")
		}
		p.until("bestmove") // of go depth 1
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
		if lines := p.until("bestmove"); count(lines, "info string speedtest stopped") != 1 || count(lines, "2 threads, 8 MiB, ") != 1 {
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
