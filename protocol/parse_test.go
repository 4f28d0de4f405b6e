package protocol

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"sente/board"
	"sente/search"
)

func TestParsePosition(t *testing.T) {
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	tests := []struct {
		name, text, fen string
		keys            int // how many earlier positions can still repeat
	}{
		{"start", "startpos", board.StartFEN, 0},
		{"start, no moves", "startpos moves", board.StartFEN, 0},
		{"blanks", "  \t startpos \t moves  e2e4\t",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 0},
		{"fen", "fen " + kiwipete, kiwipete, 0},
		{"four fields", "fen 4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0},
		{"knights out", "startpos moves g1f3 g8f6 b1c3",
			"rnbqkb1r/pppppppp/5n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 3 2", 3},
		{"irreversible", "startpos moves g1f3 g8f6 e2e4 b8c6",
			"r1bqkb1r/pppppppp/2n2n2/8/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 1 3", 1},
		{"castling, king's step", "fen " + kiwipete + " moves e1g1",
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1", 1},
		{"castling, king takes rook", "fen " + kiwipete + " moves e1h1",
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1", 1},
		{"promotion, upper case", "fen 8/P7/8/8/8/8/k1K5/8 w - - 0 1 moves a7a8Q",
			"Q7/8/8/8/8/8/k1K5/8 b - - 0 1", 0},
	}
	for _, tc := range tests {
		root, err := parsePosition(tc.text)
		if err != nil {
			t.Errorf("%s: parsePosition(%q): %v", tc.name, tc.text, err)
			continue
		}
		if fen := root.Pos.FEN(); fen != tc.fen || len(root.Keys) != tc.keys {
			t.Errorf("%s: parsePosition(%q) = %s with %d keys, want %s with %d",
				tc.name, tc.text, fen, len(root.Keys), tc.fen, tc.keys)
		}
	}
}

func TestParsePositionRejects(t *testing.T) {
	for _, text := range []string{
		"", "moves", "moves e2e4", "start", "startpos e2e4", "startpos fen", "fen", "fen startpos",
		"fen 8/8/8/8/8/8/8/8 w - - 0 1", "fen 4k3/8/8/8/8/8/8/4K3",
		"fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1", "startpos moves e2e5", "startpos moves e2e4 e2e4",
		"startpos moves 0000", "startpos moves e2e4 moves e7e5", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
	} {
		if root, err := parsePosition(text); err == nil {
			t.Errorf("parsePosition(%q) = %s, want an error", text, root.Pos.FEN())
		}
	}
}

// TestParsePositionEnds: a game that is too long is refused before the counters overflow.
func TestParsePositionEnds(t *testing.T) {
	const late = "fen 4k3/8/8/8/8/8/8/4K3 w - - 9999 9999 moves"
	round := " e1d1 e8d8 d1e1 d8e8"
	rounds := (board.MaxFullmoveNumber - 9999) / 2
	root, err := parsePosition(late + strings.Repeat(round, rounds))
	if err != nil || root.Pos.HalfmoveClock() != 9999+4*rounds || len(root.Keys) != 4*rounds {
		t.Errorf("%d rounds: clock %d, %d keys, %v",
			rounds, root.Pos.HalfmoveClock(), len(root.Keys), err)
	}
	for _, n := range []int{rounds + 1, 20_000, 40_000} {
		if root, err := parsePosition(late + strings.Repeat(round, n)); err == nil {
			t.Errorf("%d rounds: move %d, want an error", n, root.Pos.FullmoveNumber())
		}
	}
}

func TestParseGo(t *testing.T) {
	const ms = time.Millisecond
	type limits = search.Limits
	tests := []struct {
		name, text string
		want       limits
		errors     int
	}{
		{"bare", "", limits{Infinite: true}, 0},
		{"infinite", "infinite", limits{Infinite: true}, 0},
		{"depth", "depth 7", limits{Depth: 7}, 0},
		{"all limits", "wtime 1000 btime 900 winc 10 binc 20 movestogo 5 " +
			"depth 9 nodes 1000 mate 3 movetime 77",
			limits{Time: [2]time.Duration{1000 * ms, 900 * ms},
				Inc: [2]time.Duration{10 * ms, 20 * ms}, HasTime: [2]bool{true, true}, MovesToGo: 5,
				Depth: 9, Nodes: 1000, Mate: 3, MoveTime: 77 * ms, HasMoveTime: true}, 0},
		{"only our clock", "wtime 100",
			limits{Time: [2]time.Duration{100 * ms, 0}, HasTime: [2]bool{true, false}}, 0},
		{"only their clock", "btime 100", limits{Time: [2]time.Duration{0, 100 * ms},
			HasTime: [2]bool{false, true}, Depth: 1}, 0},
		{"clock at zero", "wtime 0 btime 0", limits{HasTime: [2]bool{true, true}}, 0},
		{"negative clock", "wtime -50",
			limits{Time: [2]time.Duration{-50 * ms, 0}, HasTime: [2]bool{true, false}}, 0},
		{"negative movetime", "movetime -5", limits{MoveTime: -5 * ms, HasMoveTime: true}, 0},
		{"zero depth", "depth 0 movetime 9",
			limits{MoveTime: 9 * ms, HasMoveTime: true}, 0},
		{"zeros everywhere", "wtime 100 btime 100 winc 0 binc 0 movestogo 0 depth 0 nodes 0 mate 0",
			limits{Time: [2]time.Duration{100 * ms, 100 * ms}, HasTime: [2]bool{true, true}}, 0},
		{"zero depth alone", "depth 0", limits{Depth: 1}, 0},
		{"negative nodes", "nodes -5", limits{Depth: 1}, 0},
		{"negative movestogo", "wtime 100 movestogo -1",
			limits{Time: [2]time.Duration{100 * ms, 0}, HasTime: [2]bool{true, false}}, 0},
		{"increment alone", "winc 100", limits{Inc: [2]time.Duration{100 * ms, 0}, Depth: 1}, 0},
		{"value missing at the end", "depth", limits{Depth: 1}, 1},
		{"value missing before a word", "depth movetime 50",
			limits{MoveTime: 50 * ms, HasMoveTime: true}, 1},
		{"value not a number", "depth abc", limits{Depth: 1}, 1},
		{"value not whole", "movetime 10.5 depth 3", limits{Depth: 3}, 1},
		{"unknown words", "foo depth 4 bar", limits{Depth: 4}, 2},
		{"saturation", "nodes 99999999999999999999 depth 99999999999999999999",
			limits{Nodes: 1<<63 - 1, Depth: 246}, 0},
		{"mate 0", "mate 0", limits{Depth: 1}, 0},
		{"ponder", "ponder wtime 100", limits{Ponder: true, Time: [2]time.Duration{100 * ms, 0},
			HasTime: [2]bool{true, false}}, 0},
		{"ponder alone", "ponder", limits{Ponder: true, HasMoveTime: true}, 0},
		{"searchmoves alone", "searchmoves e2e4", limits{Infinite: true}, 0},
		{"searchmoves without a move", "searchmoves", limits{Depth: 1}, 1},
	}
	start := board.Start()
	for _, tc := range tests {
		got, errs := parseGo(tc.text, &start)
		if got.limits != tc.want || len(errs) != tc.errors {
			t.Errorf("%s: parseGo(%q) = %+v and errors %v, want %+v and %d errors",
				tc.name, tc.text, got.limits, errs, tc.want, tc.errors)
		}
	}
}

func TestParseGoTimesStayFar(t *testing.T) {
	start := board.Start()
	got, _ := parseGo("wtime 9223372036854775807 btime -9223372036854775808 winc 99999999999999",
		&start)
	const most = maxMillis * time.Millisecond
	if got.limits.Time != [2]time.Duration{most, -most} || got.limits.Inc[0] != most {
		t.Errorf("times %v and increment %v, want ±%v", got.limits.Time, got.limits.Inc[0], most)
	}
}

func TestParseGoMoves(t *testing.T) {
	tests := []struct {
		text   string
		moves  string // joined; "all" for nil
		errors int
	}{
		{"depth 1", "all", 0},
		{"searchmoves e2e4 d2d4 depth 1", "e2e4 d2d4", 0},
		{"depth 1 searchmoves e2e4", "e2e4", 0},
		{"searchmoves e2e4 depth 3 searchmoves d2d4", "e2e4 d2d4", 0},
		{"searchmoves e2e5 d2d4", "d2d4", 1},
		{"searchmoves 0000", "", 1},
		{"searchmoves depth 1", "all", 1},
		{"searchmoves", "all", 1},
	}
	start := board.Start()
	for _, tc := range tests {
		got, errs := parseGo(tc.text, &start)
		moves := "all"
		if got.moves != nil {
			var texts []string
			for _, m := range got.moves {
				texts = append(texts, m.UCI(false))
			}
			moves = strings.Join(texts, " ")
		}
		if moves != tc.moves || len(errs) != tc.errors {
			t.Errorf("parseGo(%q): moves %q and errors %v, want %q and %d errors",
				tc.text, moves, errs, tc.moves, tc.errors)
		}
	}
}

func TestParseGoPerft(t *testing.T) {
	tests := []struct {
		text  string
		perft bool
		depth int
	}{
		{"perft 3", true, 3}, {"perft 0", true, 0}, {"perft -1", false, 0}, {"perft 247", false, 0},
		{"perft", false, 0}, {"perft x", false, 0},
	}
	start := board.Start()
	for _, tc := range tests {
		got, _ := parseGo(tc.text, &start)
		if got.perft != tc.perft || got.perftDepth != tc.depth ||
			!tc.perft && got.limits.Depth != 1 {
			t.Errorf("parseGo(%q) = %+v, want perft %t %d", tc.text, got, tc.perft, tc.depth)
		}
	}
}

func TestParseSetOption(t *testing.T) {
	tests := []struct {
		text, name, value string
		ok                bool
	}{
		{"name Hash value 64", "Hash", "64", true},
		{"name  Move \t Overhead  value  10 ", "Move Overhead", "10", true},
		{"name Clear Hash", "Clear Hash", "", true},
		{"name Clear Hash value ", "Clear Hash", "", true},
		{"name EvalFile value /a  folder/my value.nnue", "EvalFile",
			"/a  folder/my value.nnue", true},
		{"name SyzygyPath value <empty>", "SyzygyPath", "", true},
		{"", "", "", false},
		{"Hash value 64", "", "", false},
		{"name", "", "", false},
		{"name value 3", "", "", false},
	}
	for _, tc := range tests {
		name, value, err := parseSetOption(tc.text)
		if name != tc.name || value != tc.value || (err == nil) != tc.ok {
			t.Errorf("parseSetOption(%q) = %q, %q, %v, want %q, %q, ok %t",
				tc.text, name, value, err, tc.name, tc.value, tc.ok)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	f.Add("startpos moves e2e4 e7e5 g1f3")
	f.Add("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8")
	f.Add("fen 4k3/8/8/8/8/8/8/4K3 w - -")
	f.Fuzz(func(t *testing.T, text string) {
		root, err := parsePosition(text)
		if err != nil {
			return
		}
		again, err := parsePosition("fen " + root.Pos.FEN())
		if err != nil || again.Pos.Key() != root.Pos.Key() {
			t.Fatalf("parsePosition(%q) gives %s, which does not stand by itself: %v",
				text, root.Pos.FEN(), err)
		}
		if len(root.Keys) > root.Pos.HalfmoveClock() {
			t.Fatalf("parsePosition(%q): %d keys in %d reversible plies",
				text, len(root.Keys), root.Pos.HalfmoveClock())
		}
	})
}

func FuzzParseGo(f *testing.F) {
	f.Add("wtime 1000 btime -5 movestogo 0 searchmoves e2e4 0000 ponder")
	f.Add("depth nodes 99999999999999999999 perft x")
	f.Add("searchmoves e2e4 searchmoves d2d4")
	start := board.Start()
	other := regexp.MustCompile(
		`\b(depth|nodes|mate|movetime|[wb]time|[wb]inc|movestogo|perft|ponder)\b`)
	f.Fuzz(func(t *testing.T, text string) {
		got, errs := parseGo(text, &start)
		l := &got.limits
		if l.Depth < 0 || l.Mate < 0 || l.MovesToGo < 0 || got.perftDepth < 0 {
			t.Fatalf("parseGo(%q): negative limit in %+v", text, got)
		}
		unlimited := l.Depth == 0 && l.Nodes == 0 && l.Mate == 0 && !l.HasMoveTime &&
			!l.HasTime[0] && !got.perft
		if unlimited && !l.Infinite {
			t.Fatalf("parseGo(%q): nothing limits %+v", text, got)
		}
		bare := len(errs) == 0 && !other.MatchString(text)
		if l.Infinite && !bare && !strings.Contains(text, "infinite") {
			t.Fatalf("parseGo(%q) is infinite without being asked", text)
		}
		for _, m := range got.moves {
			if !start.IsLegal(m) {
				t.Fatalf("parseGo(%q): illegal move %s", text, m.UCI(false))
			}
		}
	})
}

func FuzzParseSetOption(f *testing.F) {
	f.Add("name Move Overhead value 30")
	f.Add("name value value")
	f.Add("name \u00a0") // white space in Unicode, but not in UCI
	f.Fuzz(func(t *testing.T, text string) {
		name, value, err := parseSetOption(text)
		if err != nil {
			return
		}
		if name == "" || name != strings.Join(strings.FieldsFunc(name,
			func(r rune) bool { return strings.ContainsRune(space, r) }), " ") {
			t.Fatalf("parseSetOption(%q): name %q", text, name)
		}
		if value != strings.Trim(value, space) || !strings.Contains(text, value) {
			t.Fatalf("parseSetOption(%q): value %q is not the rest of the line", text, value)
		}
	})
}
