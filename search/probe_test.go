package search

import (
	"strconv"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/tt"
)

func TestFromTable(t *testing.T) {
	for _, tc := range []struct {
		name              string
		score, ply, clock int
		want              int
		ok                bool
	}{
		{"no win", 123, 10, 99, 123, true},
		{"a mate", eval.MateIn(5), 10, 0, eval.MateIn(15), true},
		{"being mated", eval.MatedIn(6), 10, 0, eval.MatedIn(16), true},
		{"mate with the last half-move", eval.MateIn(11), 0, 89, eval.MateIn(11), true},
		{"mate a move too late", eval.MateIn(13), 0, 89, eval.MateIn(13), false},
		{"mated in time", eval.MatedIn(50), 3, 50, eval.MatedIn(53), true},
		{"mated too late", eval.MatedIn(52), 3, 50, eval.MatedIn(55), false},
		{"a table position in time", eval.TBWin - 20, 4, 80, eval.TBWin - 24, true},
		{"a table position too late", eval.TBWin - 21, 4, 80, eval.TBWin - 25, false},
		{"a lost table position too late", 21 - eval.TBWin, 4, 80, 25 - eval.TBWin, false},
		{"a score that cannot be", 32767, 3, 0, eval.Mate - 3, true},
		{"nor this one", -32768, 3, 0, 3 - eval.Mate, true},
	} {
		if got, ok := fromTable(tc.score, tc.ply, tc.clock); got != tc.want || ok != tc.ok {
			t.Errorf("%s: fromTable(%d, %d, %d) = %d, %v, want %d, %v",
				tc.name, tc.score, tc.ply, tc.clock, got, ok, tc.want, tc.ok)
		}
	}
	for ply := range 40 {
		for _, score := range []int{0, 500, -500, eval.MateIn(41), eval.MatedIn(42),
			eval.TBWin - 43, 44 - eval.TBWin} {
			if got, ok := fromTable(toTable(score, ply), ply, 0); got != score || !ok {
				t.Errorf("score %d at ply %d comes back as %d, %v", score, ply, got, ok)
			}
		}
	}
}

// TestUnreachableWinsDoNotCut stores a deep entry with a win for a position, and searches the
// position at clocks from 50 to 89. The node may be cut only if the win comes in time.
func TestUnreachableWinsDoNotCut(t *testing.T) {
	const plies = 21
	e := small(t)
	for clock := 50; clock < hashFiftyLimit; clock++ {
		for _, score := range []int{eval.MateIn(plies), eval.TBWin - plies} {
			p := boardtest.Position(t, "8/8/8/4k3/8/8/8/3QK3 w - - "+strconv.Itoa(clock)+" 90")
			e.NewGame()
			s := e.Begin(Root{Pos: p}, Limits{})
			w := e.workers[0]
			w.begin(s, &s.root)
			m := boardtest.Move(t, &p, "d1d2")
			w.play(0, m)
			q := &w.pos[1]
			w.table.Store(q.Key(),
				tt.Entry{Score: score, Eval: tt.NoEval, Depth: 50, Bound: tt.BoundExact})
			got := w.pvs(1, 3, 400, 401, nodeCut)
			if in := q.HalfmoveClock()+plies <= 100; (got >= eval.TBWin-eval.MaxPly) != in {
				t.Errorf("clock %d, a win in %d plies scores %d", q.HalfmoveClock(), plies, got)
			}
		}
	}
}

// TestTableHoldsTheWholeRoot: the result of a search of only some root moves, or for the second of
// several lines, is not stored as the root's score.
func TestTableHoldsTheWholeRoot(t *testing.T) {
	e := small(t)
	p := boardtest.Position(t, kiwipete)
	m := boardtest.Move(t, &p, "a2a3")
	e.Begin(Root{Pos: p, Moves: []board.Move{m}}, Limits{Depth: 4}).Run(nil)
	if known, hit := e.table.Probe(p.Key()); hit {
		t.Errorf("after a search of one move the table knows %+v", known)
	}
	e.SetMultiPV(3)
	r := e.Begin(Root{Pos: p}, Limits{Depth: 4}).Run(nil)
	if known, _ := e.table.Probe(p.Key()); known.Move != r.Best || known.Score != r.Score {
		t.Errorf("after a search for three lines the table knows %+v, the answer is %+v", known, r)
	}
}

// TestEstimateIsAnEvaluation: an entry of the table that has no evaluation, or whose score is a
// proven one, is not taken for an evaluation.
func TestEstimateIsAnEvaluation(t *testing.T) {
	w := played(t, board.StartFEN, "e2e4")
	w.arrive(1)
	f := w.at(1)
	want := w.evaluate(1)
	for _, e := range []tt.Entry{
		{Score: want, Eval: tt.NoEval, Bound: tt.BoundExact},
		{Score: eval.MateIn(9), Eval: want, Bound: tt.BoundLower},
		{Score: want - 90, Eval: want, Bound: tt.BoundLower}, // tells nothing
		{Score: want + 90, Eval: want, Bound: tt.BoundUpper},
	} {
		f.table = lookup{Entry: e, hit: true, scored: true}
		w.setEvaluation(1)
		if f.rawEval != want || f.estimate != want {
			t.Errorf("%+v: raw %d, estimate %d, want %d", e, f.rawEval, f.estimate, want)
		}
	}
}

// TestNoTableScoreLate: an entry does not know the half-move clock. So near the fifty-move rule it
// ends no node, neither by itself nor in ProbCut, and is not used as the estimate.
func TestNoTableScoreLate(t *testing.T) {
	for clock, want := range map[string]bool{"88": true, "89": false} { // before the move
		w := played(t, "8/8/8/4k3/8/8/8/3QK3 w - - "+clock+" 90", "d1d2")
		w.arrive(1)
		const score = 2000
		w.table.Store(w.pos[1].Key(),
			tt.Entry{Score: score, Depth: 9, Eval: 5, Bound: tt.BoundExact})
		w.probe(1)
		w.setEvaluation(1)
		if got := w.tableCutoff(1, 5, 0, 1); got != want {
			t.Errorf("clock %s: cuts: %t", clock, got)
		}
		if _, got := w.probCut(1, 2, 0); got != want {
			t.Errorf("clock %s: ProbCut cuts: %t", clock, got)
		}
		if got := w.at(1).estimate == score; got != want {
			t.Errorf("clock %s: the estimate is %d", clock, w.at(1).estimate)
		}
	}
}

// TestEachSearchIsAnAge: Hashfull counts the entries of one search only.
func TestEachSearchIsAnAge(t *testing.T) {
	e := small(t)
	e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Nodes: 30000}).Run(nil)
	before := e.table.Hashfull()
	e.Begin(Root{Pos: board.Start()}, Limits{Nodes: 1}).Run(nil)
	if after := e.table.Hashfull(); before < 50 || after > before/10 {
		t.Errorf("%d permille after a search, %d after the next of one node", before, after)
	}
}
