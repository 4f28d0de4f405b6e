package protocol

import (
	"strconv"
	"strings"
	"time"

	"sente/board"
	"sente/eval"
	"sente/search"
)

// entry describes one command word.
type entry struct {
	word, usage, help string
	anytime           bool // may be carried out while a search runs
	numbered          bool // a job; a stop or ponderhit covers the jobs that were read before it

	// run carries the command out. It is nil for a command that the reader carries out itself.
	run func(u *UCI, c command) error
}

// commandTable lists every command in the order of help. The reader carries out stop, ponderhit
// and quit itself, and isready while a search runs.
func commandTable() []entry {
	ignore := func(*UCI, command) error { return nil }
	return []entry{
		{word: "uci", help: "names the engine and its options", anytime: true, run: (*UCI).uci},
		{word: "debug", usage: "on|off", help: "say more in info strings",
			anytime: true, run: (*UCI).setDebug},
		{word: "isready", help: "answers readyok when all before it is done",
			anytime: true, run: (*UCI).ready},
		{word: "setoption", usage: "name NAME [value VALUE]", help: "changes an option",
			run: (*UCI).setOption},
		{word: "ucinewgame", help: "forgets all that was learnt in the game before",
			run: (*UCI).newGame},
		{word: "position", usage: "startpos|fen FEN [moves MOVE...]", help: "sets up a position",
			run: (*UCI).position},
		{word: "go", usage: "[LIMIT...] [searchmoves MOVE...] [ponder]",
			numbered: true, run: (*UCI).search,
			help: "searches; limits: wtime btime winc binc (ms) movestogo depth nodes mate " +
				"movetime infinite; perft N counts instead"},
		{word: "stop", help: "ends the search, which then answers"},
		{word: "ponderhit", help: "the move pondered on was played"},
		{word: "quit", help: "ends the program"},
		{word: "d", help: "shows the position", anytime: true, run: (*UCI).display},
		{word: "eval", help: "explains the evaluation of the position",
			anytime: true, run: (*UCI).explain},
		{word: "flip", help: "exchanges the colours of the position", run: (*UCI).flip},
		{word: "perft", usage: "DEPTH", help: "counts the leaves of the tree of legal moves",
			numbered: true, run: (*UCI).perft},
		{word: "bench", usage: "[DEPTH]", numbered: true, run: (*UCI).bench,
			help: "searches fixed positions; the node count is the search's signature; DEPTH in " +
				"plies, " + strconv.Itoa(search.DefaultBenchDepth) + " unless given"},
		{word: "speedtest", usage: "[THREADS [HASH [SECONDS]]]",
			numbered: true, run: (*UCI).speedtest,
			help: "measures the nodes a second of this machine; hash in MiB; " +
				"unless told otherwise on all processors, with 16 MiB a thread, for 20 s"},
		{word: "export_net", usage: "FILE", help: "writes the network in use to a file",
			run: (*UCI).exportNet},
		{word: "genfens", usage: "N seed S book None|FILE [plies=N] [dfrc=PERCENT]",
			run: (*UCI).genFens,
			help: "prints openings, as OpenBench asks for them; plies: so many random ones or " +
				"one more, 8 unless given, with a book 4; dfrc: of double Chess960, else 0"},
		{word: "compiler", help: "says what the program was built with and for",
			anytime: true, run: (*UCI).compiler},
		{word: "license", help: "shows the licence", anytime: true, run: (*UCI).license},
		{word: "help", help: "lists the commands", anytime: true, run: (*UCI).help},
		{word: "register", anytime: true, run: ignore},
		{word: "xboard", anytime: true, run: ignore},
		{word: "protover", anytime: true, run: ignore},
	}
}

func (u *UCI) uci(command) error {
	u.greeted.Store(true)
	u.out.line("id name " + u.config.Name)
	u.out.line("id author " + u.config.Author)
	for i := range u.options {
		u.out.line(u.options[i].declaration)
	}
	u.out.line("uciok")
	return nil
}

func (u *UCI) setDebug(c command) error {
	word, err := u.operand(c)
	if err != nil {
		return err
	}
	switch word {
	case "on":
		u.debug = true
	case "off":
		u.debug = false
	default:
		return misread("debug: want on or off, not %s", shorten(c.rest))
	}
	return nil
}

func (u *UCI) ready(command) error {
	u.allocate()
	u.out.line("readyok") // even if memory is short: the other side waits for it
	return nil
}

func (u *UCI) newGame(command) error {
	u.engine.NewGame()
	u.allocate()
	return nil
}

// allocate makes the engine ready. It says so if the engine gets less memory than was asked for.
func (u *UCI) allocate() {
	if err := u.engine.Ready(); err != nil {
		u.tell("%v", err)
	}
}

func (u *UCI) position(c command) error {
	root, err := parsePosition(c.rest)
	if err != nil {
		return SyntaxError{err} // the old position stands
	}
	u.root = root
	return nil
}

func (u *UCI) search(c command) error {
	request, errs := parseGo(c.rest, &u.root.Pos)
	for _, err := range errs {
		u.complain(SyntaxError{err})
	}
	if u.strict && len(errs) > 0 {
		return nil
	}
	if request.perft {
		u.startPerft(c.number, request.perftDepth)
		return nil
	}
	move, err := u.bookMove(&request)
	if err != nil {
		u.complain(err)
	}
	if move != board.NoMove {
		u.out.infoString("book move")
		u.out.line("bestmove " + move.UCI(u.chess960))
		return nil
	}
	u.startSearch(c, &request)
	return nil
}

// startSearch starts the search that a go asks for as the running job.
func (u *UCI) startSearch(c command, request *goRequest) {
	root := u.root
	root.Moves = request.moves
	limits := request.limits
	limits.Start = u.began(c)
	report := printer{out: u.out, model: eval.WinModelFor(&root.Pos),
		chess960: u.chess960, showWDL: u.showWDL, minimal: u.minimal}
	u.allocate() // there may have been no isready before
	u.engine.SetStrength(u.strength())
	started := u.engine.Begin(root, limits)
	j := &job{number: c.number, infinite: limits.Infinite, ponder: limits.Ponder,
		stop: u.engine.Stop}
	u.start(j, func() {
		result := started.Run(report.info)
		if result.Fault != "" {
			u.fault(result.Fault)
		}
		u.checkTables()
		u.answer(j, func() { report.bestMove(result) })
		u.log.info("go %d: %d nodes in %s", c.number, result.Nodes, time.Since(limits.Start))
	})
}

// began returns when the clock of a go began to run. Usually that is when the go was read. But a
// script may send it while another job still runs. If that job then answers without a stop, the
// clock begins with that answer.
func (u *UCI) began(c command) time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.ran.After(c.at) {
		return u.ran
	}
	return c.at
}

// flip mirrors the board top to bottom and exchanges the colours.
func (u *UCI) flip(command) error {
	flipped, err := board.ParseFEN(flipFEN(u.root.Pos.ShredderFEN()))
	if err != nil {
		return err
	}
	u.root = search.Root{Pos: flipped}
	return nil
}

func (u *UCI) help(command) error {
	for _, e := range commandTable() {
		if e.help != "" && u.commands[e.word] != nil {
			u.out.line(strings.TrimSpace(e.word + " " + e.usage))
			u.out.line("    " + e.help)
		}
	}
	return nil
}
