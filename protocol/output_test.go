package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sente/board"
	"sente/eval"
	"sente/eval/nnue"
	"sente/search"
	"sente/tt"
)

// writes records every Write by itself.
type writes struct{ all []string }

func (w *writes) Write(p []byte) (int, error) {
	w.all = append(w.all, string(p))
	return len(p), nil
}

func move(t *testing.T, text string) board.Move {
	t.Helper()
	start := board.Start()
	m, err := start.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOneWriteALine(t *testing.T) {
	var w writes
	out := &lines{w: &w, log: newLogger()}
	out.line("readyok")
	out.infoString("one\ntwo\r\n  three\n")
	out.text("a\nb\r\nc")
	want := []string{"readyok\n", "info string one; two; three\n", "a\n", "b\n", "c\n"}
	if got := strings.Join(w.all, "|"); got != strings.Join(want, "|") {
		t.Errorf("writes %q, want %q", w.all, want)
	}
}

func FuzzInfoString(f *testing.F) {
	f.Add("a\nb\r\rc")
	f.Fuzz(func(t *testing.T, message string) {
		var b bytes.Buffer
		out := &lines{w: &b, log: newLogger()}
		out.infoString(message)
		line, ended := strings.CutSuffix(b.String(), "\n")
		if !ended || strings.ContainsAny(line, "\r\n") || !strings.HasPrefix(line, "info string ") {
			t.Fatalf("infoString(%q) wrote %q", message, b.String())
		}
	})
}

// startModel is the model of the starting position.
func startModel() eval.WinModel {
	p := board.Start()
	return eval.WinModelFor(&p)
}

// shownAtStart returns how a score of the starting position is shown.
func shownAtStart(score int) string { return strconv.Itoa(startModel().Centipawns(score)) }

// TestWDL checks the chances after the score and its bound.
func TestWDL(t *testing.T) {
	win, draw, loss := startModel().WDL(40)
	tests := []struct {
		name string
		info search.Info
		want string
	}{
		{"exact", search.Info{Depth: 1, Score: 40, Bound: tt.BoundExact},
			fmt.Sprintf("score cp %s wdl %d %d %d nodes", shownAtStart(40), win, draw, loss)},
		{"bound", search.Info{Depth: 1, Score: 40, Bound: tt.BoundLower}, fmt.Sprintf(
			"score cp %s lowerbound wdl %d %d %d nodes", shownAtStart(40), win, draw, loss)},
		{"mate", search.Info{Depth: 1, Score: eval.MateIn(3), Bound: tt.BoundExact},
			"score mate 2 wdl 1000 0 0 nodes"},
		{"mated", search.Info{Depth: 1, Score: eval.MatedIn(2), Bound: tt.BoundExact},
			"score mate -1 wdl 0 0 1000 nodes"},
		{"won by the tables", search.Info{Depth: 1, Score: eval.TBWin - 9, Bound: tt.BoundExact},
			"score cp 30991 wdl 1000 0 0 nodes"},
		{"a cursed win", search.Info{Depth: 1, Score: 1, Bound: tt.BoundExact, Drawn: true},
			"wdl 0 1000 0 nodes"},
	}
	for _, tc := range tests {
		p := printer{model: startModel(), showWDL: true}
		if got := string(p.appendInfo(nil, &tc.info)); !strings.Contains(got, tc.want) {
			t.Errorf("%s: got %q, want %q in it", tc.name, got, tc.want)
		}
	}
}

func TestAppendInfo(t *testing.T) {
	e2e4 := move(t, "e2e4")
	tests := []struct {
		name string
		info search.Info
		want string
	}{
		{"full", search.Info{Depth: 7, SelDepth: 12, MultiPV: 2, Score: -31, Bound: tt.BoundExact,
			Nodes: 5000, TBHits: 3, Time: 250 * time.Millisecond, Hashfull: 17,
			PV: []board.Move{e2e4}},
			"info depth 7 seldepth 12 multipv 2 score cp " + shownAtStart(-31) +
				" nodes 5000 nps 20000 hashfull 17 tbhits 3 time 250 pv e2e4"},
		{"lower bound",
			search.Info{Depth: 1, SelDepth: 1, MultiPV: 1, Score: 8, Bound: tt.BoundLower},
			"info depth 1 seldepth 1 multipv 1 score cp " + shownAtStart(8) +
				" lowerbound nodes 0 nps 0 hashfull 0 tbhits 0 time 0"},
		{"upper bound",
			search.Info{Depth: 1, SelDepth: 1, MultiPV: 1, Score: 8, Bound: tt.BoundUpper},
			"info depth 1 seldepth 1 multipv 1 score cp " + shownAtStart(8) +
				" upperbound nodes 0 nps 0 hashfull 0 tbhits 0 time 0"},
		{"mated root", search.Info{MultiPV: 1, Score: eval.MatedIn(0), Bound: tt.BoundExact},
			"info depth 0 multipv 1 score mate 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 0"},
		{"time beyond 32 bits",
			search.Info{Depth: 1, SelDepth: 1, MultiPV: 1, Time: 1 << 62, Bound: tt.BoundExact},
			"info depth 1 seldepth 1 multipv 1 score cp 0 nodes 0 nps 0 hashfull 0 tbhits 0 " +
				"time 2147483647"},
	}
	for _, tc := range tests {
		got := string((&printer{model: startModel()}).appendInfo(nil, &tc.info))
		if got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

func TestAppendScore(t *testing.T) {
	tests := []struct {
		score int
		want  string
	}{
		{0, "cp 0"}, {-250, "cp " + shownAtStart(-250)}, {eval.TBWin - 5, "cp 30995"},
		{-eval.TBWin, "cp -31000"}, {eval.MateIn(1), "mate 1"}, {eval.MateIn(3), "mate 2"},
		{eval.MateIn(5), "mate 3"}, {eval.MatedIn(0), "mate 0"}, {eval.MatedIn(2), "mate -1"},
		{eval.MatedIn(4), "mate -2"},
	}
	for _, tc := range tests {
		if got := string(appendScore(nil, tc.score, startModel())); got != tc.want {
			t.Errorf("score %d is written %q, want %q", tc.score, got, tc.want)
		}
	}
}

func TestNodesPerSecond(t *testing.T) {
	tests := []struct {
		nodes uint64
		t     time.Duration
		want  uint64
	}{
		{1000, 0, 0}, {1000, -1, 0}, {1000, time.Second, 1000}, {3, 2 * time.Second, 1},
		{1 << 63, time.Hour, 1 << 63 / 3600}, {1 << 63, 1, 1<<64 - 1},
		{math.MaxUint64/1_000_000_000 + 1, 1, math.MaxUint64}, // the least that overflows
	}
	for _, tc := range tests {
		if got := nodesPerSecond(tc.nodes, tc.t); got != tc.want {
			t.Errorf("nodesPerSecond(%d, %v) = %d, want %d", tc.nodes, tc.t, got, tc.want)
		}
	}
}

func TestAppendBestMove(t *testing.T) {
	e2e4, d2d4 := move(t, "e2e4"), move(t, "d2d4")
	tests := []struct {
		result search.Result
		want   string
	}{
		{search.Result{}, "bestmove (none)"},
		{search.Result{Best: e2e4}, "bestmove e2e4"},
		{search.Result{Best: e2e4, Ponder: d2d4}, "bestmove e2e4 ponder d2d4"},
	}
	for _, tc := range tests {
		if got := string(appendBestMove(nil, tc.result, false)); got != tc.want {
			t.Errorf("%+v is written %q, want %q", tc.result, got, tc.want)
		}
	}
}

// TestMinimal: only the last line of each variation is printed, just before the answer.
func TestMinimal(t *testing.T) {
	var b bytes.Buffer
	p := printer{out: &lines{w: &b, log: newLogger()}, model: startModel(), minimal: true}
	for depth := 1; depth <= 5; depth++ {
		p.info(&search.Info{Depth: depth, CurrMove: move(t, "e2e4"), CurrMoveNumber: 1})
		for k := 1; k <= 2; k++ {
			p.info(&search.Info{Depth: depth, MultiPV: k, Bound: tt.BoundExact})
		}
	}
	p.bestMove(search.Result{})
	want := "info depth 5 multipv 1 score cp 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 0\n" +
		"info depth 5 multipv 2 score cp 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 0\n" +
		"bestmove (none)\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}
}

func TestCurrMove(t *testing.T) {
	var b bytes.Buffer
	p := printer{out: &lines{w: &b, log: newLogger()}}
	p.info(&search.Info{Depth: 9, CurrMove: move(t, "e2e4"), CurrMoveNumber: 3})
	if want := "info depth 9 currmove e2e4 currmovenumber 3\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func BenchmarkAppendInfo(b *testing.B) {
	start := board.Start()
	var list board.MoveList
	start.Legal(&list)
	info := search.Info{Depth: 20, SelDepth: 30, MultiPV: 1, Nodes: 1 << 30,
		Time: time.Minute, PV: list.Slice()}
	out := &lines{w: io.Discard, log: newLogger()}
	p := printer{out: out, model: startModel()}
	b.ReportAllocs()
	for b.Loop() {
		p.info(&info)
		info.Time += time.Second
	}
}

// gone is an output that nobody reads. Each Write fails, and the channel tells that there was one.
type gone chan struct{}

func (g gone) Write([]byte) (int, error) {
	select {
	case g <- struct{}{}:
	default:
	}
	return 0, io.ErrClosedPipe
}

// recorder keeps what is written to it.
type recorder struct {
	mu   sync.Mutex
	text strings.Builder
}

func (r *recorder) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(b)
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// TestNothingAfterQuit: once quit's grace time is over and Run has returned, a command that still
// runs prints nothing more, and the commands behind it are not carried out.
func TestNothingAfterQuit(t *testing.T) {
	var out recorder
	begun, finish, finished := make(chan bool), make(chan bool), make(chan bool)
	genFens := func(w io.Writer, _ *nnue.Network, _ string) error {
		close(begun)
		<-finish
		io.WriteString(w, "info string late\n")
		close(finished)
		return nil
	}
	u := New(&out, search.New(), Config{GenFens: genFens})
	u.grace = time.Millisecond
	logFile := filepath.Join(t.TempDir(), "log")
	in, send := io.Pipe()
	go func() {
		io.WriteString(send, "genfens 1\nd\nsetoption name Log File value "+logFile+"\n")
		<-begun
		io.WriteString(send, "quit\n")
	}()
	if err := u.Run(in); err != nil {
		t.Fatal(err)
	}
	close(finish)
	<-finished
	time.Sleep(50 * time.Millisecond) // time for the command loop to do the rest, if it would
	if _, err := os.Stat(logFile); out.String() != "" || err == nil {
		t.Errorf("after Run returned there came %q, and the log %v", out.String(), err)
	}
}

// TestEndWithoutAReader: if the input has ended and the output fails, the other side is gone. Then
// every search ends, whichever of the two came first.
func TestEndWithoutAReader(t *testing.T) {
	for _, input := range []string{"go depth 99\n", "uci\ngo depth 99\nperft 9\n"} {
		for _, before := range []bool{false, true} {
			output := make(gone, 1)
			u := New(output, search.New(), Config{Name: "Sente test", Author: "nobody"})
			in, send := io.Pipe()
			go func() {
				io.WriteString(send, input)
				if before {
					<-output
				}
				send.Close()
			}()
			done := make(chan error, 1)
			go func() { done <- u.Run(in) }()
			select {
			case err := <-done:
				if !errors.Is(err, io.ErrClosedPipe) {
					t.Errorf("%q: error %v, want that of the output", input, err)
				}
			case <-time.After(patience):
				t.Errorf(
					"%q, output failed before the end of input: %t: the conversation does not end",
					input, before)
			}
		}
	}
}
