package protocol

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sente/board"
	"sente/internal/boardtest"
	"sente/internal/memory"
	"sente/internal/processors"
	"sente/search"
)

func TestFlipFEN(t *testing.T) {
	tests := []struct{ fen, want string }{
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w HAha - 0 2",
			"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b haHA - 0 2"},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 7"},
		{"4k3/8/8/8/8/8/8/R3K3 w A - 5 9", "r3k3/8/8/8/8/8/8/4K3 b a - 5 9"},
		{"1r3k1r/p6p/8/8/8/8/P5PP/1R3K1R b HBb - 31 120", // Chess960
			"1r3k1r/p5pp/8/8/8/8/P6P/1R3K1R w hbB - 31 120"},
	}
	for _, tc := range tests {
		got := flipFEN(tc.fen)
		if got != tc.want {
			t.Errorf("flipFEN(%q) = %q, want %q", tc.fen, got, tc.want)
		}
		if _, err := board.ParseFEN(got); err != nil {
			t.Errorf("flipFEN(%q) is no position: %v", tc.fen, err)
		}
	}
}

func TestPerft(t *testing.T) {
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	tests := []struct {
		fen   string
		depth int
		want  uint64
	}{
		{board.StartFEN, 1, 20}, {board.StartFEN, 2, 400}, {board.StartFEN, 3, 8902},
		{board.StartFEN, 4, 197281}, {kiwipete, 3, 97862}, {kiwipete, 4, 4085603},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3, 0}, // stalemate
	}
	for _, tc := range tests {
		p := boardtest.Position(t, tc.fen)
		for _, threads := range []int{1, 2, 5} {
			sum := uint64(0)
			for _, m := range Perft(&p, tc.depth, threads, nil, nil) {
				sum += m.Leaves
				if !m.Whole {
					t.Errorf("perft %d of %s: %s is not whole", tc.depth, tc.fen, m.Move.UCI(false))
				}
			}
			if sum != tc.want {
				t.Errorf("perft %d of %s with %d threads: %d, want %d",
					tc.depth, tc.fen, threads, sum, tc.want)
			}
		}
	}
}

func TestPerftDivides(t *testing.T) {
	p := board.Start()
	want := map[board.Move]uint64{}
	p.Divide(4, func(m board.Move, n uint64) { want[m] = n })
	for _, m := range Perft(&p, 4, 2, nil, nil) {
		if m.Leaves != want[m.Move] {
			t.Errorf("%s: %d, want %d", m.Move.UCI(false), m.Leaves, want[m.Move])
		}
		delete(want, m.Move)
	}
	if len(want) > 0 {
		t.Errorf("moves left out: %v", want)
	}
}

// TestCastlingAsTheOptionSays: with UCI_Chess960, d and perft write castling by the rook's square.
func TestCastlingAsTheOptionSays(t *testing.T) {
	for option, want := range map[string][]string{
		"false": {"Fen: 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1: 1"},
		"true":  {"Fen: 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1h1: 1"},
	} {
		c := newTalk(t)
		c.send("setoption name UCI_Chess960 value "+option,
			"position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "d", "perft 1")
		seen := c.finish()
		for _, line := range want {
			if !slices.Contains(seen, line) {
				t.Errorf("UCI_Chess960 %s: %q, want %q", option, seen, line)
			}
		}
	}
}

// TestPerftOfNoPlies: at depth 0 the position itself is the one leaf.
func TestPerftOfNoPlies(t *testing.T) {
	c := newTalk(t)
	c.send("perft 0")
	if seen := c.finish(); !slices.Equal(seen, []string{"Nodes searched: 1"}) {
		t.Errorf("%q, want one node", seen)
	}
}

// TestPerftProgress: the steps of a perft are reported one by one, in order.
func TestPerftProgress(t *testing.T) {
	p := board.Start()
	last := 0
	Perft(&p, 4, 3, nil, func(done, of int) {
		if done != last+1 || of != 400 {
			t.Errorf("%d of %d after %d, want all 400 in order", done, of, last)
		}
		last = done
	})
	if last != 400 {
		t.Errorf("the last step was %d", last)
	}
}

// TestPerftStops: a perft that would count for centuries can be stopped.
func TestPerftStops(t *testing.T) {
	var stop atomic.Bool
	p := board.Start()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, m := range Perft(&p, 30, 2, &stop, nil) {
			if m.Whole {
				t.Errorf("%s is whole with %d leaves", m.Move.UCI(false), m.Leaves)
			}
		}
	}()
	stop.Store(true)
	<-done
}

