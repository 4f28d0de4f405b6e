package conformance

import "strings"

// waitSteps test answers that must wait for stop or ponderhit.
var waitSteps = []step{
	{"infinite holds its answer after the last depth",
		holds("go infinite depth 1", "position startpos")},
	{"infinite holds its answer with few nodes",
		holds("go infinite nodes 10", "position startpos")},
	{"infinite holds its answer after a mate", holds("go infinite", "position fen "+mateInOne)},
	{"infinite holds its answer with one legal move",
		holds("go infinite", "position fen "+oneMove)},
	{"infinite holds its answer when mated", holds("go infinite", "position fen "+mated)},
	{"infinite holds its answer in stalemate", holds("go infinite", "position fen "+stalemate)},
	{"infinite holds its answer in a dead draw",
		holds("go infinite", "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1")},
	{"infinite holds its answer without a searchmove",
		holds("go infinite searchmoves e2e5", "position startpos")},
	{"a lone go is infinite", holds("go", "position startpos")},
	{"ponder holds its answer after the last depth",
		holds("go ponder depth 1", "position startpos")},
	{"ponder holds its answer without a limit", holds("go ponder", "position startpos")},
	{"ponder holds its answer with an empty clock",
		holds("go ponder wtime 0 btime 0", "position startpos")},
	{"ponder holds its answer after movetime", holds("go ponder movetime 1", "position startpos")},
	{"ponder holds its answer when mated",
		holds("go ponder wtime 1000 btime 1000", "position fen "+mated)},
	{"ponderhit frees the answer", func(p *process) {
		for _, line := range []string{"go ponder depth 1", "go ponder wtime 1 btime 1",
			"go ponder movetime 1", "go ponder", "go ponder nodes 100"} {
			p.Send("position startpos", line)
			p.quiet("bestmove")
			p.Send("ponderhit")
			p.until("bestmove")
		}
	}},
	{"after ponderhit the search goes on", func(p *process) {
		p.Send("go ponder wtime 36000000 btime 36000000 depth 80", "ponderhit")
		p.quiet("bestmove")
		p.stop()
	}},
	{"after ponderhit a search is limited and commands wait for it", func(p *process) {
		p.Send("go ponder movetime 36000000", "ponderhit", "position startpos moves e2e4")
		p.quiet("bestmove")
		p.stop()
	}},
	{"ponderhit does not end infinite", func(p *process) {
		p.Send("go ponder infinite", "ponderhit")
		p.quiet("bestmove")
		p.stop()
	}},
	{"ponderhit for a go that waits in the queue", func(p *process) {
		p.Send("go depth 4", "go ponder depth 2", "ponderhit")
		p.until("bestmove")
		p.until("bestmove")
	}},
	{"ponderhit before a go does not cover it", func(p *process) {
		p.Send("ponderhit", "go ponder depth 1")
		p.quiet("bestmove")
		p.Send("ponderhit")
		p.until("bestmove")
	}},
	{"a game with pondering", func(p *process) {
		p.Send("uci", "setoption name Ponder value true", "ucinewgame", "position startpos",
			"go wtime 60000 btime 60000 nodes 3000")
		moves := []string{}
		for range 6 { // each time the opponent plays the expected move
			lines := p.until("bestmove")
			words := strings.Fields(lines[len(lines)-1])
			if len(words) < 4 {
				break
			}
			moves = append(moves, words[1], words[3])
			p.Send("position startpos moves "+strings.Join(moves, " "),
				"go ponder wtime 60000 btime 60000 nodes 3000")
			p.quiet("bestmove")
			p.Send("ponderhit")
		}
		if len(moves) == 0 {
			p.t.Error("no move to ponder on was ever named")
		}
	}},
}

// holds starts a search that must not answer before stop.
func holds(line, position string) func(p *process) {
	return func(p *process) {
		p.Send(position, line)
		p.quiet("bestmove")
		p.quiet("bestmove")
		p.stop()
	}
}
