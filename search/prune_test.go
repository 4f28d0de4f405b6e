package search

import (
	"testing"

	"sente/board"
	"sente/eval"
)

// TestNullMoveHasItsPlace: where passing is enough to reach beta it cuts, by beta alone if the
// score is a mate; but not with pawns alone, after another pass, or where a verification bars it.
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

// TestReverseFutilityMargin: what it returns is never below beta, not even where the margin of an
// improving node at depth 1 is negative; and where a man hangs it asks for more.
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
		beta := f.estimate - tc.over
		if v, cut := w.reverseFutility(again, 1, beta); cut != tc.cut || cut && v < beta {
			t.Errorf("%s: cuts: %t, score %d, beta %d", tc.name, cut, v, beta)
		}
	}
}
