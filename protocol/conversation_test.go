package protocol

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sente/board"
	"sente/internal/bom"
	"sente/search"
)

// FuzzConversation runs whole conversations, each followed by stop, isready and quit. At an empty
// line the input waits until everything before it is carried out, so a search may run before the
// next line comes. newSmallUCI keeps the conversations short.
func FuzzConversation(f *testing.F) {
	for _, text := range []string{
		"uci\nsetoption name Hash value 2\nsetoption name Threads value 2\nisready\nucinewgame\n" +
			"position startpos moves e2e4 e7e5\ngo wtime 1000 btime 1000 winc 10 binc 10\n\n" +
			"position startpos moves e2e4 e7e5 g1f3 b8c6\ngo ponder wtime 900\n\nponderhit\n",
		"uci\nsetoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\n" +
			"position fen 8/P7/8/8/8/8/k1K5/8 w - - 0 1\n" +
			"go infinite\n\nisready\nstop\n\ngo mate 2\ngo movetime 5",
		"uci\nsetoption name UCI_Chess960 value true\n" +
			"position fen 4k3/8/8/8/8/8/8/RK5R w HA - 0 1\n" +
			"go depth 3 searchmoves b1h1 b1a1\n\nflip\ngo nodes 50\r\n" +
			"go searchmoves a1a9\n\nquit\ngo",
		"isready\n# a comment\njoho isready\ngo\nisready\ngo ponder\ngo depth 2\nponderhit\n",
		"\ufeffisready\n",
		"\ufeff# isready\n",
		"uci\nposition fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 4\n" +
			"position fen 8/8\ngo depth x\n" +
			"debug on\nsetoption name UCI_Opponent value GM 2800 human Somebody\n" +
			"setoption name Nonsense value 1\n",
		"setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 900\n" +
			"go movetime 100\n\nsetoption name Minimal value true\n" +
			"setoption name nodestime value 10\ngo wtime 100\nclear",
		"setoption name EvalFile value x\nsetoption name Evaluation value Material\n" +
			"setoption name Clear Hash\ngo perft 2\nperft 3\nperft\nd\neval\nhelp\ncompiler\n" +
			"license\ngo depth 1\nregister later\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) <= 2048 { // the commands then take about a second at most
			checkConversation(t, text+"\nstop\nisready\nquit\n")
		}
	})
}

// checkConversation runs a conversation and checks that it ends. Each go, uci and isready must get
// its answer. If text has no command beyond UCI, the output must be UCI alone.
func checkConversation(t *testing.T, text string) {
	t.Helper()
	var out writes
	u, asked := newSmallUCI(&out)
	done := make(chan error, 1)
	go func() { done <- u.Run(&pausing{u: u, chunks: strings.SplitAfter(text, "\n\n")}) }()
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(patience):
		t.Fatal("the conversation does not end")
	}

	sent := countCommands(u, text)
	beyond := asked.perfts
	for _, word := range []string{"compiler", "d", "eval", "help", "license", "perft"} {
		beyond += sent[word]
	}
	said := checkLines(t, out.all, beyond == 0)
	for _, tc := range []struct{ command, answer string }{
		{"isready", "readyok"}, {"uci", "uciok"},
	} {
		if n := count(said, tc.answer); n != sent[tc.command] {
			t.Fatalf("%d %s to %d %s: %q", n, tc.answer, sent[tc.command], tc.command, said)
		}
	}
	if n := len(asked.searches) + asked.perfts; n != sent["go"] {
		t.Fatalf("%d of %d go were carried out: %q", n, sent["go"], said)
	}
	answers := 0
	for _, line := range said {
		if strings.HasPrefix(line, "bestmove ") {
			if answers < len(asked.searches) {
				asked.searches[answers].check(t, line)
			}
			answers++
		}
	}
	if answers != len(asked.searches) {
		t.Fatalf("%d answers to %d go: %q", answers, len(asked.searches), said)
	}
}

// pausing is an input that waits between its chunks until the conversation has settled.
type pausing struct {
	u       *UCI
	chunks  []string
	started bool
	rest    string // of the chunk that is being read
}

