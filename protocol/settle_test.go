package protocol

import (
	"io"
	"testing"
	"time"

	"sente/search"
)

// TestQuitWaitsForACommandOfAScript: a command that the command loop itself carries out is finished
// before the next command is looked at, even if that is quit.
func TestQuitWaitsForACommandOfAScript(t *testing.T) {
	u := New(io.Discard, search.New(), Config{Name: "Sente test", Author: "nobody"})
	cut := true
	u.commands["slow"] = &entry{word: "slow", run: func(u *UCI, _ command) error {
		for range 20 {
			u.changed.Broadcast()             // wakes every waiter, as any change may,
			time.Sleep(10 * time.Millisecond) // and gives it time to go on
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		cut = u.quitting
		return nil
	}}
	if err := u.RunCommands(t.Context(), []string{"slow", "quit"}); err != nil {
		t.Error(err)
	}
	if cut {
		t.Error("quit was carried out while the command before it ran")
	}
}

// TestStoppedAnswerSetsNoClock: the clock of a go that was read before the answer of a job begins
// with that answer, but not if the job was stopped: then the go counts from when it was read.
func TestStoppedAnswerSetsNoClock(t *testing.T) {
	for stopped, want := range map[int]bool{0: true, 1: false} {
		u := New(io.Discard, search.New(), Config{})
		u.goes, u.stopped = 2, stopped
		u.answer(&job{number: 1, stop: func() {}}, func() {})
		if got := !u.ran.IsZero(); got != want {
			t.Errorf("stopped %d: the answer starts the next clock: %t", stopped, got)
		}
	}
}

// TestReadyBetweenAnswerAndEnd: an isready that comes when a job has answered but has not yet ended
// waits for the commands before it.
func TestReadyBetweenAnswerAndEnd(t *testing.T) {
	for _, answered := range []bool{false, true} {
		u := New(io.Discard, search.New(), Config{})
		u.goes, u.job = 1, &job{number: 1, stop: func() {}, answered: answered}
		u.enqueue(command{entry: u.commands["setoption"]})
		at := u.enqueue(command{entry: u.commands["isready"]})
		if at == answered || (len(u.queue) == 2) != answered {
			t.Errorf("answered %t: readyok at once %t, %d in the queue", answered, at, len(u.queue))
		}
	}
}
