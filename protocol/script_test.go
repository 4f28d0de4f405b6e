package protocol

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sente/eval/nnue"
	"sente/search"
)

// TestRunCommandsRefuses: the first refused command ends the script, and the error says why.
func TestRunCommandsRefuses(t *testing.T) {
	dir := t.TempDir()
	nowhere := filepath.Join(dir, "none", "x")
	tests := []struct {
		command string
		syntax  bool // the error is a SyntaxError
		want    string
	}{
		{"benhc", true, "unknown command"},
		{"position startpos moves e2e5", true, "position: move 1"},
		{"position fen 8/8 w", true, "position: fen"},
		{"go depth x", true, "go: depth"},
		{"go depth 2 quickly", true, "go: unknown word"},
		{"go searchmoves e2e5", true, "go: searchmoves"},
		{"setoption", true, "setoption:"},
		{"setoption name Hsah value 3", true, "no option"},
		{"setoption name Hash value x", true, "Hash:"},
		{"setoption name UCI_Chess960 value perhaps", true, "UCI_Chess960:"},
		{"setoption name Evaluation value Tarot", true, "Evaluation:"},
		{"setoption name EvalFile value " + nowhere, false, "EvalFile:"},
		{"setoption name BookFile value " + nowhere, false, "BookFile:"},
		{"setoption name Log File value " + nowhere, false, "log file:"},
		{"setoption name SyzygyPath value " + nowhere, false, "syzygy"},
		{"debug perhaps", true, "debug:"},
		{"debug on x", true, "debug: want one word"},
		{"perft 1 x", true, "perft: want one word"},
		{"bench 1 x", true, "bench: want one word"},
		{"flip x", true, "flip: want nothing more"},
		{"stop the engine", true, "stop: want nothing more"},
		{"ponderhit x", true, "ponderhit: want nothing more"},
		{"quit now", true, "quit: want nothing more"},
		{"go perft 247", true, "perft: want a depth"},
		{"go perft -3", true, "perft: want a depth"},
		{"speedtest 1025", true, "1025 threads"},
		{"perft x", true, "perft:"},
		{"perft 247", true, "perft: want a depth"},
		{"perft 100000000", true, "perft: want a depth"},
		{"bench x", true, "bench:"},
		{"speedtest x", true, "speedtest:"},
		{"export_net", true, "export_net:"},
		{"export_net " + nowhere, false, "export_net:"},
		{"genfens", true, "unknown command"}, // Config has no GenFens
	}
	for _, tc := range tests {
		var b strings.Builder
		u := New(&b, search.New(), Config{Name: "Sente test", Author: "nobody"})
		err := u.RunCommands(t.Context(), []string{"isready", tc.command, "d"})
		_, syntax := errors.AsType[SyntaxError](err)
		if err == nil || syntax != tc.syntax || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: error %v (syntax %t), want %q, %t",
				tc.command, err, syntax, tc.want, tc.syntax)
		}
		out := b.String()
		if !strings.HasPrefix(out, "readyok\n") || strings.Contains(out, "Fen:") {
			t.Errorf("%q: printed %q, want what came before and nothing after", tc.command, out)
		}
	}
}

// fullDisk takes a number of bytes, and then it is full.
type fullDisk struct {
	mu   sync.Mutex
	room int
}

var errFull = errors.New("no space left on device")

func (d *fullDisk) Write(b []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.room -= len(b); d.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// TestRunCommandsToAFullDisk: a script whose output can't be written ends, even in a search that
// would take hours.
func TestRunCommandsToAFullDisk(t *testing.T) {
	for _, commands := range [][]string{
		{"d"}, {"isready"}, {"go depth 100"}, {"go infinite"}, {"bench"}, {"uci", "quit"},
	} {
		u := New(&fullDisk{room: 5}, search.New(), Config{Name: "Sente test", Author: "nobody"})
		if err := u.RunCommands(t.Context(), commands); !errors.Is(err, errFull) {
			t.Errorf("%q: %v, want %v", commands, err, errFull)
		}
	}
}

// interruptAt calls a function when a text is written.
type interruptAt struct {
	io.Writer
	text   string
	cancel func()
}

func (w interruptAt) Write(b []byte) (int, error) {
	if strings.Contains(string(b), w.text) {
		w.cancel()
	}
	return w.Writer.Write(b)
}

// TestRunCommandsInterrupted: a search that is interrupted still gives its answer.
func TestRunCommandsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var b bytes.Buffer
	u := New(interruptAt{&b, "info depth 4 ", cancel}, search.New(),
		Config{Name: "Sente test", Author: "nobody"})
	err := u.RunCommands(ctx, []string{"go depth 100", "d"})
	if !errors.Is(err, context.Canceled) || strings.Count(b.String(), "bestmove") != 1 ||
		strings.Contains(b.String(), "Fen:") {
		t.Errorf("%v, printed\n%s", err, &b)
	}
}

// blocked is an output that takes nothing until it is closed.
type blocked chan struct{}

func (b blocked) Write(p []byte) (int, error) {
	<-b
	return len(p), nil
}

// TestRunCommandsBlocked: an interrupt ends commands whose output nobody reads.
func TestRunCommandsBlocked(t *testing.T) {
	for _, commands := range [][]string{
		{"go infinite"}, {"go depth 30"}, {"perft 3"}, {"d"}, {"go infinite", "isready"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		output := make(blocked)
		u := New(output, search.New(), Config{Name: "Sente test", Author: "nobody"})
		ended := make(chan error, 1)
		go func() { ended <- u.RunCommands(ctx, commands) }()
		time.Sleep(50 * time.Millisecond)
		cancel()
		select {
		case err := <-ended:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%q: %v", commands, err)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%q: it does not end", commands)
		}
		close(output)
	}
}

// TestRunCommandsEndless: an infinite search at the end of a script runs until the interrupt.
func TestRunCommandsEndless(t *testing.T) {
	for _, command := range []string{"go", "go infinite", "go searchmoves e2e4 d2d4"} {
		ctx, cancel := context.WithCancel(t.Context())
		var b bytes.Buffer
		u := New(interruptAt{&b, "info depth 4 ", cancel}, search.New(),
			Config{Name: "Sente test", Author: "nobody"})
		err := u.RunCommands(ctx, []string{command})
		if !errors.Is(err, context.Canceled) || strings.Count(b.String(), "bestmove") != 1 ||
			!strings.Contains(b.String(), "info depth 4 ") {
			t.Errorf("%s: %v, printed\n%s", command, err, &b)
		}
	}
}

// TestGenFens: the program's own command gets the network in use and what follows the word.
func TestGenFens(t *testing.T) {
	var got []string
	genFens := func(w io.Writer, network *nnue.Network, arguments string) error {
		got = append(got, fmt.Sprint(network != nil, " ", arguments))
		_, err := io.WriteString(w, "one\ntwo\n")
		return err
	}
	var b strings.Builder
	u := New(&b, search.New(), Config{Name: "Sente test", Author: "nobody", GenFens: genFens})
	err := u.RunCommands(t.Context(), []string{"genfens 2 seed 1",
		"setoption name Evaluation value Material", "genfens 3 seed 4"})
	want := []string{fmt.Sprint(nnue.Default() != nil, " 2 seed 1"), "false 3 seed 4"}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || b.String() != "one\ntwo\none\ntwo\n" {
		t.Errorf("%v, %q, want %q; printed %q", err, got, want, b.String())
	}
}