func (p *pausing) Read(b []byte) (int, error) {
	if p.rest == "" {
		if len(p.chunks) == 0 {
			return 0, io.EOF
		}
		if p.started {
			p.u.settle() // false after quit: then nobody reads any more
		}
		p.started = true
		p.rest, p.chunks = p.chunks[0], p.chunks[1:]
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// asked records what the go commands of a conversation asked for.
type asked struct {
	searches []askedSearch
	perfts   int
}

// askedSearch is one go that a bestmove must answer.
type askedSearch struct {
	pos      board.Position
	moves    []board.Move // the moves that the answer may be
	chess960 bool
}

// newSmallUCI returns a conversation in which no command takes long, needs much memory or opens a
// file:
//   - bench, speedtest and export_net are unknown;
//   - Hash and Threads are at most 2, and string options other than UCI_Opponent must be empty;
//   - perft counts at most two plies, and a search has at most 500 nodes. Only a go without words
//     has no limit, and the next command ends it.
//
// It records what the go commands ask for.
func newSmallUCI(w io.Writer) (*UCI, *asked) {
	const most, mostPlies, mostNodes = 2, 2, 500
	u := New(w, search.New(), Config{Name: "Sente test", Author: "nobody"})
	u.grace = patience
	if err := u.SetOption("Hash", "1"); err != nil {
		panic(err)
	}
	for _, word := range []string{"bench", "speedtest", "export_net"} {
		delete(u.commands, word)
	}
	for i := range u.options {
		o := &u.options[i]
		set, text := o.set, strings.Contains(o.declaration, " type string ") &&
			o.name != "UCI_Opponent"
		o.set = func(u *UCI, value string) error {
			n, _ := strconv.Atoi(value) // on an error set refuses the value
			if text && value != "" || n > most && (o.name == "Hash" || o.name == "Threads") {
				return errors.New(o.name + ": not in this test")
			}
			return set(u, value)
		}
	}
	perft := u.commands["perft"].run
	u.commands["perft"].run = func(u *UCI, c command) error {
		word, _ := cutWord(c.rest)
		if n, err := strconv.Atoi(word); err == nil && n > mostPlies {
			c.rest = strconv.Itoa(mostPlies)
		}
		return perft(u, c)
	}
	a := new(asked)
	run := u.commands["go"].run
	u.commands["go"].run = func(u *UCI, c command) error {
		request, _ := parseGo(c.rest, &u.root.Pos)
		if request.perft {
			a.perfts++
			if request.perftDepth > mostPlies {
				c.rest += " perft " + strconv.Itoa(mostPlies) // the last one counts
			}
			return run(u, c)
		}
		l := &request.limits
		if c.rest != "" && l.Depth != 1 && (l.Nodes == 0 || l.Nodes > mostNodes) {
			c.rest += " nodes " + strconv.Itoa(mostNodes) // the last one counts here too
		}
		moves := request.moves
		if moves == nil {
			var list board.MoveList
			u.root.Pos.Legal(&list)
			moves = slices.Clone(list.Slice())
		}
		a.searches = append(a.searches, askedSearch{u.root.Pos, moves, u.chess960})
		return run(u, c)
	}
	return u, a
}

// countCommands counts the lines of text up to quit by the first command word in them.
func countCommands(u *UCI, text string) map[string]int {
	counts := map[string]int{}
	isBreak := func(r rune) bool { return r == '\n' || r == '\r' }
	isSpace := func(r rune) bool { return strings.ContainsRune(space, r) }
	isCommand := func(word string) bool { return u.commands[word] != nil }
	for _, line := range strings.FieldsFunc(text, isBreak) {
		line = strings.TrimSpace(strings.TrimPrefix(line, bom.UTF8))
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.FieldsFunc(line, isSpace)
		if i := slices.IndexFunc(words, isCommand); i >= 0 {
			counts[words[i]]++
			if words[i] == "quit" {
				break
			}
		}
	}
	return counts
}

// uciLine matches a line that an engine may print in UCI. The answer itself is checked elsewhere.
var uciLine = regexp.MustCompile(`^(id (name|author) .+|option name .+ type .+|uciok|readyok|` +
	`info string .+|info depth \d+ .+|bestmove .+)$`)

// checkLines returns the lines that were written. Each Write must hold one line, and no line may
// report a panic. If uciOnly is set, each line must be UCI.
func checkLines(t *testing.T, all []string, uciOnly bool) []string {
	t.Helper()
	said := make([]string, len(all))
	for i, text := range all {
		line, ended := strings.CutSuffix(text, "\n")
		if !ended || strings.ContainsAny(line, "\r\n") {
			t.Fatalf("%q is no line", text)
		}
		if uciOnly && !uciLine.MatchString(line) {
			t.Fatalf("%q is not UCI", line)
		}
		if strings.HasPrefix(line, "info string internal error") {
			t.Fatal(line)
		}
		said[i] = line
	}
	return said
}

// check checks that answer is a bestmove with one of the moves in a.moves, and that a ponder move
// in it is a legal reply.
func (a *askedSearch) check(t *testing.T, answer string) {
	t.Helper()
	if len(a.moves) == 0 && answer == "bestmove (none)" {
		return
	}
	words := strings.Split(answer, " ")
	legal := false
	for _, m := range a.moves { // castling and a king step may be written alike
		if m.UCI(a.chess960) != words[1] {
			continue
		}
		var next board.Position
		a.pos.Make(m, &next)
		legal = legal || len(words) == 2 ||
			len(words) == 4 && words[2] == "ponder" && a.hasMove(&next, words[3])
	}
	if !legal {
		t.Fatalf("%s: %q, want one of %d moves, and a legal reply",
			a.pos.FEN(), answer, len(a.moves))
	}
}

// hasMove tells whether word is how a legal move of p is written.
func (a *askedSearch) hasMove(p *board.Position, word string) bool {
	var list board.MoveList
	p.Legal(&list)
	written := func(m board.Move) bool { return m.UCI(a.chess960) == word }
	return slices.ContainsFunc(list.Slice(), written)
}
