package search

import (
	"sente/board"
	"sente/eval"
)

// bonus is what a move that failed high or raised alpha at depth gains in the histories.
func (p *Params) bonus(depth int) int {
	return min(p.BonusStep*depth+p.BonusBase, p.BonusMax)
}

// malus is what the moves tried before it lose.
func (p *Params) malus(depth int) int {
	return min(p.MalusStep*depth+p.MalusBase, p.MalusMax)
}

// learn rewards the best move of the node at ply in the histories and punishes those tried before
// it; a quiet move that failed high becomes the killer (Akl and Newborn, 1977; history heuristic:
// Schaeffer, 1983).
func (w *worker) learn(ply, depth int, best board.Move, cut bool) {
	f, p, h := w.at(ply), &w.pos[ply], &w.history
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
	if ply <= 1 || parent.move == board.NullMove || parent.move.IsNoisy() {
		return
	}
	bonus := w.params.bonus(depth) * w.params.RefutationPart / 100
	parent.earlier.Update(parent.movedPiece, parent.movedTo, bonus)
	w.history.UpdateButterfly(w.pos[ply-1].SideToMove(), parent.picker.Threats(), parent.move, bonus/2)
}

// learnSwing rewards or punishes the quiet move that led to the node at ply by how much the static
// evaluation says that it won or lost (evaluation difference history: Stockfish).
func (w *worker) learnSwing(ply int) {
	f, parent := w.at(ply), w.at(ply-1)
	if ply <= 1 || parent.move == board.NullMove || parent.move.IsNoisy() || parent.staticEval == eval.NoScore || f.staticEval == eval.NoScore {
		return
	}
	bonus := max(-w.params.SwingMax, min(w.params.SwingMax, -w.params.SwingStep*(f.staticEval+parent.staticEval)))
	w.history.UpdateButterfly(w.pos[ply-1].SideToMove(), parent.picker.Threats(), parent.move, bonus)
}

// learnTableCutoff rewards the quiet table move of a node that the table alone cut.
func (w *worker) learnTableCutoff(ply, depth int, m board.Move) {
	p := &w.pos[ply]
	w.history.UpdateQuiet(p, p.Threats(), &w.at(ply).earlier, m, w.params.bonus(depth)/2)
}
