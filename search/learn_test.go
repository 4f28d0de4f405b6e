package search

import (
	"testing"

	"sente/board"
	"sente/internal/boardtest"
	"sente/ordering"
)

// TestRefutationTeachesTheSideThatMoved: the quiet move that leads to a node without a move above
// alpha gains in its own side's histories, whatever an earlier search left beyond the node.
func TestRefutationTeachesTheSideThatMoved(t *testing.T) {
	for _, stale := range []string{"4k3/8/8/8/8/8/8/4K3 w - - 0 1",
		"4k3/8/8/8/8/8/8/4K3 b - - 0 1"} {
		w := played(t, board.StartFEN)
		for ply, text := range []string{"e2e4", "b8c6"} {
			m := boardtest.Move(t, &w.pos[ply], text)
			f := w.link(ply)
			f.picker.All(&w.pos[ply], &w.history, &f.earlier, board.NoMove, board.NoMove)
			w.play(ply, m)
		}
		w.link(2)
		w.pos[3] = boardtest.Position(t, stale)
		w.learnRefutation(2, 5)
		p, f := &w.pos[1], w.at(1)
		if v := w.history.Quiet(p, p.Threats(), &ordering.Continuations{}, f.move); v <= 0 {
			t.Errorf("with %s beyond the node, %v gains %d", stale, f.move, v)
		}
	}
}

// TestHistoriesLearnTheRightWay: a move is rewarded if it was best, held again, or gained by the
// evaluation. It is punished if it was tried before the best one, failed again, or lost by the
// evaluation.
func TestHistoriesLearnTheRightWay(t *testing.T) {
	const best, worse, took, takes = "h8h5", "a6b7", "b4c3", "e6d5"
	node := func() (*worker, *frame, map[string]board.Move) {
		w := played(t, kiwipete, "a2a3", "a6b7")
		for ply := range 3 {
			f := w.link(ply)
			f.inCheck = false
			f.picker.All(&w.pos[ply], &w.history, &f.earlier, board.NoMove, board.NoMove)
		}
		moves := map[string]board.Move{}
		for _, text := range []string{best, worse, took, takes} {
			moves[text], _ = w.pos[1].ParseMove(text)
		}
		w.at(1).quiets.n, w.at(1).noisies.n = 0, 0
		return w, w.at(1), moves
	}
	quiet := func(w *worker, m board.Move, c *ordering.Continuations) int {
		return w.history.Quiet(&w.pos[1], w.pos[1].Threats(), c, m)
	}
	var none ordering.Continuations

	w, f, m := node()
	f.bestMove = m[best]
	f.quiets.add(m[worse])
	f.noisies.add(m[took])
	w.learnBest(1, 5, true)
	if quiet(w, m[best], &f.earlier) <= 0 || quiet(w, m[worse], &f.earlier) >= 0 ||
		w.history.Noisy(&w.pos[1], m[took]) >= 0 || f.killer != m[best] {
		t.Errorf("a quiet best move has %d, one before it %d, a capture %d, the killer is %v",
			quiet(w, m[best], &f.earlier), quiet(w, m[worse], &f.earlier),
			w.history.Noisy(&w.pos[1], m[took]), f.killer)
	}
	w, f, m = node()
	f.bestMove = m[takes]
	f.quiets.add(m[worse])
	f.noisies.add(m[took])
	w.learnBest(1, 5, true)
	if quiet(w, m[worse], &f.earlier) != 0 || w.history.Noisy(&w.pos[1], m[takes]) <= 0 ||
		w.history.Noisy(&w.pos[1], m[took]) >= 0 || f.killer != board.NoMove {
		t.Error("what a best capture teaches")
	}
	for _, sign := range []int{1, -1} {
		w, f, m = node() // a6b7 was played
		f.staticEval, w.at(2).staticEval = 20, -20-50*sign
		w.learnSwing(2)
		if quiet(w, m[worse], &none)*sign <= 0 {
			t.Errorf("a move that gains %d by the evaluation has %d",
				50*sign, quiet(w, m[worse], &none))
		}
		w, f, m = node()
		w.learnScout(1, 5, sign > 0)
		if quiet(w, m[worse], &f.earlier)*sign <= 0 {
			t.Errorf("a move that beats alpha again: %t; it has %d",
				sign > 0, quiet(w, m[worse], &f.earlier))
		}
		w, f, m = node()
		f.table.Move, f.table.Score = m[worse], 10*sign
		w.learnTableCutoff(1, 5, 0)
		if (quiet(w, m[worse], &f.earlier) > 0) != (sign > 0) {
			t.Errorf("the table's move, %d above beta, has %d",
				10*sign, quiet(w, m[worse], &f.earlier))
		}
	}
	w, f, m = node()
	w.learnRefutation(2, 5)
	butterfly := quiet(w, m[worse], &none)
	if butterfly <= 0 || quiet(w, m[worse], &f.earlier) <= butterfly {
		t.Errorf("a move without an answer has %d, with the moves before it %d",
			butterfly, quiet(w, m[worse], &f.earlier))
	}
}

// TestCorrectionLearnsTheError: each part of the correction moves towards the result of a search
// where that tells something about the evaluation, and by a bounded step.
func TestCorrectionLearnsTheError(t *testing.T) {
	const eval0, depth = 50, 8
	for _, tc := range []struct {
		name        string
		best        int
		alpha, beta int
		sign        int
	}{
		{"exact and above", eval0 + 200, -1000, 1000, 1},
		{"exact and below", eval0 - 200, -1000, 1000, -1},
		{"exact and far above", eval0 + 5000, -9000, 9000, 1},
		{"at least as much and above", eval0 + 200, 0, 100, 1},
		{"at least as much and below", eval0 - 20, 0, 10, 0},
		{"at most as much and above", eval0 + 20, 100, 101, 0},
		{"at most as much and below", eval0 - 200, 100, 101, -1},
	} {
		for part := range 4 {
			w := played(t, kiwipete, "a2a3", "a6b7", "c3a4")
			params := *w.params
			w.params = &params
			for i, weight := range []*int{&params.CorrectionPawn, &params.CorrectionMinor,
				&params.CorrectionNonPawn, &params.CorrectionCont} {
				if *weight = 0; i == part {
					*weight = percent
				}
			}
			f := w.at(3)
			f.inCheck, f.bestMove, f.staticEval, f.bestScore = false, board.NoMove, eval0, tc.best
			w.store(3, depth, tc.alpha, tc.beta)
			got := w.correctionAt(3)
			if got*tc.sign < 0 || (got != 0) != (tc.sign != 0) ||
				max(got, -got) > 2*correctionMax/4/(correctionGrain/percent) {
				t.Errorf("%s, part %d: corrected by %d", tc.name, part, got)
			}
		}
	}
}
