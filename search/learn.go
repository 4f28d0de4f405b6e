package search

import "sente/board"

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

// learnTableCutoff rewards the quiet table move of a node that the table alone cut.
func (w *worker) learnTableCutoff(ply, depth int, m board.Move) {
	p := &w.pos[ply]
	w.history.UpdateQuiet(p, p.Threats(), &w.at(ply).earlier, m, w.params.bonus(depth)/2)
}
