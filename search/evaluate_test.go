package search

import (
	"math/rand/v2"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
)

// TestNoEvaluationInCheck looks at every position that is evaluated in searches of many kinds. None
// may be in check, because the network was trained on none in check. Builds with -tags invariants
// test this in every search.
func TestNoEvaluationInCheck(t *testing.T) {
	e := New()
	seen := 0
	e.SetTap(&Tap{Every: 1, Take: func(p *board.Position, _ int) {
		seen++
		if p.InCheck() {
			t.Errorf("%s is in check", p.FEN())
		}
	}})
	for _, fen := range []string{
		kiwipete,
		"4k3/8/8/8/8/8/4q3/4K2R w K - 0 1", // the root in check
		"6k1/5ppp/8/1q6/8/8/5PPP/3RR1K1 w - - 0 1",                    // checks at the horizon
		"5k2/5p1p/8/6Q1/8/8/1rr5/6K1 w - - 0 1",                       // perpetual check
		"8/8/8/8/8/2k5/1q6/K7 w - - 0 1",                              // mate
		"r1b1kb1r/pp3ppp/2n1pq2/3p4/3N4/2P5/PPQ2PPP/RN2KB1R w KQkq -", // a middlegame
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"8/8/8/8/8/1k6/7r/K7 b - - 95 90",
	} {
		e.NewGame()
		e.Begin(Root{Pos: boardtest.Position(t, fen)}, Limits{Nodes: 30000}).Run(nil)
	}
	if seen < 40000 {
		t.Errorf("only %d evaluations", seen)
	}
}

// TestStaticEvaluation: the search uses the network's evaluation of the position, damped by the
// fifty-move clock, and nothing else. There is no factor for material on top, because the network
// was also trained on positions of few men.
func TestStaticEvaluation(t *testing.T) {
	e := New()
	net := e.Network()
	if net == nil {
		t.Skip("no network is built in")
	}
	if err := e.Ready(); err != nil {
		t.Fatal(err)
	}
	w := e.workers[0]
	s := e.Begin(Root{Pos: board.Start()}, Limits{Depth: 1})
	check := func(p *board.Position, damping bool) {
		e.SetFiftyDamping(damping)
		w.begin(s, &Root{Pos: *p})
		w.at(0).inCheck, w.at(0).correction, w.at(0).table = false, 0, lookup{}
		w.setEvaluation(0)
		raw := net.Evaluate(p)
		want := raw
		if damping {
			want = eval.ScaleFifty(raw, p.HalfmoveClock())
		}
		if f := w.at(0); f.rawEval != raw || f.staticEval != want || f.estimate != want {
			t.Fatalf(
				"%s, damping %t: raw %d, static %d, estimate %d; the network says %d, damped %d",
				p.FEN(), damping, f.rawEval, f.staticEval, f.estimate, raw, want)
		}
	}
	few := 0
	boardtest.Wander(rand.New(rand.NewPCG(5, 6)), 20000, func(p *board.Position) {
		if p.InCheck() {
			return
		}
		if p.Occupied().Count() <= 8 {
			few++
		}
		check(p, true)
		check(p, false)
	})
	if few < 500 {
		t.Errorf("only %d positions of eight men and fewer", few)
	}
}
