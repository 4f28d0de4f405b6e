package search

import "sente/board"

// bonus is what a move gets in the histories if it failed high or raised alpha at depth.
func (p *Params) bonus(depth int) int {
	return min(p.BonusStep*depth+p.BonusBase, p.BonusMax)
}

// malus is what the moves tried before it lose.
func (p *Params) malus(depth int) int {
	return min(p.MalusStep*depth+p.MalusBase, p.MalusMax)
}

// learn teaches the histories what the search of the node at ply has shown. A score more than
// SurpriseMargin above beta counts as one ply deeper.
func (w *worker) learn(ply, depth, beta int) {
	f := w.at(ply)
	switch {
	case f.bestMove == board.NoMove:
		if f.excluded == board.NoMove {
			w.learnRefutation(ply, depth)
		}
	case f.bestScore > beta+w.params.SurpriseMargin:
		w.learnBest(ply, depth+1, true)
	default:
		w.learnBest(ply, depth, f.bestScore >= beta)
	}
}

// learnBest rewards the best move of the node at ply in the histories. It punishes the noisy moves
// tried before it and, if it is quiet, the quiet ones. A quiet move that failed high becomes the
// killer (Akl and Newborn, 1977; history heuristic: Schaeffer, 1983).
func (w *worker) learnBest(ply, depth int, cut bool) {
	f, p, h := w.at(ply), &w.pos[ply], &w.history
	best := f.bestMove
	bonus, malus := w.params.bonus(depth), w.params.malus(depth)
	if best.IsNoisy() {
		h.UpdateNoisy(p, best, bonus)
	} else {
		if cut {
			f.killer = best
		}
		threats := f.picker.Threats()
		h.UpdateQuiet(p, threats, &f.earlier, best, bonus)
		for _, m := range f.quiets.slice() {
			h.UpdateQuiet(p, threats, &f.earlier, m, -malus)
		}
	}
	for _, m := range f.noisies.slice() {
		h.UpdateNoisy(p, m, -malus)
	}
}

// learnRefutation rewards the quiet move that led to the node at ply, where no move raises alpha
// (prior countermove bonus: Stockfish).
func (w *worker) learnRefutation(ply, depth int) {
	parent := w.at(ply - 1)
	// Not for a root move: the root has no picker, so the threats there are not known.
	if ply <= 1 || parent.move == board.NullMove || parent.move.IsNoisy() {
		return
	}
	bonus := w.params.bonus(depth) * w.params.RefutationPart / percent
	parent.earlier.Update(parent.movedPiece, parent.movedTo, bonus)
	w.history.UpdateButterfly(w.pos[ply-1].SideToMove(), parent.picker.Threats(),
		parent.move, bonus/2)
}

// learnSwing rewards or punishes the quiet move that led to the node at ply. The amount depends on
// how much it won or lost by the static evaluation (evaluation difference history: Stockfish).
func (w *worker) learnSwing(ply int) {
	f, parent := w.at(ply), w.at(ply-1)
	if ply <= 1 || parent.move == board.NullMove || parent.move.IsNoisy() || parent.inCheck {
		return
	}
	bonus := -w.params.SwingStep * (f.staticEval + parent.staticEval)
	bonus = max(-w.params.SwingMax, min(w.params.SwingMax, bonus))
	w.history.UpdateButterfly(w.pos[ply-1].SideToMove(), parent.picker.Threats(),
		parent.move, bonus)
}

// learnTableCutoff rewards the table's quiet move at a node that fails high by the table alone.
func (w *worker) learnTableCutoff(ply, depth, beta int) {
	f, p := w.at(ply), &w.pos[ply]
	m := f.table.Move
	if f.table.Score >= beta && m != board.NoMove && !m.IsNoisy() && p.IsLegal(m) {
		w.history.UpdateQuiet(p, p.Threats(), &f.earlier, m, w.params.bonus(depth)/2)
	}
}

// learnScout teaches the histories about a quiet move that beat alpha at a reduced depth. It is
// rewarded if it beat alpha again at newDepth plies, and punished if it did not.
func (w *worker) learnScout(ply, newDepth int, again bool) {
	f := w.at(ply)
	bonus := -w.params.malus(newDepth)
	if again {
		bonus = w.params.bonus(newDepth)
	}
	f.earlier.Update(f.movedPiece, f.movedTo, bonus)
}
