package conformance

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sente/board"
)

// step is a conversation that depends on what the engine does meanwhile.
type step struct {
	name string
	talk func(p *process)
}

// long is a limited search that outlasts every test.
const long = "go movetime 36000000"

var steps = []step{
	{"isready in an infinite search", func(p *process) {
		p.send("uci", "go infinite")
		p.until("info depth")
		p.ready()
		p.ready()
		p.send("stop")
		p.until("bestmove")
	}},
	{"isready in a limited search, with a queue", func(p *process) {
		p.send(long, "setoption name Hash value 8", "position startpos moves e2e4", "isready")
		p.until("readyok")
		p.quiet("bestmove")
		p.send("stop")
		p.until("bestmove")
		p.ready()
	}},
	{"isready while idle comes after what was sent before", func(p *process) {
		p.send("uci", "position startpos moves e2e5", "isready")
		if lines := p.until("readyok"); count(lines, "info string position:") != 1 {
			p.t.Errorf("readyok before the position was handled: %q", lines)
		}
	}},
	{"stop before a go does not cover it", func(p *process) {
		p.send("stop", "go infinite")
		p.quiet("bestmove")
		p.send("stop")
		p.until("bestmove")
	}},
	{"stop between two go covers the first", func(p *process) {
		p.send("go infinite", "stop", "go infinite")
		p.until("bestmove")
		p.quiet("bestmove")
		p.send("stop")
		p.until("bestmove")
	}},
	{"200 times go infinite and stop, one after the other", func(p *process) {
		for range 200 {
			p.send("go infinite", "stop")
			if lines := p.until("bestmove"); count(lines, "bestmove (none)") > 0 {
				p.t.Fatalf("no move: %q", lines)
			}
		}
	}},
	{"uci, debug and d in a search leave it alone", func(p *process) {
		p.send("go infinite")
		p.until("info depth")
		p.send("uci", "debug on", "d", "eval", "help", "compiler")
		lines := p.until("uciok")
		p.until("Fen: ")
		if count(lines, "bestmove") > 0 {
			p.t.Errorf("uci ended the search: %q", lines)
		}
		p.quiet("bestmove")
		p.send("stop")
		p.until("bestmove")
	}},
	{"a new position waits for a limited search", func(p *process) {
		p.send(long, "position startpos moves e2e4", "d")
		p.quiet("Fen: ")
		p.send("stop")
		if lines := p.until("Fen: "); count(lines, "bestmove") != 1 {
			p.t.Errorf("the position came before the answer: %q", lines)
		}
	}},
	{"a new position ends an infinite search", func(p *process) {
		p.send("go infinite")
		p.until("info depth")
		p.send("position startpos moves e2e4", "d")
		if lines := p.until("Fen: "); count(lines, "bestmove") != 1 {
			p.t.Errorf("want one answer before the new position: %q", lines)
		}
	}},
	{"setoption and ucinewgame end an infinite search", func(p *process) {
		for _, line := range []string{"setoption name Hash value 8", "ucinewgame", "setoption name Threads value 2", "go depth 1"} {
			p.send("go infinite")
			p.until("info depth")
			p.send(line)
			p.until("bestmove")
		}
		p.until("bestmove") // of go depth 1
	}},
	{"infinite holds its answer after the last depth", holds("go infinite depth 1", "position startpos")},
	{"infinite holds its answer with few nodes", holds("go infinite nodes 10", "position startpos")},
	{"infinite holds its answer after a mate", holds("go infinite", "position fen "+mateInOne)},
	{"infinite holds its answer with one legal move", holds("go infinite", "position fen "+oneMove)},
	{"infinite holds its answer when mated", holds("go infinite", "position fen "+mated)},
	{"infinite holds its answer in stalemate", holds("go infinite", "position fen "+stalemate)},
	{"infinite holds its answer in a dead draw", holds("go infinite", "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1")},
	{"infinite holds its answer without a searchmove", holds("go infinite searchmoves e2e5", "position startpos")},
	{"a lone go is infinite", holds("go", "position startpos")},
	{"ponder holds its answer after the last depth", holds("go ponder depth 1", "position startpos")},
	{"ponder holds its answer without a limit", holds("go ponder", "position startpos")},
	{"ponder holds its answer with an empty clock", holds("go ponder wtime 0 btime 0", "position startpos")},
	{"ponder holds its answer after movetime", holds("go ponder movetime 1", "position startpos")},
	{"ponder holds its answer when mated", holds("go ponder wtime 1000 btime 1000", "position fen "+mated)},
	{"ponderhit frees the answer", func(p *process) {
		for _, line := range []string{"go ponder depth 1", "go ponder wtime 1 btime 1", "go ponder movetime 1", "go ponder", "go ponder nodes 100"} {
			p.send("position startpos", line)
			p.quiet("bestmove")
			p.send("ponderhit")
			p.until("bestmove")
		}
	}},
	{"after ponderhit the search goes on", func(p *process) {
		p.send("go ponder wtime 36000000 btime 36000000 depth 80", "ponderhit")
		p.quiet("bestmove")
		p.send("stop")
		p.until("bestmove")
	}},
	{"after ponderhit a search is limited and commands wait for it", func(p *process) {
		p.send("go ponder movetime 36000000", "ponderhit", "position startpos moves e2e4")
		p.quiet("bestmove")
		p.send("stop")
		p.until("bestmove")
	}},
	{"ponderhit does not end infinite", func(p *process) {
		p.send("go ponder infinite", "ponderhit")
		p.quiet("bestmove")
		p.send("stop")
		p.until("bestmove")
	}},
	{"ponderhit for a go that waits in the queue", func(p *process) {
		p.send("go depth 4", "go ponder depth 2", "ponderhit")
		p.until("bestmove")
		p.until("bestmove")
	}},
	{"ponderhit before a go does not cover it", func(p *process) {
		p.send("ponderhit", "go ponder depth 1")
		p.quiet("bestmove")
		p.send("ponderhit")
		p.until("bestmove")
	}},
	{"a game with pondering", func(p *process) {
		p.send("uci", "setoption name Ponder value true", "ucinewgame", "position startpos", "go wtime 60000 btime 60000 nodes 3000")
		moves := []string{}
		for range 6 { // each time the opponent plays the expected move
			lines := p.until("bestmove")
			words := strings.Fields(lines[len(lines)-1])
			if len(words) < 4 {
				break
			}
			moves = append(moves, words[1], words[3])
			p.send("position startpos moves "+strings.Join(moves, " "), "go ponder wtime 60000 btime 60000 nodes 3000")
			p.quiet("bestmove")
			p.send("ponderhit")
		}
		if len(moves) == 0 {
			p.t.Error("no move to ponder on was ever named")
		}
	}},
	{"perft can be stopped", func(p *process) {
		p.send("go perft 20")
		p.ready()
		p.send("stop", "go depth 1")
		p.until("bestmove")
	}},
	{"speedtest can be stopped", func(p *process) {
		p.send("speedtest 2 8 36000")
		p.ready()
		p.send("stop", "go depth 1")
		if lines := p.until("bestmove"); count(lines, "8/8 ") != 1 || count(lines, "2 threads, 8 MiB, ") != 1 {
			p.t.Errorf("%q", lines)
		}
	}},
	{"perft makes the next command wait", func(p *process) {
		p.send("perft 4", "go depth 1")
		if lines := p.until("bestmove"); count(lines, "Nodes searched: 197281") != 1 {
			p.t.Errorf("%q", lines)
		}
	}},
	{"go nodes repeats exactly", func(p *process) {
		var first string
		for range 3 {
			p.send("ucinewgame", "position fen "+kiwipete, "go nodes 5000")
			lines := p.until("bestmove")
			nodes := make([]string, 0, len(lines))
			for _, line := range lines {
				nodes = append(nodes, regexp.MustCompile(` (nps|time) \d+`).ReplaceAllString(line, ""))
			}
			if got := strings.Join(nodes, "\n"); first == "" {
				first = got
			} else if got != first {
				p.t.Errorf("first:\n%s\nthen:\n%s", first, got)
			}
			checkNodes(p.t, lines, 5000)
		}
	}},
	{"a limit does not leak into the next go", func(p *process) {
		p.send("go nodes 100")
		p.until("bestmove")
		p.send("go depth 6")
		if lines := p.until("bestmove"); count(lines, "info depth 6 ") == 0 {
			p.t.Errorf("depth 6 was not reached: %q", lines)
		}
		p.send("go searchmoves a2a3 depth 2")
		p.until("bestmove a2a3")
		p.send("go depth 8")
		if lines := p.until("bestmove"); strings.HasPrefix(lines[len(lines)-1], "bestmove a2a3") {
			p.t.Error("searchmoves stayed")
		}
	}},
	{"MultiPV lines come together and differ", func(p *process) {
		p.send("setoption name MultiPV value 3", "go depth 5")
		checkVariations(p.t, p.until("bestmove"), 3)
		p.send("setoption name MultiPV value 9", "position fen "+twoMoves, "go depth 5")
		checkVariations(p.t, p.until("bestmove"), 2)
		p.send("setoption name MultiPV value 4", "position startpos", "go depth 4 searchmoves a2a3 h2h3")
		checkVariations(p.t, p.until("bestmove"), 2)
		p.send("setoption name MultiPV value 1", "go depth 4")
		checkVariations(p.t, p.until("bestmove"), 1)
	}},
	{"Minimal prints one line", func(p *process) {
		p.send("setoption name Minimal value true", "go depth 7")
		if lines := p.until("bestmove"); len(lines) != 2 || count(lines, "info depth 7 ") != 1 {
			p.t.Errorf("%q", lines)
		}
	}},
	{"mate scores count moves", func(p *process) {
		p.send("position fen "+mateInOne, "go depth 5")
		wantLast(p, "score mate 1 ")
		p.send("position fen "+mateInTwo, "go mate 2")
		wantLast(p, "score mate 2 ")
		p.send("position fen "+mateInTwo+" moves b1b7", "go depth 20")
		wantLast(p, "score mate -1 ")
	}},
	{"every pv is legal", func(p *process) {
		for _, fen := range []string{board.StartFEN, kiwipete, mateInTwo, "8/8/1p1k4/p1p2K2/P1P5/1P6/8/8 w - - 0 50", "4k3/8/8/8/8/8/3R4/4K3 w - - 96 90"} {
			p.send("position fen "+fen, "go depth 9")
			checkVariationsLegal(p.t, fen, p.until("bestmove"))
		}
	}},
	{"two threads answer like one", func(p *process) {
		p.send("uci", "setoption name Threads value 2", "position fen "+mateInOne, "go depth 6")
		p.until("bestmove a1a8")
		for range 20 {
			p.send("go infinite", "stop")
			p.until("bestmove")
		}
	}},
	{"a refused EvalFile leaves the network in use", func(p *process) {
		bad := filepath.Join(p.t.TempDir(), "a bad net.nnue")
		if err := os.WriteFile(bad, bytes.Repeat([]byte("damaged "), 1000), 0o600); err != nil {
			p.t.Fatal(err)
		}
		p.send("uci", "ucinewgame", "go depth 5")
		before := wantLast(p, "score ")
		p.send("setoption name EvalFile value "+bad, "ucinewgame", "isready")
		if lines := p.until("readyok"); count(lines, "info string EvalFile: ") != 1 {
			p.t.Errorf("no complaint: %q", lines)
		}
		p.send("go depth 5")
		after := wantLast(p, "score ")
		cut := regexp.MustCompile(` (nps|time) \d+`)
		if before, after = cut.ReplaceAllString(before, ""), cut.ReplaceAllString(after, ""); before != after {
			p.t.Errorf("before: %s\nafter: %s", before, after)
		}
	}},
}

