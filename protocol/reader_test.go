package protocol

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"sente/board"
	"sente/search"
)

// endless is an input that repeats a byte and never ends.
type endless byte

func (e endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(e)
	}
	return len(b), nil
}

// TestLongLine: a line that is too long gets one message, takes little memory and changes nothing.
// The next line is carried out.
func TestLongLine(t *testing.T) {
	const size = 16 << 20 // bytes
	setup := "position startpos moves e2e4 "
	input := io.MultiReader(
		strings.NewReader("uci\n"+setup+strings.Repeat(" ", maxLine-len(setup))+"\nd\n"),
		strings.NewReader("position startpos moves d2d4 "), io.LimitReader(endless(' '), size),
		strings.NewReader("e7e5\nd\n"), io.LimitReader(endless('x'), size))
	var b bytes.Buffer
	u := New(&b, search.New(), Config{Name: "Sente test", Author: "nobody"})
	before := allocated()
	if err := u.Run(input); err != nil {
		t.Error(err)
	}
	if got := (allocated() - before) >> 20; got >= size>>20 {
		t.Errorf("lines of %d MiB take %d MiB", size>>20, got)
	}
	for text, want := range map[string]int{
		"info string line ignored: more than 1048576 bytes\n": 2, "info string": 2,
		"Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n": 2,
	} {
		if n := strings.Count(b.String(), text); n != want {
			t.Errorf("%d times %q, want %d:\n%s", n, text, want, &b)
		}
	}
}

// TestFullQueue: the reader reads ahead only up to the bound. But a running search can be stopped,
// however much came before the stop.
func TestFullQueue(t *testing.T) {
	const room, lines = 1 << 14, 100
	line := "position " + strings.Repeat("x", room/10) + "\n"
	c := newTalk(t)
	read := make(chan struct{})
	c.uci.room = room
	c.uci.commands["slow"] = &entry{word: "slow", run: func(*UCI, command) error {
		select {
		case <-read:
			t.Error("all was read, however much it was")
		case <-time.After(200 * time.Millisecond): // a slow machine can only hide a fault
		}
		return nil
	}}
	c.send("uci", "slow", "go movetime 36000000")
	for range lines {
		if _, err := io.WriteString(c.in, line); err != nil {
			t.Fatal(err)
		}
	}
	close(read)
	c.send("isready")
	c.until("readyok")
	c.send("stop")
	c.until("bestmove")
	if n := count(c.finish(), "info string position: want"); n != lines {
		t.Errorf("%d of %d lines were carried out", n, lines)
	}
}

// TestByteOrderMark: a byte order mark, which some programs send first, is not part of a command.
func TestByteOrderMark(t *testing.T) {
	var b bytes.Buffer
	u := New(&b, search.New(), Config{Name: "Sente test", Author: "nobody"})
	if err := u.Run(strings.NewReader("\ufeffisready\n\ufeffuci\r\n")); err != nil {
		t.Error(err)
	}
	if out := b.String(); !strings.HasPrefix(out, "readyok\nid name ") {
		t.Errorf("isready and uci, each behind a byte order mark, are answered with\n%s", out)
	}
}

// TestReadyBehindAStop: a stopped search no longer counts as running. So an isready behind the stop
// waits for the commands between them. The same holds behind a command that ends the search.
func TestReadyBehindAStop(t *testing.T) {
	for _, tc := range []struct{ begin, then []string }{
		// When the line that ends it is read, the search runs or is still in the queue.
		{[]string{"go infinite", "isready"}, []string{"stop", "mark", "isready"}},
		{[]string{"go depth 1", "slow", "go infinite"}, []string{"stop", "mark", "isready"}},
		{[]string{"go infinite", "isready"}, []string{"mark", "isready", "help"}},
		{[]string{"slow", "go infinite"}, []string{"mark", "isready", "help"}},
	} {
		c := newTalk(t)
		read := make(chan struct{})
		c.uci.commands["slow"] = &entry{word: "slow", run: func(*UCI, command) error {
			<-read
			return nil
		}}
		c.uci.commands["mark"] = &entry{word: "mark", run: func(u *UCI, _ command) error {
			u.out.line("mark")
			return nil
		}}
		c.send(tc.begin...)
		if tc.begin[1] == "isready" {
			c.until("readyok")
		}
		c.send(tc.then...)
		close(read)
		if seen := c.until("readyok"); count(seen, "mark") != 1 {
			t.Errorf("%q, %q: readyok came before the command that stands before isready: %q",
				tc.begin, tc.then, seen)
		}
		c.finish()
	}
}

// TestReadyDuringABench: no stop ends a bench. So isready is answered while a bench runs, even
// behind a stop.
func TestReadyDuringABench(t *testing.T) {
	var out strings.Builder
	var u *UCI
	ready := false
	u = New(interruptAt{&out, board.StartFEN, func() { // at its first line
		u.receive("stop")
		e, _ := u.recognise("isready")
		ready, _ = u.admit(command{entry: e}, "")
	}}, search.New(), Config{Name: "Sente test", Author: "nobody"})
	for _, line := range []string{"bench 1", "stop", "isready"} { // read before the bench runs
		u.receive(line)
	}
	err := u.Run(strings.NewReader(""))
	if err != nil || !strings.HasPrefix(out.String(), "readyok\n1/") {
		t.Errorf("%v; want readyok before the bench is over, not\n%s", err, &out)
	}
	if !ready {
		t.Error("isready behind a stop waits for the bench")
	}
}
