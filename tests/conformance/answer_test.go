package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

// answerSteps test what a search prints.
var answerSteps = []step{
	{"go nodes repeats exactly", func(p *process) {
		var first string
		for range 3 {
			p.Send("ucinewgame", "position fen "+kiwipete, "go nodes 5000")
			lines := p.until("bestmove")
			nodes := make([]string, 0, len(lines))
			for _, line := range lines {
				nodes = append(nodes,
					regexp.MustCompile(` (nps|time) \d+`).ReplaceAllString(line, ""))
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
		p.Send("go nodes 100")
		p.until("bestmove")
		p.Send("go depth 6")
		if lines := p.until("bestmove"); count(lines, "info depth 6 ") == 0 {
			p.t.Errorf("depth 6 was not reached: %q", lines)
		}
		p.Send("go searchmoves a2a3 depth 2")
		p.until("bestmove a2a3")
		p.Send("go depth 8")
		if lines := p.until("bestmove"); strings.HasPrefix(lines[len(lines)-1], "bestmove a2a3") {
			p.t.Error("searchmoves stayed")
		}
	}},
	{"MultiPV lines come together and differ", func(p *process) {
		p.Send("setoption name MultiPV value 3", "go depth 5")
		checkVariations(p.t, p.until("bestmove"), 3)
		p.Send("setoption name MultiPV value 9", "position fen "+twoMoves, "go depth 5")
		checkVariations(p.t, p.until("bestmove"), 2)
		p.Send("setoption name MultiPV value 4", "position startpos",
			"go depth 4 searchmoves a2a3 h2h3")
		checkVariations(p.t, p.until("bestmove"), 2)
		p.Send("setoption name MultiPV value 1", "go depth 4")
		checkVariations(p.t, p.until("bestmove"), 1)
	}},
	{"Minimal prints the last line of each variation", func(p *process) {
		p.Send("setoption name Minimal value true", "go depth 7")
		if lines := p.until("bestmove"); len(lines) != 2 || count(lines, "info depth 7 ") != 1 {
			p.t.Errorf("%q", lines)
		}
		p.Send("setoption name MultiPV value 3", "go depth 7")
		lines := p.until("bestmove")
		if len(lines) != 4 {
			p.t.Errorf("want a line for each of 3 variations: %q", lines)
		}
		checkVariations(p.t, lines, 3)
	}},
	{"MultiPV shows all of 218 moves", func(p *process) {
		p.Send("setoption name MultiPV value 256",
			"position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "go depth 2")
		checkVariations(p.t, p.until("bestmove"), 218)
	}},
	{"mate scores count moves", func(p *process) {
		p.Send("position fen "+mateInOne, "go depth 5")
		wantLast(p, "score mate 1 ")
		p.Send("position fen "+mateInTwo, "go mate 2")
		wantLast(p, "score mate 2 ")
		p.Send("position fen "+mateInTwo+" moves b1b7", "go depth 20")
		wantLast(p, "score mate -1 ")
	}},
	{"every pv is legal", func(p *process) {
		for _, fen := range []string{board.StartFEN, kiwipete, mateInTwo,
			"8/8/1p1k4/p1p2K2/P1P5/1P6/8/8 w - - 0 50", "4k3/8/8/8/8/8/3R4/4K3 w - - 96 90"} {
			p.Send("position fen "+fen, "go depth 9")
			checkVariationsLegal(p.t, fen, p.until("bestmove"))
		}
	}},
	{"two threads find a mate and stop", func(p *process) {
		p.Send("uci", "setoption name Threads value 2", "position fen "+mateInOne, "go depth 6")
		p.until("bestmove a1a8")
		for range 20 {
			p.Send("go infinite", "stop")
			p.until("bestmove")
		}
	}},
}

// wantLast waits for the answer and returns it. The last score before it must hold text.
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

// checkNodes checks that a search stayed within its node limit and came near it.
func checkNodes(t *testing.T, lines []string, limit int) {
	t.Helper()
	last := 0
	for _, line := range lines {
		m := regexp.MustCompile(` nodes (\d+) `).FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if last, _ = strconv.Atoi(m[1]); last > limit {
			t.Errorf("%d nodes of %d: %s", last, limit, line)
		}
	}
	if last < limit/2 {
		t.Errorf("the last line has %d nodes of %d: %q", last, limit, lines)
	}
}

var variationForm = regexp.MustCompile(
	`^info depth (\d+) .*multipv (\d+) score (?:cp|mate) (-?\d+) .* pv (\S+)`)

// checkVariations checks that the last lines before the answer are variations 1 to n of one depth,
// that their first moves differ, and that no variation above n was ever printed.
func checkVariations(t *testing.T, lines []string, n int) {
	t.Helper()
	if len(lines) <= n {
		t.Fatalf("%d lines, want at least %d: %q", len(lines), n+1, lines)
	}
	depth := ""
	var moves []string
	for i, line := range lines[len(lines)-1-n : len(lines)-1] {
		m := variationForm.FindStringSubmatch(line)
		if m == nil || m[2] != strconv.Itoa(i+1) || depth != "" && m[1] != depth ||
			slices.Contains(moves, m[4]) {
			t.Errorf("variation %d of %d: %q after depth %s and moves %q",
				i+1, n, line, depth, moves)
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

// checkVariationsLegal plays every variation through. A line with a mate score must end in that
// mate.
func checkVariationsLegal(t *testing.T, fen string, lines []string) {
	t.Helper()
	for _, line := range lines {
		_, pv, ok := strings.Cut(line, " pv ")
		if !ok || !strings.HasPrefix(line, "info depth") {
			continue
		}
		pos := boardtest.Position(t, fen)
		plies := 0
		for text := range strings.FieldsSeq(pv) {
			m, err := pos.ParseMove(text)
			if err != nil {
				t.Errorf("%s: %v: %s", fen, err, line)
				return
			}
			pos = pos.After(m)
			plies++
		}
		var mate int
		score := line[strings.Index(line, "score "):]
		if _, err := fmt.Sscanf(score, "score mate %d", &mate); err != nil ||
			strings.Contains(line, "bound ") {
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
