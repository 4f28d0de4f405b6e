package search

import (
	"sente/board"
	"sente/eval"
	"sente/internal/invariant"
	"sente/tt"
)

// A node's evaluation has three steps. evaluate returns the raw one: what the network, a textbook,
// or a limited player says about the position. refine adds the correction (see correction.go). The
// estimate is the table's score where that is nearer to the truth.

// evaluate returns the evaluation of the node at ply as the worker sees it, in centipawns for the
// side to move. The node must not be in check, where no evaluation means anything. Only a search
// without quiescence evaluates nodes in check too.
func (w *worker) evaluate(ply int) int {
	if invariant.On && (w.at(ply).inCheck || w.pos[ply].InCheck()) {
		invariant.Check(w.params.noQuiescence, "an evaluation in check: %s", w.pos[ply].FEN())
	}
	v := w.eval.Evaluate(&w.pos[ply])
	if w.tap != nil {
		w.show(ply, v)
	}
	if lesson, ok := w.lesson(ply); ok {
		return lesson
	}
	if w.view.noise != 0 {
		v = w.view.misjudge(&w.pos[ply], v)
	}
	return v
}

// setEvaluation sets what the frame of ply keeps of the evaluation: raw and corrected, the
// estimate, and improving. The frame's correction and table must be known. A singular search has
// the evaluation already.
func (w *worker) setEvaluation(ply int) {
	f := w.at(ply)
	switch {
	case f.inCheck:
		f.rawEval = tt.NoEval
	case f.excluded == board.NoMove:
		f.rawEval = f.table.Eval
		if !f.table.hit || f.rawEval == tt.NoEval {
			f.rawEval = w.evaluate(ply)
		}
		f.estimate = w.refine(ply)
	}
	f.improving = w.improving(ply)
}

// refine sets the static evaluation of the node at ply and returns its estimate. The static
// evaluation is the raw one, damped near the fifty-move rule, plus the correction. It is never
// decisive. A textbook's lesson stays as it is, because damping takes off more each ply than a step
// of progress adds. The estimate is the static evaluation, or the table's score if its bound says
// that this is nearer to the truth.
func (w *worker) refine(ply int) int {
	f := w.at(ply)
	t := &f.table
	v := f.rawEval
	if _, ok := w.lesson(ply); !ok {
		if !w.undamped {
			v = eval.ScaleFifty(v, w.pos[ply].HalfmoveClock())
		}
		v += f.correction
	}
	f.staticEval = max(-eval.MaxEval, min(eval.MaxEval, v))
	if t.scored && !eval.IsDecisive(t.Score) && proves(t.Bound, t.Score, f.staticEval) {
		return t.Score
	}
	return f.staticEval
}

// improving reports whether the static evaluation is above that of 2 plies ago, or of 4 plies ago
// if the side was in check then. It is true if it was in check both times, and false if it is now.
func (w *worker) improving(ply int) bool {
	f := w.at(ply)
	if f.inCheck {
		return false
	}
	if before := w.at(ply - 2); !before.inCheck {
		return f.staticEval > before.staticEval
	}
	if before := w.at(ply - 4); !before.inCheck {
		return f.staticEval > before.staticEval
	}
	return true
}
