package search

import (
	"bufio"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/tt"
)

// To search positions from a long list of mates instead of those of tests/tactics:
//
//	go test ./search -run MateLines -v -mates FILE -mates-step 13
var (
	matesFile = flag.String("mates", "../tests/tactics/suite.epd",
		"search the positions of this EPD `file` and check the lines of the mates that are found")
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

// TestMateLines searches positions, many of them mates, with a large and a small table. It expects
// every line with a mate score to lead to that mate, and to be as long as the score says.
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
					t.Errorf("%s, %d MiB: the line of depth %d and score %d is wrong: %s",
						p.FEN(), mib, i.Depth, i.Score, why)
				}
			})
			if eval.IsMate(result.Score) {
				mates++
			}
		}
		if mates < len(positions)/5 {
			t.Errorf("%d MiB: %d mates in %d positions, want a fifth at least",
				mib, mates, len(positions))
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

// TestMatesAreForced searches arbitrary positions briefly. A mate that a search claims to give must
// work against every defence, and a mate that it claims to suffer must follow every move.
// (TestMateLines looks at one line only.)
func TestMatesAreForced(t *testing.T) {
	e := small(t)
	n, given, suffered := 0, 0, 0
	boardtest.Wander(rand.New(rand.NewPCG(3, 4)), 6000, func(p *board.Position) {
		e.ClearHash()
		n++
		depth := 1 + n%2*2
		r := e.Begin(Root{Pos: *p}, Limits{Depth: depth, Nodes: 50000}).Run(nil)
		switch {
		case r.Score >= eval.MateIn(3):
			if given++; !mates(p, eval.Mate-r.Score) {
				t.Errorf("%s: no mate in %d plies", p.FEN(), eval.Mate-r.Score)
			}
		case r.Depth > 0 && r.Score <= eval.MatedIn(4):
			if suffered++; !isMated(p, eval.Mate+r.Score) {
				t.Errorf("%s: not mated in %d plies", p.FEN(), eval.Mate+r.Score)
			}
		}
	})
	if given < 80 || suffered < 5 {
		t.Errorf("%d mates given, %d suffered", given, suffered)
	}
}

// mates reports whether the side to move has a forced mate within plies.
func mates(p *board.Position, plies int) bool {
	var l board.MoveList
	p.Legal(&l)
	for _, m := range l.Slice() {
		var next board.Position
		if p.Make(m, &next); isMated(&next, plies-1) {
			return true
		}
	}
	return false
}

// isMated reports whether the side to move is mated within plies whatever it plays.
func isMated(p *board.Position, plies int) bool {
	var l board.MoveList
	if p.Legal(&l); l.N == 0 || plies <= 0 {
		return l.N == 0 && p.InCheck()
	}
	for _, m := range l.Slice() {
		var next board.Position
		if p.Make(m, &next); !mates(&next, plies-1) {
			return false
		}
	}
	return true
}

// TestMateScoresStay: a mate that fails high keeps its distance.
func TestMateScoresStay(t *testing.T) {
	if got := failFirm(eval.MateIn(5), 100, 50, 100); got != eval.MateIn(5) {
		t.Errorf("a mate becomes %d", got)
	}
	if got := failFirm(300, 100, 50, 100); got != 200 {
		t.Errorf("300 above 100 becomes %d, want 200", got)
	}
}
