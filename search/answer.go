package search

import (
	"slices"

	"sente/board"
	"sente/eval"
	"sente/ordering"
	"sente/tt"
)

// rootLine is an answer with its line.
type rootLine struct {
	move     board.Move // NoMove: there is none
	score    int
	bound    tt.Bound // exact, or a lower or upper bound of the true score
	depth    int      // of the iteration, in plies; 0: not searched
	selDepth int
	pv       variation
}

// take makes l the line of r. The search of r was depth plies deep, and its score has bound b.
func (l *rootLine) take(r *rootMove, depth int, b tt.Bound) {
	l.move, l.score, l.bound, l.depth, l.selDepth = r.move, r.score, b, depth, r.selDepth
	l.pv.n = copy(l.pv.moves[:], r.pv.line())
}

// conclude chooses the answer after a stop cut an iteration off. It is the iteration's best move so
// far, even if that move beat the others without an exact score. There are two exceptions. A mate
// that was found stays. A line that is not lost stays when the new move loses, because a move not
// yet searched may hold too. Before depth 1 is complete nothing changes.
func (w *worker) conclude() {
	cut := &w.exact
	if w.raised.move != board.NoMove {
		cut = &w.raised
	}
	held := w.line.score
	switch {
	case cut.move == board.NoMove || w.line.depth == 0:
	case isWin(held) && eval.IsMate(held) && cut.score < held:
	case isLoss(cut.score) && !isLoss(held):
	default:
		w.line = *cut
	}
}

// answerUnsearched chooses an answer when the search was stopped before depth 1 was complete. It
// takes the table's move if that comes from an earlier search of some depth, which saw more than
// the next exchange. Else it takes the first move in the picker's order that does not lose a man at
// once, else the first one. It leaves out moves that the endgame tables know to be worse than
// others. The answer's depth is 0. Its score is the static evaluation, or the material in check,
// unless the move ends the game.
func (w *worker) answerUnsearched() {
	s, p := w.search, &w.pos[0]
	entry, _ := w.table.Probe(p.Key())
	f, best := w.link(0), board.NoMove
	f.picker.All(p, &w.history, &f.earlier, entry.Move, board.NoMove)
	bestRank := s.verdicts[s.rootMoves[0]].rank
	for m := f.picker.Next(); m != board.NoMove; m = f.picker.Next() {
		if !slices.Contains(s.rootMoves, m) || s.verdicts[m].rank < bestRank {
			continue
		}
		if m == entry.Move && entry.Depth > 0 || !losesMan(p, m) {
			best = m
			break
		}
		if best == board.NoMove {
			best = m
		}
	}
	w.line = rootLine{move: best, bound: tt.BoundExact}
	w.line.pv.moves[0], w.line.pv.n = best, 1
	s.guard(w, func() { w.line.score = w.unsearchedScore(best) })
}

// unsearchedScore returns the score of the answer m that was not searched.
func (w *worker) unsearchedScore(m board.Move) int {
	p, f := &w.pos[0], w.at(0)
	w.eval.Reset(p)
	if score, over := w.after(m); over {
		return score
	}
	if f.inCheck = p.InCheck(); f.inCheck { // the search may not have set it
		return eval.Material(p)
	}
	return w.evaluate(0)
}

// after returns the score for the side to move at the root if its move m ends the game.
func (w *worker) after(m board.Move) (score int, over bool) {
	w.step(0, m)
	next := &w.pos[1]
	switch hasReply := next.HasLegalMove(); {
	case !hasReply && next.InCheck():
		return eval.MateIn(1), true
	case !hasReply || w.isDraw(1, threefold):
		return eval.Draw, true
	}
	return 0, false
}

// losesMan reports whether the opponent, after m, has an exchange that wins more than m took.
func losesMan(p *board.Position, m board.Move) bool {
	gain := eval.PieceValue(p.Captured(m).Kind())
	if m.IsPromotion() {
		gain += eval.PieceValue(m.Promotion()) - eval.PieceValue(board.Pawn)
	}
	var next board.Position
	var replies board.MoveList
	p.Make(m, &next)
	next.Legal(&replies)
	return slices.ContainsFunc(replies.Slice(), func(r board.Move) bool {
		return r.IsNoisy() && ordering.SEEAtLeast(&next, r, gain+1)
	})
}
