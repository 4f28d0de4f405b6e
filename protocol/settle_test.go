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
