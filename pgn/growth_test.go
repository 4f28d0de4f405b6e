package pgn

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestGrowth: the time that a game takes grows with its size, not with the size's square. Whatever
// a file holds, it is read, searched for commands and written in a few seconds.
func TestGrowth(t *testing.T) {
	const n = 500_000
	var tags strings.Builder
	for i := range n / 4 {
		fmt.Fprintf(&tags, "[T%d \"x\"]\n", i)
	}
	for _, text := range []string{
		"1. e4 {[" + strings.Repeat(" a", n) + "} *",
		"1. e4 {" + strings.Repeat(" %", n) + "} *",
		"1. e4 {" + strings.Repeat("[%eval", n) + "} *",
		"1. e4 {" + strings.Repeat("[%evals", n) + "]} *",
		"1. e4 {" + strings.Repeat("[%eval 1]", n) + "} *",
		tags.String() + "\n1. e4 *",
	} {
		began := time.Now()
		games, broken := readAll(t, text)
		if len(games) != 1 || len(broken) > 0 {
			t.Fatalf("%.20s: %d games, broken %v", text, len(games), broken)
		}
		m := &games[0].Moves[0]
		m.Comment = SetCommand(m.Comment, "eval", "0.35")
		write(t, games[0])
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%.20s: %v", text, took)
		}
	}
}
