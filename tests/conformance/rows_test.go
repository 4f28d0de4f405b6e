package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// row is a whole conversation in one write, after which the input ends. Every isready in it must be
// answered, unless never has readyok. The exit code must be 0, and all output must pass checkLines.
type row struct {
	name  string
	input string
	best  int      // how many bestmove lines must come
	never []string // beginnings of lines that must not be printed
	ends  bool     // the answers come before the end of the input
	// want holds beginnings of lines that must be printed, each at least as often as it is listed.
	// info string, readyok and uciok must come exactly as often.
	want []string
}

const (
	kiwipete  = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	mated     = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
	stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
	mateInOne = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	mateInTwo = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"
	oneMove   = "k7/8/1K6/8/8/8/8/6R1 b - - 0 1"
	twoMoves  = "7k/8/8/8/8/8/r7/3K4 w - - 0 1"
)

var handshakeRows = []row{
	{name: "nothing at all", never: []string{""}},
	{name: "only isready", input: "isready\n", want: []string{"readyok"},
		never: []string{"id", "info", "uciok"}},
	{name: "uci", input: "uci\n", want: []string{"id name Sente ", "id author ", "uciok"}},
	{name: "uci twice", input: "uci\nuci\n",
		want: []string{"id name", "id name", "uciok", "uciok"}},
	{name: "nothing before uci",
		input: "hello\nposition fen x\nsetoption name Hash value x\ngo depth x\nisready\n", best: 1,
		never: []string{"info string"}},
	{name: "line ends CRLF",
		input: "uci\r\nisready\r\nposition startpos moves e2e4\r\ngo depth 2\r\n", best: 1,
		want: []string{"uciok", "readyok"}, never: []string{"info string"}},
	{name: "line ends CR", input: "uci\risready\rgo depth 2\r", best: 1,
		want: []string{"uciok", "readyok"}},
	{name: "tabs and blanks",
		input: "  \tuci \t\n\t isready\t\n \tposition \t startpos\t moves\t\te2e4  \n" +
			"  go \t depth\t2 \n", best: 1,
		want: []string{"uciok", "readyok"}, never: []string{"info string"}},
	{name: "empty lines", input: "\n\n  \n\t\nuci\n\n\nisready\n", want: []string{"readyok"},
		never: []string{"info string"}},
	{name: "comments", input: "uci\n# go infinite\n#quit\nisready\n", want: []string{"readyok"},
		never: []string{"info", "bestmove"}},
	{name: "xboard first", input: "xboard\nprotover 2\nuci\nisready\n",
		want: []string{"uciok", "readyok"}, never: []string{"info", "Error"}},
	{name: "register", input: "uci\nregister later\nregister name Carl code 4359874324\nisready\n",
		want: []string{"readyok"}, never: []string{"info"}},
	{name: "unknown word before a command", input: "uci\njoho isready\nfoo bar go depth 1\n",
		best: 1, want: []string{"readyok"}, never: []string{"info string"}},
	{name: "unknown line", input: "uci\nhow do you do\nisready\n",
		want: []string{"info string unknown command \"how do you do\"", "readyok"}},
	{name: "unknown word before debug",
		input: "uci\njoho debug on\nsetoption name Nonsense value 3\nisready\n",
		want:  []string{"info string no option", "readyok"}},
	{name: "debug without a word", input: "uci\ndebug\ndebug maybe\nisready\n",
		want: []string{"info string debug:", "info string debug:", "readyok"}},
	{name: "debug off",
		input: "uci\ndebug on\ndebug off\nsetoption name Nonsense value 3\nisready\n",
		want:  []string{"readyok"}, never: []string{"info"}},
	{name: "a line of 1 MB", input: "uci\n" + strings.Repeat("x", 1<<20) + "\nisready\n",
		want: []string{"info string unknown command", "readyok"}},
	{name: "a line of 3 MB",
		input: "uci\nposition startpos moves e2e4" + strings.Repeat(" ", 3<<20) +
			"e7e5\nd\nisready\n",
		want: []string{"info string line ignored: ",
			"Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "readyok"}},
	{name: "a line of 200000 words",
		input: "uci\n" + strings.Repeat("word ", 200000) + "\nisready\n",
		want:  []string{"info string unknown command", "readyok"}},
	{name: "bytes that are no text",
		input: "uci\n\x00\x01\xff\xfe\nposition fen \xff\xff\nisready\n",
		want:  []string{"info string unknown command", "info string position:", "readyok"}},
	{name: "last line without an end", input: "uci\nisready", want: []string{"readyok"}},
	{name: "command words are lower case", input: "uci\nISREADY\n",
		want: []string{"info string unknown command \"ISREADY\""}, never: []string{"readyok"}},
}

var positionRows = []row{
	rejected("bare", ""),
	rejected("no such word", "elsewhere"),
	rejected("moves without moves", "startpos e2e4"),
	rejected("fen without a FEN", "fen"),
	rejected("FEN of one field", "fen 4k3/8/8/8/8/8/8/4K3"),
	rejected("FEN of three fields", "fen 4k3/8/8/8/8/8/8/4K3 w -"),
	rejected("FEN of seven fields", "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 1"),
	rejected("FEN of garbage", "fen hello/world w KQkq e9 x y"),
	rejected("seven ranks", "fen 4k3/8/8/8/8/8/4K3 w - - 0 1"),
	rejected("nine files", "fen 4k4/8/8/8/8/8/8/4K3 w - - 0 1"),
	rejected("no kings", "fen 8/8/8/8/8/8/8/8 w - - 0 1"),
	rejected("two white kings", "fen 4k3/8/8/8/8/8/8/3KK3 w - - 0 1"),
	rejected("the side that moved is in check", "fen 4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"),
	rejected("pawns on the first rank", "fen 4k3/8/8/8/8/8/8/P3K3 w - - 0 1"),
	rejected("nine pawns", "fen 4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"),
	rejected("half an en-passant square", "fen 4k3/8/8/8/8/8/8/4K3 w - e 0 1"),
	rejected("clocks that are no numbers", "fen 4k3/8/8/8/8/8/8/4K3 w - - x y"),
	rejected("an illegal move", "startpos moves e2e5"),
	rejected("an illegal move behind legal ones", "startpos moves d2d4 d7d5 c2c4 e1e3"),
	rejected("a null move", "startpos moves 0000"),
	rejected("half a move", "startpos moves e2"),
	rejected("a move in words", "startpos moves Nf3"),
	shown("four fields", "fen 4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
	shown("five fields", "fen 4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
	shown("rights without rooks are dropped", "fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
	shown("an en-passant square nobody can use is dropped",
		"fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
	shown("upper-case promotion", "fen 8/P7/8/8/8/8/k1K5/8 w - - 0 1 moves a7a8Q",
		"Q7/8/8/8/8/8/k1K5/8 b - - 0 1"),
	shown("castling by the king's step", "fen "+kiwipete+" moves e1c1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/2KR3R b kq - 1 1"),
	shown("castling as king takes rook", "fen "+kiwipete+" moves e1a1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/2KR3R b kq - 1 1"),
	{name: "Shredder-FEN",
		input: "uci\nsetoption name UCI_Chess960 value true\n" +
			"position fen bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1\n" +
			"d\ngo depth 2\n", best: 1,
		want: []string{"Fen: bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1"}},
	{name: "Chess960 castling is king takes rook",
		input: "uci\nsetoption name UCI_Chess960 value true\n" +
			"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 2 searchmoves e1h1\n", best: 1,
		want: []string{"bestmove e1h1"}},
	{name: "castling in chess is two squares",
		input: "uci\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n" +
			"go depth 2 searchmoves e1h1\n", best: 1,
		want: []string{"bestmove e1g1"}},
	{name: "a game of 16000 plies",
		input: "uci\nposition startpos moves" + strings.Repeat(" g1f3 g8f6 f3g1 f6g8", 4000) +
			"\ngo depth 3\nisready\n", best: 1,
		want: []string{"readyok"}, never: []string{"info string", "bestmove (none)"}},
	{name: "a game of 1201 plies",
		input: "uci\nposition startpos moves" + strings.Repeat(" b1c3 b8c6 c3b1 c6b8", 300) +
			" e2e4\ngo nodes 2000\n", best: 1,
		never: []string{"info string", "bestmove (none)"}},
}

// rejected is a position that must be refused with one message. The old position must stay.
func rejected(name, text string) row {
	return row{
		name:  "position: " + name,
		input: "uci\nposition startpos moves e2e4\nposition " + text + "\nd\ngo depth 1\nisready\n",
		best:  1,
		want: []string{"info string position:",
			"Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "readyok"},
	}
}

// shown is a position that must be accepted and then be the given FEN.
func shown(name, text, fen string) row {
	return row{
		name:  "position: " + name,
		input: "uci\nposition " + text + "\nd\nisready\n",
		want:  []string{"Fen: " + fen, "readyok"},
		never: []string{"info string"},
	}
}

var goRows = []row{
	answered("depth", "go depth 4", "info depth 4 "),
	answered("depth without a value", "go depth", "info string go: depth without a value"),
	answered("depth abc", "go depth abc", "info string go: depth:"),
	answered("depth 0", "go depth 0"),
	answered("negative depth", "go depth -3"),
	answered("depth beyond all numbers", "go depth 99999999999999999999 nodes 500"),
	answered("wtime without a value", "go wtime", "info string go: wtime without a value"),
	answered("a value missing before a word", "go depth nodes 300",
		"info string go: depth without a value"),
	answered("unknown words", "go fast depth 2 please", "info string go: unknown word",
		"info string go: unknown word"),
	answered("nothing usable", "go now", "info string go: unknown word"),
	answered("movetime", "go movetime 20"),
	answered("movetime 1", "go movetime 1"),
	answered("movetime 0", "go movetime 0"),
	answered("negative movetime", "go movetime -5"),
	answered("movetime that is no whole number", "go movetime 10.5 depth 2",
		"info string go: movetime:"),
	answered("clock of 1 ms", "go wtime 1 btime 1"),
	answered("clock at 0", "go wtime 0 btime 0"),
	answered("negative clock", "go wtime -1000 btime -1000 winc 10 binc 10"),
	answered("clock beyond all numbers",
		"go wtime 99999999999999999999 btime 99999999999999999999 depth 2"),
	answered("only our clock", "go wtime 100"),
	answered("only their clock", "go btime 100000"),
	answered("only an increment", "go winc 1000"),
	answered("clock and increment", "go wtime 100 winc 10 btime 100 binc 10"),
	answered("clock and increment in another order", "go binc 10 btime 100 winc 10 wtime 100"),
	answered("movestogo 1", "go wtime 100 btime 100 movestogo 1"),
	answered("movestogo 0", "go wtime 100 btime 100 movestogo 0"),
	answered("negative movestogo", "go wtime 100 btime 100 movestogo -4"),
	answered("nodes", "go nodes 1500"),
	answered("nodes 1", "go nodes 1"),
	answered("nodes 0", "go nodes 0"),
	answered("mate 0", "go mate 0"),
	answered("negative mate", "go mate -2"),
	answered("all limits", "go wtime 36000000 btime 36000000 winc 100 binc 100 movestogo 30 "+
		"movetime 36000000 nodes 1000000 mate 5 depth 3", "info depth 3 "),
	answered("a limit given twice", "go depth 60 depth 2", "info depth 2 "),
	answered("searchmoves", "go searchmoves a2a3 depth 3", "bestmove a2a3"),
	answered("searchmoves last", "go depth 3 searchmoves h2h4", "bestmove h2h4"),
	answered("searchmoves between", "go nodes 1000 searchmoves a2a4 depth 3", "bestmove a2a4"),
	answered("illegal searchmoves are dropped", "go depth 2 searchmoves e2e5 a2a3 zzz",
		"bestmove a2a3", "info string go: searchmoves", "info string go: searchmoves"),
	answered("no legal searchmove", "go depth 3 searchmoves e2e5", "bestmove (none)"),
	answered("the null move as the only searchmove",
		"go searchmoves 0000 depth 3", "bestmove (none)"),
	answered("searchmoves without moves", "go searchmoves depth 2",
		"info string go: searchmoves without a move", "info depth 2 "),
	{name: "go: only searchmoves is infinite", input: "uci\ngo searchmoves b2b3\nstop\n", best: 1,
		want: []string{"bestmove b2b3"}, never: []string{"info string"}},
	{name: "go: mate in one", input: "uci\nposition fen " + mateInOne + "\ngo depth 4\n", best: 1,
		want: []string{"bestmove a1a8"}},
	{name: "go: mate 2 ends by itself", input: "uci\nposition fen " + mateInTwo + "\ngo mate 2\n",
		best: 1, ends: true, never: []string{"bestmove (none)", "info string"}},
	{name: "go: mated root", input: "uci\nposition fen " + mated + "\ngo depth 4\n", best: 1,
		want: []string{"bestmove (none)", "info depth 0 multipv 1 score mate 0 "}},
	{name: "go: stalemated root",
		input: "uci\nposition fen " + stalemate + "\ngo wtime 1000 btime 1000\n", best: 1,
		want: []string{"bestmove (none)", "info depth 0 multipv 1 score cp 0 "}},
	{name: "go: root drawn by fifty moves",
		input: "uci\nposition fen 4k3/8/8/8/8/8/3R4/4K3 w - - 100 90\ngo depth 4\n", best: 1,
		never: []string{"bestmove (none)", "info string"}},
	{name: "go: root drawn by repetition",
		input: "uci\nposition startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8\n" +
			"go depth 4\n", best: 1,
		never: []string{"bestmove (none)", "info string"}},
	{name: "go: root drawn by material",
		input: "uci\nposition fen 4k3/8/8/8/8/8/8/4KB2 w - - 0 1\ngo depth 4\n", best: 1,
		never: []string{"bestmove (none)", "info string"}},
	{name: "go: one legal move under a clock",
		input: "uci\nposition fen " + oneMove + "\ngo wtime 3600000 btime 3600000\n", best: 1,
		ends: true, want: []string{"bestmove a8b8"}},
	{name: "go: MultiPV above the number of moves",
		input: "uci\nsetoption name MultiPV value 5\nposition fen " + twoMoves + "\ngo depth 3\n",
		best:  1, want: []string{"info depth 3 "}, never: []string{"bestmove (none)"}},
	{name: "go: the game of a compliance check",
		input: "uci\nucinewgame\nisready\nposition startpos\ngo wtime 100\n" +
			"position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27\n" +
			"go wtime 100\nposition fen 8/8/4kp2/8/5K2/6p1/6P1/8 b - - 0 1\ngo btime 100\n" +
			"position startpos\ngo wtime 100 winc 100 btime 100 binc 100\n" +
			"go btime 100 binc 100 wtime 100 winc 100\nucinewgame\n" +
			"position startpos\ngo wtime 100 btime 100\n" +
			"position startpos moves e2e4 e7e5\ngo wtime 100 btime 100\n", best: 7,
		want: []string{"readyok"}, never: []string{"info string"}},
	{name: "perft by go", input: "uci\ngo perft 3\n",
		want: []string{"Nodes searched: 8902", "a2a3: 380", "g1f3: 440"}},
	{name: "perft by itself", input: "uci\nposition fen " + kiwipete + "\nperft 2\n",
		want: []string{"Nodes searched: 2039", "e1g1: "}},
	{name: "perft 0", input: "uci\ngo perft 0\n", want: []string{"Nodes searched: 1"}},
	{name: "perft too deep",
		input: "uci\nperft 247\nperft 100000000\nperft 99999999999999999999\nisready\n",
		want: []string{"info string perft: want a depth in plies, 0 to 246",
			"info string perft: want a depth in plies, 0 to 246",
			"info string perft: want a depth in plies, 0 to 246", "readyok"}},
	{name: "perft without a depth", input: "uci\nperft\nperft x\ngo perft\n", best: 1,
		want: []string{"info string perft:", "info string perft:",
			"info string go: perft without a value"}},
	{name: "perft with threads", input: "uci\nsetoption name Threads value 3\ngo perft 4\n",
		want: []string{"Nodes searched: 197281"}},
}

// answered is a go from the start position that must be answered once, without a stop.
func answered(name, line string, want ...string) row {
	r := row{name: "go: " + name, input: "uci\n" + line + "\nisready\n", best: 1, ends: true,
		want: append(want, "readyok")}
	if !strings.Contains(strings.Join(want, " "), "info string") {
		if !strings.Contains(strings.Join(want, " "), "(none)") {
			r.never = append(r.never, "info string")
		}
	}
	if !strings.Contains(strings.Join(want, " "), "(none)") {
		r.never = append(r.never, "bestmove (none)")
	}
	return r
}

var extraRows = []row{
	{name: "d", input: "d\n",
		want: []string{"Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"Key: ", "Checkers:"}},
	{name: "d in check", input: "position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\nd\n",
		want: []string{"Checkers: e2"}},
	{name: "eval", input: "uci\neval\nisready\n", want: []string{"Network", "readyok"},
		never: []string{"info string"}},
	{name: "flip", input: "uci\nposition startpos moves e2e4 c7c5\nflip\nd\n",
		want: []string{"Fen: rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 2"}},
	{name: "help", input: "help\n", want: []string{"go ", "setoption ", "isready", "quit"}},
	{name: "compiler", input: "compiler\n", want: []string{"Sente "}},
	{name: "license", input: "license\n", want: []string{"Sente "}},
	{name: "export_net without a file", input: "uci\nexport_net\nexport_net /no/such/folder/net\n",
		want: []string{"info string export_net:", "info string export_net:"}},
	{name: "bench", input: "uci\nbench 1\nisready\n", want: []string{"52/52 ", "readyok"},
		never: []string{"info string unknown"}},
	{name: "speedtest without sense",
		input: "uci\nspeedtest x\nspeedtest 0\nspeedtest 1 2 3 4\nisready\n",
		want: []string{"info string speedtest:", "info string speedtest:",
			"info string speedtest:", "readyok"}},
	{name: "bench without sense", input: "uci\nbench x\nbench 0\nisready\n",
		want: []string{"info string bench:", "info string bench:", "readyok"}},
}

func TestRows(t *testing.T) {
	for _, rows := range [][]row{handshakeRows, positionRows, goRows, optionRows,
		extraRows, queueRows} {
		for _, r := range rows {
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				r.check(t)
			})
		}
	}
}

func (r *row) check(t *testing.T) {
	p := start(t)
	p.Write(r.input)
	for range r.best {
		if r.ends {
			p.until("bestmove")
		}
	}
	p.end()
	lines := p.seen
	if n := count(lines, "bestmove"); n != r.best {
		t.Errorf("%d bestmove, want %d", n, r.best)
	}
	ready, asked := count(lines, "readyok"), strings.Count(r.input, "isready")
	if ready != asked && !slices.Contains(r.never, "readyok") {
		t.Errorf("%d readyok for %d isready", ready, asked)
	}
	owed := map[string]int{}
	for _, prefix := range r.want {
		owed[prefix]++
	}
	for prefix, n := range owed {
		got := count(lines, prefix)
		if got < n || got > n && (strings.HasPrefix(prefix, "info string") || prefix == "readyok" ||
			prefix == "uciok") {
			t.Errorf("%d lines %q, want %d", got, prefix, n)
		}
	}
	for _, prefix := range r.never {
		if n := count(lines, prefix); n > 0 {
			t.Errorf("%d lines %q, want none", n, prefix)
		}
	}
	if t.Failed() {
		t.Log("output:\n" + tail(lines))
	}
}

// tail returns the last lines, for a message.
func tail(lines []string) string {
	const most = 30
	if len(lines) > most {
		return fmt.Sprintf("(%d lines more)\n", len(lines)-most) +
			strings.Join(lines[len(lines)-most:], "\n")
	}
	return strings.Join(lines, "\n")
}
