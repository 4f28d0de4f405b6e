package search

import (
	"testing"

	"sente/internal/boardtest"
)

// TestLessonStays: what the textbook says of a basic mate is neither damped nor corrected. Its
// steps are some 20 centipawns, and damping would take off as much every few plies.
func TestLessonStays(t *testing.T) {
	e := New()
	if err := e.Ready(); err != nil {
		t.Fatal(err)
	}
	w := e.workers[0]
	p := boardtest.Position(t, "8/8/8/4k3/8/8/8/2B1K1N1 w - - 80 90")
	s := e.Begin(Root{Pos: p}, Limits{Depth: 1})
	w.begin(s, &Root{Pos: p})
	w.at(0).inCheck, w.at(0).correction, w.at(0).table = false, 30, lookup{}
	w.setEvaluation(0)
	want, ok := textbook(&p)
	if f := w.at(0); !ok || f.rawEval != want || f.staticEval != want {
		t.Errorf("raw %d, static %d; the textbook says %d, %t", f.rawEval, f.staticEval, want, ok)
	}
}

// TestBishopAndKnight: with a few thousand nodes a move the engine mates with bishop and knight
// from nearly everywhere. 191 of 200 random positions ended in mate; every tenth of them is here.
func TestBishopAndKnight(t *testing.T) {
	mates := 0
	positions := []string{
		"1K6/8/8/1B6/8/N1k5/8/8 w - - 0 1",
		"2B5/6N1/8/7K/8/8/8/5k2 w - - 0 1",
		"2k5/8/8/8/1N6/1B6/4K3/8 w - - 0 1",
		"3N4/8/5K2/B7/8/8/5k2/8 w - - 0 1",
		"4B3/3N4/8/5K2/8/2k5/8/8 w - - 0 1",
		"4k3/8/3K4/8/8/6B1/8/1N6 w - - 0 1",
		"5N2/8/K7/8/k7/7B/8/8 w - - 0 1",
		"6B1/8/8/1N1K1k2/8/8/8/8 w - - 0 1",
		"7B/8/8/2K5/3N2k1/8/8/8 w - - 0 1",
		"8/1k6/8/4K3/8/6B1/8/6N1 w - - 0 1",
		"8/3k4/8/2B5/8/8/K6N/8 w - - 0 1",
		"8/5K2/6B1/8/2k5/8/8/2N5 w - - 0 1",
		"8/6N1/8/3k2K1/8/3B4/8/8 w - - 0 1",
		"8/8/2N5/3K4/8/7k/2B5/8 w - - 0 1",
		"8/8/5k2/B7/8/8/8/2N4K w - - 0 1",
		"8/8/8/4B3/6N1/4K3/8/4k3 w - - 0 1",
		"8/8/8/8/2N3K1/6B1/8/5k2 w - - 0 1",
		"8/8/k7/1N6/3B4/3K4/8/8 w - - 0 1",
		"8/k4B2/N7/8/8/8/1K6/8 w - - 0 1",
		"k2K4/7B/8/8/8/5N2/8/8 w - - 0 1",
	}
	for _, fen := range positions {
		end := game(t, fen, Strength{}, Strength{})
		if end == "w mates" {
			mates++
		} else {
			t.Logf("%s ends by %s", fen, end)
		}
	}
	if mates < len(positions)-3 {
		t.Errorf("%d of %d end in mate", mates, len(positions))
	}
}
