package uci

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// asEngine is an environment variable that makes the test binary an engine. Its value names the
// engine's manners.
const asEngine = "SENTE_TEST_UCI_MANNERS"

func TestMain(m *testing.M) {
	if manners := os.Getenv(asEngine); manners != "" {
		os.Exit(engine(manners))
	}
	os.Exit(m.Run())
}

// engine is an engine with good or bad manners. It returns its exit code.
func engine(manners string) int {
	switch manners {
	case "leaves a child":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), asEngine+"=good")
		child.Stdin, child.Stdout = os.Stdin, os.Stdout
		if child.Start() != nil {
			return 1
		}
		return 0
	case "deaf":
		time.Sleep(time.Hour)
	case "flood of lines":
		for out := bufio.NewWriter(os.Stdout); ; {
			if _, err := out.WriteString("info string again\n"); err != nil {
				return 0
			}
		}
	case "endless line":
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("x", 1<<16)); err != nil {
				return 0
			}
		}
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch word, rest, _ := strings.Cut(lines.Text(), " "); word {
		case "uci":
			fmt.Print("id name A\r\nuciok\n")
		case "isready":
			if manners != "silent" {
				fmt.Println("readyok")
			}
		case "crash":
			fmt.Fprint(os.Stderr, "panic: oh")
			fmt.Print("last words")
			return 3
		case "echo":
			fmt.Println(rest)
		case "quit":
			return 0
		}
	}
	if manners == "never ends" {
		time.Sleep(time.Hour)
	}
	return 0
}

func start(t *testing.T, manners string) *Engine {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asEngine+"="+manners)
	e, err := Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Kill)
	return e
}

// until fails the test unless the lines up to prefix are want.
func until(t *testing.T, e *Engine, prefix string, want ...string) {
	t.Helper()
	if got, err := e.Until(prefix); err != nil || !slices.Equal(got, want) {
		t.Errorf("until %q: %q, %v, want %q", prefix, got, err, want)
	}
}

func TestConversation(t *testing.T) {
	e := start(t, "good")
	e.Send("uci", "echo one", "echo two two")
	until(t, e, "uciok", "id name A\r", "uciok")
	until(t, e, "two", "one", "two two")
	e.Write("isready\necho left\necho over")
	until(t, e, "ready", "readyok")
	e.CloseInput()
	if got, err := e.Wait(); err != nil || !slices.Equal(got, []string{"left", "over"}) ||
		e.ExitCode() != 0 {
		t.Errorf("at the end: %q, %v, exit code %d", got, err, e.ExitCode())
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	e = start(t, "good")
	e.Send("isready")
	if err := e.Close(); err != nil || e.Stderr() != "" {
		t.Errorf("%v, %q", err, e.Stderr())
	}
}

func TestTimeout(t *testing.T) {
	e := start(t, "silent")
	e.Send("uci")
	until(t, e, "uciok", "id name A\r", "uciok")
	e.Patience = 10 * time.Millisecond
	e.Send("echo anything")
	for deadline := time.Now().Add(defaultPatience); ; {
		e.Send("isready")
		lines, err := e.Until("readyok")
		if !errors.Is(err, errTimeout) {
			t.Fatalf("%q, %v, want a time-out", lines, err)
		}
		if slices.Equal(lines, []string{"anything"}) {
			break // lines from before the time-out are not lost
		}
		if time.Now().After(deadline) {
			t.Fatal("the line before the time-out never came")
		}
	}
	e.Patience = defaultPatience
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// TestNeverEnds: an engine that does not end at the end of its input is killed.
func TestNeverEnds(t *testing.T) {
	e := start(t, "never ends")
	e.Send("isready")
	until(t, e, "readyok", "readyok")
	e.Patience = 10 * time.Millisecond
	// Windows gives an exit code of 1.
	if err := e.Close(); !errors.Is(err, errTimeout) || e.ExitCode() != -1 && e.ExitCode() != 1 {
		t.Errorf("%v, exit code %d, want a time-out and a killed engine", err, e.ExitCode())
	}
}

// TestHeldOutput: a child process that a dead engine has left behind may hold the output. The
// client does not wait for ever.
func TestHeldOutput(t *testing.T) {
	e := start(t, "leaves a child")
	e.Send("isready")
	until(t, e, "readyok", "readyok")
	e.Patience = 10 * time.Millisecond
	ended := make(chan error)
	go func() {
		_, err := e.Wait()
		ended <- err
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, errTimeout) {
			t.Errorf("%v, want a time-out", err)
		}
	case <-time.After(defaultPatience):
		e.CloseInput() // this ends the child
		t.Error("it still waits")
	}
}

func TestCrash(t *testing.T) {
	e := start(t, "good")
	e.Send("crash", "isready")
	lines, err := e.Until("readyok")
	if !errors.Is(err, errEnded) || !slices.Equal(lines, []string{"last words"}) {
		t.Errorf("%q, %v, want an engine that ended", lines, err)
	}
	e.Send("isready") // nobody reads this
	if err := e.Close(); err == nil || e.ExitCode() != 3 ||
		!strings.Contains(err.Error(), "panic: oh") {
		t.Errorf("%v, exit code %d", err, e.ExitCode())
	}
	if _, err := Start(exec.Command("no-such-engine")); err == nil {
		t.Error("an engine that is not there is no error")
	}
}

func TestFlood(t *testing.T) {
	for _, manners := range []string{"flood of lines", "endless line"} {
		e := start(t, manners)
		lines, err := e.Until("uciok")
		if !errors.Is(err, errFlood) || len(lines) > maxLines {
			t.Errorf("%s: %d lines, %v", manners, len(lines), err)
		}
		e = start(t, manners)
		e.Patience = 10 * time.Millisecond
		if lines, err := e.Wait(); err == nil || len(lines) > maxLines {
			t.Errorf("%s: %d lines, %v at the end", manners, len(lines), err)
		}
		e = start(t, manners)
		if _, err := e.Wait(); !errors.Is(err, errFlood) {
			t.Errorf("%s: %v at the end, want a flood", manners, err)
		}
	}
}

// TestDeaf: the client does not wait for an engine that does not read.
func TestDeaf(t *testing.T) {
	e := start(t, "deaf")
	for range 100 {
		e.Write(strings.Repeat("position startpos\n", 1<<12))
	}
	e.Patience = 10 * time.Millisecond
	if _, err := e.Until("readyok"); !errors.Is(err, errTimeout) {
		t.Errorf("%v, want a time-out", err)
	}
	if err := e.Close(); !errors.Is(err, errTimeout) {
		t.Errorf("%v at the end, want a time-out", err)
	}
}

// TestKeptStderr: if an engine writes to standard error without end, only the beginning is kept.
func TestKeptStderr(t *testing.T) {
	var h head
	for range 3 {
		n, err := h.Write(bytes.Repeat([]byte("x"), keptStderr-7))
		if n != keptStderr-7 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	if n := len(h.String()); n != keptStderr {
		t.Errorf("%d bytes kept, want %d", n, keptStderr)
	}
}
