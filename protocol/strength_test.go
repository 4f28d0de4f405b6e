package protocol

import (
	"strconv"
	"strings"
	"testing"

	"sente/search"
)

// searched returns the largest node count in any info line.
func searched(t *testing.T, lines []string) int {
	t.Helper()
	most := 0
	for _, line := range lines {
		fields := strings.Fields(line)
		for i, word := range fields {
			if word == "nodes" && fields[0] == "info" {
				n, err := strconv.Atoi(fields[i+1])
				if err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				most = max(most, n)
			}
		}
	}
	return most
}

// TestStrengthOptions checks that each setting limits the nodes of a search as its level says.
func TestStrengthOptions(t *testing.T) {
	reach := func(elo int) int { return int(search.StrengthOf(elo).Nodes) }
	const unlimited = 1 << 30
	tests := []struct {
		name  string
		lines []string
		go_   string
		most  int // nodes
	}{
		{"off", []string{"setoption name UCI_Elo value 1000"}, "go nodes 30000", unlimited},
		{"UCI_Elo", []string{"setoption name UCI_LimitStrength value true",
			"setoption name UCI_Elo value 2000"}, "go wtime 60000 btime 60000", reach(2000)},
		{"default UCI_Elo", []string{"setoption name UCI_LimitStrength value true"},
			"go depth 40", reach(defaultElo)},
		{"lowest", []string{"setoption name UCI_LimitStrength value true",
			"setoption name UCI_Elo value 800"}, "go movetime 5000", reach(800)},
		{"out of range", []string{"setoption name UCI_LimitStrength value true",
			"setoption name UCI_Elo value 2000", "setoption name UCI_Elo value 5000"},
			"go wtime 60000 btime 60000", reach(2000)},
		{"a lower limit counts", []string{"setoption name UCI_LimitStrength value true",
			"setoption name UCI_Elo value 2400"}, "go nodes 500", 500},
		{"Skill Level", []string{"setoption name Skill Level value 10"},
			"go wtime 60000 btime 60000", reach(search.SkillElo(10))},
		{"UCI_LimitStrength overrides it", []string{"setoption name Skill Level value 3",
			"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 2400"},
			"go wtime 60000 btime 60000", reach(2400)},
		{"Skill Level 20", []string{"setoption name Skill Level value 3",
			"setoption name Skill Level value 20"}, "go nodes 30000", unlimited},
		{"analysis", []string{"setoption name UCI_LimitStrength value true",
			"setoption name UCI_AnalyseMode value true"}, "go nodes 30000", unlimited},
		{"mate", []string{"setoption name UCI_LimitStrength value true"},
			"go mate 9 nodes 30000", unlimited},
	}
	for _, tc := range tests {
		// The nodes are those of the last info line. The random errors of a limited player
		// sometimes make that an early iteration. So take the largest count of several games, which
		// comes near the limit.
		best := 0
		for range 6 {
			c := newTalk(t)
			c.send(append([]string{"uci"}, tc.lines...)...)
			c.send("position startpos moves e2e4", tc.go_)
			n := searched(t, c.until("bestmove"))
			c.finish()
			if n > tc.most {
				t.Errorf("%s: %d nodes, want at most %d", tc.name, n, tc.most)
			}
			best = max(best, n)
		}
		if tc.most == unlimited && best < 10000 || tc.most < unlimited && best < tc.most/4 {
			t.Errorf("%s: at most %d nodes in six games, want up to %d", tc.name, best, tc.most)
		}
	}
}
