package protocol

import (
	"io"
	"testing"
	"time"

	"sente/search"
)

// TestQuitWaitsForACommandOfAScript: a command that runs in no goroutine of its own is done before
// the next one is looked at, even if that is quit.
func TestQuitWaitsForACommandOfAScript(t *testing.T) {
	u := New(io.Discard, search.New(), Config{Name: "Sente test", Author: "nobody"})
	cut := true
	u.commands["slow"] = &entry{word: "slow", run: func(u *UCI, _ command) error {
		for range 20 {
			u.changed.Broadcast()             // whatever happens meanwhile wakes whoever waits,
			time.Sleep(10 * time.Millisecond) // and has time to go on if it does not wait again
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