// quitSteps end with quit in every state; the engine must exit with code 0 by itself.
var quitSteps = []step{
	{"while idle", func(p *process) { p.send("uci"); p.ready() }},
	{"before anything", func(*process) {}},
	{"in a limited search", func(p *process) { p.send(long); p.until("info depth") }},
	{"in an infinite search", func(p *process) { p.send("go infinite"); p.until("info depth") }},
	{"in an infinite search that is through", func(p *process) { p.send("position fen "+mated, "go infinite"); p.until("info depth 0") }},
	{"while pondering", func(p *process) { p.send("go ponder wtime 1000 btime 1000"); p.until("info depth") }},
	{"after ponderhit", func(p *process) { p.send("go ponder movetime 36000000"); p.until("info depth"); p.send("ponderhit") }},
	{"with a queue", func(p *process) {
		p.send(long, "position startpos", long, "go infinite", "setoption name Hash value 8")
	}},
	{"in a perft", func(p *process) { p.send("perft 20"); p.ready() }},
	{"in a bench", func(p *process) { p.send("bench 60"); p.ready() }},
	{"in a search with threads", func(p *process) {
		p.send("setoption name Threads value 3", "go infinite")
		p.until("info depth")
	}},
}

func TestSteps(t *testing.T) {
	for _, s := range steps {
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

// TestQuitIsPrompt checks the second that quit may take. One of many tries must keep it, for the
// machine may be busy.
func TestQuitIsPrompt(t *testing.T) {
	best := time.Hour
	for tries := 0; tries < 20 && best > time.Second; tries++ {
		p := start(t)
		p.send("go infinite")
		p.until("info depth")
		from := time.Now()
		p.quit()
		best = min(best, time.Since(from))
	}
	if best > time.Second {
		t.Errorf("quit takes %v", best)
	}
}

// holds is a search that must not answer before stop.
func holds(line, position string) func(p *process) {
	return func(p *process) {
		p.send(position, line)
		p.quiet("bestmove")
		p.quiet("bestmove")
		p.send("stop")
		p.until("bestmove")
	}
}

// wantLast waits for the answer, checks that the last score before it holds text, and returns it.
func wantLast(p *process, text string) string {
	p.t.Helper()
	lines := p.until("bestmove")
	last := ""
	for _, line := range lines {
		if scoreForm.MatchString(line) {
			last = line
		}
	}
	if !strings.Contains(last, text) {
		p.t.Errorf("last score %q, want %q", last, text)
	}
	return last
}

// checkNodes checks that a node limit was kept exactly.
func checkNodes(t *testing.T, lines []string, limit int) {
	t.Helper()
	for _, line := range lines {
		m := regexp.MustCompile(` nodes (\d+) `).FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if n, _ := strconv.Atoi(m[1]); n > limit {
			t.Errorf("%d nodes of %d: %s", n, limit, line)
		}
	}
}

var variationForm = regexp.MustCompile(`^info depth (\d+) .*multipv (\d+) score (?:cp|mate) (-?\d+) .* pv (\S+)`)

// checkVariations checks that the last lines before the answer are variations 1 to n of one depth,
// that their first moves differ, and that no more than n were ever printed.
func checkVariations(t *testing.T, lines []string, n int) {
	t.Helper()
	if len(lines) <= n {
		t.Fatalf("%d lines, want at least %d: %q", len(lines), n+1, lines)
	}
	depth := ""
	var moves []string
	for i, line := range lines[len(lines)-1-n : len(lines)-1] {
		m := variationForm.FindStringSubmatch(line)
		if m == nil || m[2] != strconv.Itoa(i+1) || depth != "" && m[1] != depth || slices.Contains(moves, m[4]) {
			t.Errorf("variation %d of %d: %q after depth %s and moves %q", i+1, n, line, depth, moves)
			continue
		}
		depth = m[1]
		moves = append(moves, m[4])
	}
	for _, line := range lines {
		if m := variationForm.FindStringSubmatch(line); m != nil {
			if k, _ := strconv.Atoi(m[2]); k > n {
				t.Errorf("variation %d of %d: %q", k, n, line)
			}
		}
	}
}

// checkVariationsLegal plays every variation through; a mate must end as its score says.
func checkVariationsLegal(t *testing.T, fen string, lines []string) {
	t.Helper()
	for _, line := range lines {
		_, pv, ok := strings.Cut(line, " pv ")
		if !ok || !strings.HasPrefix(line, "info depth") {
			continue
		}
		pos, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		plies := 0
		for text := range strings.FieldsSeq(pv) {
			m, err := pos.ParseMove(text)
			if err != nil {
				t.Errorf("%s: %v: %s", fen, err, line)
				return
			}
			before := pos
			before.Make(m, &pos)
			plies++
		}
		var mate int
		if _, err := fmt.Sscanf(line[strings.Index(line, "score "):], "score mate %d", &mate); err != nil || strings.Contains(line, "bound ") {
			continue
		}
		want := 2*mate - 1
		if mate <= 0 {
			want = -2 * mate
		}
		if plies != want || pos.HasLegalMove() || !pos.InCheck() {
			t.Errorf("%s: the variation does not end in mate %d: %s", fen, mate, line)
		}
	}
}