// TestWriteNew: a write that fails after some bytes leaves no file, and a file that exists is
// refused and stays as it is.
func TestWriteNew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "net")
	full := errors.New("no space left on device")
	write := func(result error) func(io.Writer) error {
		return func(w io.Writer) error {
			io.WriteString(w, "some bytes")
			return result
		}
	}
	if err := writeNew(path, write(full)); err != full {
		t.Errorf("a full disk: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a partial file is left: %v", err)
	}
	if err := writeNew(path, func(w io.Writer) error {
		io.WriteString(w, "some bytes")
		_, err := os.Stat(path)
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("it has its name before it is whole: %v", err)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if err := writeNew(path, write(full)); !errors.Is(err, os.ErrExist) {
		t.Errorf("over a file: %v", err)
	}
	if b, err := os.ReadFile(path); string(b) != "some bytes" {
		t.Errorf("the file holds %q, %v", b, err)
	}
}

func TestParseSpeedTest(t *testing.T) {
	all := processors.Count()
	tests := []struct {
		text string
		want speedTest
	}{
		{"", speedTest{all, 16 * all, 20 * time.Second}},
		{"4", speedTest{4, 64, 20 * time.Second}},
		{" 2 \t 100", speedTest{2, 100, 20 * time.Second}},
		{"1 8 3", speedTest{1, 8, 3 * time.Second}},
	}
	for _, tc := range tests {
		if got, err := parseSpeedTest(tc.text); got != tc.want || err != nil {
			t.Errorf("parseSpeedTest(%q) = %+v, %v, want %+v", tc.text, got, err, tc.want)
		}
	}
	for _, text := range []string{"x", "0", "-1", "1 2 3 4", "99999999999", "1 1.5"} {
		if got, err := parseSpeedTest(text); err == nil {
			t.Errorf("parseSpeedTest(%q) = %+v, want an error", text, got)
		}
	}
	for _, fen := range speedPositions {
		if _, err := board.ParseFEN(fen); err != nil {
			t.Error(err)
		}
	}
}

// TestSpeedTestEvaluatesAsAsked: the engine of speedtest has the network that the options ask for.
func TestSpeedTestEvaluatesAsAsked(t *testing.T) {
	u := New(io.Discard, search.New(), Config{})
	if err := u.SetOption("Evaluation", "Material"); err != nil {
		t.Fatal(err)
	}
	engine, err := u.speedEngine(speedTest{threads: 1, hash: 1})
	if err != nil || engine.Network() != nil {
		t.Errorf("%v; want an engine without a network, as Evaluation is Material", err)
	}
}

// TestSpeedTestThreads: the engine of speedtest has as many threads as the command asks for.
func TestSpeedTestThreads(t *testing.T) {
	u := New(io.Discard, search.New(), Config{})
	engine, err := u.speedEngine(speedTest{threads: 2, hash: 1})
	if err != nil {
		t.Fatal(err)
	}
	engine.SetMemory(func() memory.Free { return memory.Free{} }) // no more is to be had
	if err := engine.SetThreads(2); err != nil {
		t.Errorf("it has fewer than two: %v", err)
	}
	if err := engine.SetThreads(3); err == nil {
		t.Error("it has more than two")
	}
}

// TestSpeedTestTakesItsTime: no clock runs, so speedtest uses all of the seconds that it was given.
func TestSpeedTestTakesItsTime(t *testing.T) {
	c := newTalk(t)
	c.send("speedtest 1 1 1")
	seen := c.until("1 threads, 1 MiB, ")
	c.finish()
	var ms int
	last := seen[len(seen)-1]
	if _, err := fmt.Sscanf(last, "1 threads, 1 MiB, %d ms", &ms); err != nil || ms < 1000 {
		t.Errorf("%q, %v, want at least 1000 ms", last, err)
	}
}

// TestSpeedTestStopped: after a stop, speedtest prints no line for a position that it did not
// search.
func TestSpeedTestStopped(t *testing.T) {
	c := newTalk(t)
	c.send("speedtest 1 1 600", "stop")
	seen := c.until("1 threads, 1 MiB, ")
	c.finish()
	others := func(line string) bool { return !strings.Contains(line, "/8 ") }
	n := len(slices.DeleteFunc(slices.Clone(seen), others))
	if n > 1 || !slices.Contains(seen, "info string speedtest stopped") {
		t.Errorf("%d positions after a stop:\n%s", n, strings.Join(seen, "\n"))
	}
}

// answers carries out lines that are all read at once. It returns when each job was answered, by
// the engine's own clock: this test may itself have to wait for a processor.
func answers(t *testing.T, lines ...string) []time.Time {
	t.Helper()
	ran := []time.Time{{}}
	var u *UCI
	u = New(interruptAt{io.Discard, "", func() { // at every line
		if u.ran != ran[len(ran)-1] {
			ran = append(ran, u.ran)
		}
	}}, search.New(), Config{Name: "Sente test", Author: "nobody"})
	err := u.Run(strings.NewReader(strings.Join(lines, "\n") + "\n"))
	if err != nil || len(ran) != 3 {
		t.Fatalf("%v, %d answers, want 2", err, len(ran)-1)
	}
	return ran[1:]
}

// TestSecondGoHasItsTime: while a go waits for the job before it, its clock does not run, unless a
// stop ended that job.
func TestSecondGoHasItsTime(t *testing.T) {
	for _, first := range []string{"go movetime 400", "bench 6"} {
		ran := answers(t, first, "go movetime 400")
		if took := ran[1].Sub(ran[0]); took < 300*time.Millisecond {
			t.Errorf("the search after %s took %v, want 400 ms", first, took)
		}
	}
}

// TestClockRunsFromTheAnswer: a go that is read after the answer to the search before it starts its
// clock at once, even if that search takes long to end. A go that ends an endless search also
// starts its clock when it is read.
func TestClockRunsFromTheAnswer(t *testing.T) {
	for _, tc := range []struct {
		lines string
		late  bool // the clock command is read only after the answer
	}{
		{"go depth 1\n", true},
		{"go infinite\nclock\n", false},
	} {
		var u *UCI
		u = New(interruptAt{io.Discard, "bestmove", func() {
			if tc.late {
				u.receive("clock")
				time.Sleep(20 * time.Millisecond)
			}
		}}, search.New(), Config{Name: "Sente test", Author: "nobody"})
		waited := time.Duration(-1)
		clock := func(u *UCI, c command) error {
			waited = u.began(c).Sub(c.at)
			return nil
		}
		u.commands["clock"] = &entry{word: "clock", numbered: true, run: clock}
		if err := u.Run(strings.NewReader(tc.lines)); err != nil || waited != 0 {
			t.Errorf("%q: %v, the clock runs %v after the line was read, want at once",
				tc.lines, err, waited)
		}
	}
}

func TestSpareProcessor(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	u := New(io.Discard, search.New(), Config{})
	runtime.GOMAXPROCS(1)
	err := u.SetOption("Threads", "3")
	if got := runtime.GOMAXPROCS(0); err != nil || got < 4 {
		t.Errorf("%d processors for the three threads of the option, %v", got, err)
	}
	for _, tc := range []struct{ have, searchers, want int }{
		{1, 1, 2}, {2, 1, 2}, {2, 2, 3}, {8, 3, 8},
	} {
		runtime.GOMAXPROCS(tc.have)
		spareProcessor(tc.searchers)
		if got := runtime.GOMAXPROCS(0); got != tc.want {
			t.Errorf("%d processors for %d searchers become %d, want %d",
				tc.have, tc.searchers, got, tc.want)
		}
	}
}

// TestUntilError: a full disk is reported once.
func TestUntilError(t *testing.T) {
	w := &untilError{w: &fullDisk{room: 5}}
	for i, want := range []error{nil, errFull, nil, nil} {
		if _, err := w.Write([]byte("1234")); !errors.Is(err, want) {
			t.Errorf("write %d: %v, want %v", i, err, want)
		}
	}
}

// TestPanicOfAJob: a panic in a job is reported, and the conversation goes on.
func TestPanicOfAJob(t *testing.T) {
	c := newTalk(t)
	c.uci.config.Progress = func(int, int) { panic("on purpose") }
	c.send("bench 1")
	c.until("info string internal error")
	c.uci.config.Progress = nil
	c.send("isready", "go depth 1")
	c.until("bestmove")
	c.finish()
}
