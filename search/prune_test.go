package search

import (
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/tt"
)

// TestNullMoveHasItsPlace: if passing is enough to reach beta it cuts, and the score is never a
// mate. It does not cut with pawns alone, after another pass, in a verification, or at an all-node.
func TestNullMoveHasItsPlace(t *testing.T) {
	rooks := [2]string{"6k1/R7/1R6/8/8/8/8/K7 b - - 0 1", "g8h8"}
	pawns := [2]string{"7k/8/8/8/PPP5/8/8/K7 b - - 0 1", "h8g8"}
	for _, tc := range []struct {
		name string
		game [2]string
		set  func(w *worker)
		cut  bool
	}{
		{"two rooks up", rooks, func(*worker) {}, true},
		{"after a pass", rooks, func(w *worker) { w.at(again - 1).move = board.NullMove }, false},
		{"in a verification", rooks, func(w *worker) { w.noNullUntil = again + 1 }, false},
		{"a cutoff is not expected", rooks, func(w *worker) { w.at(again).kind = nodeAll }, false},
		{"three pawns up", pawns, func(*worker) {}, false},
	} {
		w, f := atNode(t, tc.game, nodeCut)
		w.params.NMPVerifyDepth = eval.MaxPly
		tc.set(w)
		beta := f.estimate - 150
		v, cut := w.nullMove(again, 10, beta)
		if cut != tc.cut || cut && (v < beta || eval.IsDecisive(v)) {
			t.Errorf("%s: cuts: %t, score %d, beta %d", tc.name, cut, v, beta)
		}
	}
}

// TestReverseFutilityMargin: reverse futility never returns a score below beta, not even for an
// improving node at depth 1, whose margin would be negative. It asks for more where a man hangs.
// The margins are the test's own, so that tuning does not change its cases.
func TestReverseFutilityMargin(t *testing.T) {
	quiet := [2]string{"6k1/8/2p5/8/3N4/8/8/R6K b - - 0 1", "g8h8"}
	hanging := [2]string{"6k1/8/8/2p5/3N4/8/8/R6K b - - 0 1", "g8h8"}
	for _, tc := range []struct {
		name      string
		game      [2]string
		improving bool
		over      int // the estimate above beta
		cut       bool
	}{
		{"far above", quiet, false, 100, true},
		{"far above, a man hangs", hanging, false, 100, true},
		{"above the margin", quiet, false, 50, true},
		{"above the margin, a man hangs", hanging, false, 50, false},
		{"above, by less than the margin", quiet, false, 20, false},
		{"just above, improving", quiet, true, 1, true},
		{"just below, improving", quiet, true, -1, false},
	} {
		w, f := atNode(t, tc.game, nodeCut)
		f.improving, f.ttPv, f.correction = tc.improving, false, 0
		w.params.RFPMargin, w.params.RFPImproving, w.params.RFPHanging = 35, 45, 40
		beta := f.estimate - tc.over
		if v, cut := w.reverseFutility(again, 1, beta); cut != tc.cut || cut && v < beta {
			t.Errorf("%s: cuts: %t, score %d, beta %d", tc.name, cut, v, beta)
		}
	}
}

// TestVerificationIsASearch: neither the table's entry for the node nor reverse futility answers
// for the search that verifies a null move. In zugzwang both would confirm the cutoff.
func TestVerificationIsASearch(t *testing.T) {
	for _, tc := range []struct {
		name  string
		score int // the table's lower bound for the node, above the estimate
		below int // beta, below the estimate
	}{
		{"the table's entry", 500, 10},
		{"reverse futility", -1000, 150},
	} {
		var nodes [2]uint64
		for i, verifyDepth := range []int{eval.MaxPly, 14} {
			w, f := atNode(t, middlegame, nodeCut)
			w.params.NMPVerifyDepth = verifyDepth
			w.table.Store(w.pos[again].Key(), tt.Entry{Score: f.estimate + tc.score,
				Eval: f.rawEval, Depth: 30, Bound: tt.BoundLower})
			zugzwang(w, f.estimate-tc.below)
			before := w.nodes
			_, cut := w.nullMove(again, 14, f.estimate-tc.below)
			nodes[i] = w.nodes - before
			if want := i == 0; cut != want {
				t.Errorf("%s, verified from %d plies on: cuts: %t", tc.name, verifyDepth, cut)
			}
		}
		if nodes[1] <= nodes[0]+1 { // none but the node itself
			t.Errorf("%s: %d nodes without a verification, %d with", tc.name, nodes[0], nodes[1])
		}
	}
}

// TestZugzwangBehindQueens: White wins only by 1. h4, which threatens nothing at first sight: after
// 1... Qxh4+ Black has no good move left.
func TestZugzwangBehindQueens(t *testing.T) {
	p := boardtest.Position(t, "8/6B1/p5p1/Pp4kp/1P5r/5P1Q/4q1PK/8 w - - 0 32")
	r := New().Begin(Root{Pos: p}, Limits{Nodes: 1_500_000}).Run(nil)
	if got := r.Best.String(); got != "h3h4" || r.Score < 200 {
		t.Errorf("%s, score %d; want h3h4 and 200 or more", got, r.Score)
	}
}

// TestMatesPruneNoNodes: in a search for a mate, no step prunes a whole node that it would prune in
// another search.
func TestMatesPruneNoNodes(t *testing.T) {
	rooks := [2]string{"6k1/R7/1R6/8/8/8/8/K7 b - - 0 1", "g8h8"}
	capture := [2]string{"r1b1k2r/pppp1ppp/8/3q4/4P3/2N5/PPPP1PPP/R1BQKB1R b KQkq - 0 1", "a7a6"}
	for _, tc := range []struct {
		name  string
		game  [2]string
		prune func(w *worker, f *frame) bool
	}{
		{"razoring", middlegame, func(w *worker, f *frame) bool {
			_, cut := w.razor(again, 1, f.estimate+2000)
			return cut
		}},
		{"reverse futility", middlegame, func(w *worker, f *frame) bool {
			_, cut := w.reverseFutility(again, 1, f.estimate-1000)
			return cut
		}},
		{"null move", rooks, func(w *worker, f *frame) bool {
			_, cut := w.nullMove(again, 10, f.estimate-150)
			return cut
		}},
		{"ProbCut", capture, func(w *worker, f *frame) bool {
			f.table.scored = false // else the table's entry would answer
			_, cut := w.probCut(again, 10, f.estimate-1000)
			return cut
		}},
	} {
		for _, mates := range []bool{false, true} {
			w, f := atNode(t, tc.game, nodeCut)
			if mates {
				w.params = w.params.forMates()
			}
			if got := tc.prune(w, f); got == mates {
				t.Errorf("%s, in a search for a mate %t: cuts: %t", tc.name, mates, got)
			}
		}
	}
}
