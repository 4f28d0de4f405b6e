package search

import (
	"bufio"
	"flag"
	"os"
	"strings"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/tt"
)

// Other positions than those of tests/tactics, from a long list of mates:
//
//	go test ./search -run MateLines -v -mates FILE -mates-step 13
var (
	matesFile  = flag.String("mates", "../tests/tactics/suite.epd", "search the positions of this EPD `file` and check the lines of the mates that are found")
	matesStep  = flag.Int("mates-step", 1, "take every `n`th position only")
	matesNodes = flag.Uint64("mates-nodes", 50000, "nodes for each position")
)

// incomplete says what is wrong with a line that is reported with a mate score, "" if nothing.
func incomplete(p board.Position, score int, line []board.Move) string {
	want := eval.Mate - score
	if score < 0 {
		want = eval.Mate + score
	}
	for _, m := range line {
		if !p.IsLegal(m) {
			return "an illegal move"
		}
		before := p
		before.Make(m, &p)
	}
	switch {
	case len(line) < want:
		return "too short"
	case len(line) > want:
		return "too long"
	case p.HasLegalMove() || !p.InCheck():
		return "no mate at its end"
	}
	return ""
}

// TestMateLines searches positions, many of them mates, with a large and a small table, and expects
// every line with a mate score to lead to that mate, none shorter or longer than the score says.
func TestMateLines(t *testing.T) {
	positions := readMates(t, *matesFile, *matesStep)
	for _, mib := range []int{16, 1} {
		e := New()
		if err := e.SetHash(mib); err != nil {
			t.Fatal(err)
		}
		mates, lines := 0, 0
		for _, p := range positions {
			e.NewGame()
			result := e.Begin(Root{Pos: p}, Limits{Nodes: *matesNodes}).Run(func(i *Info) {
				if i.CurrMove != board.NoMove || i.Bound != tt.BoundExact || !eval.IsMate(i.Score) {
					return
				}
				lines++
				if why := incomplete(p, i.Score, i.PV); why != "" {
					t.Errorf("%s, %d MiB: the line of depth %d and score %d is wrong: %s", p.FEN(), mib, i.Depth, i.Score, why)
				}
			})
			if eval.IsMate(result.Score) {
				mates++
			}
		}
		if mates < len(positions)/5 {
			t.Errorf("%d MiB: %d mates in %d positions, want a fifth at least", mib, mates, len(positions))
		}
		t.Logf("%d MiB: %d positions, %d mates found, %d lines", mib, len(positions), mates, lines)
	}
}

// readMates returns every step'th position of an EPD file.
func readMates(t *testing.T, name string, step int) []board.Position {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var positions []board.Position
	lines := bufio.NewScanner(file)
	for n := 0; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if n%step == 0 && len(fields) >= 4 && fields[0][0] != '#' {
			positions = append(positions, boardtest.Position(t, strings.Join(fields[:4], " ")))
		}
	}
	if err := lines.Err(); err != nil || len(positions) < 10 {
		t.Fatalf("%s: %d positions: %v", name, len(positions), err)
	}
	return positions
}
