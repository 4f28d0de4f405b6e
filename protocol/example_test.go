package protocol_test

import (
	"context"
	"fmt"
	"strings"

	"sente/protocol"
	"sente/search"
)

// An engine with a name of its own speaks UCI with any chess program.
func Example() {
	var out strings.Builder
	u := protocol.New(&out, search.New(), protocol.Config{Name: "Example 1.0", Author: "nobody"})
	u.RunCommands(context.Background(),
		[]string{"uci", "isready", "position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "go depth 3"})
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "id ") || strings.HasPrefix(line, "readyok") ||
			strings.HasPrefix(line, "bestmove") {
			fmt.Print(line)
		}
	}
	// Output:
	// id name Example 1.0
	// id author nobody
	// readyok
	// bestmove g1g7
}
