package search

import (
	"slices"
	"strconv"
	"strings"

	"sente/board"
	"sente/eval"
	"sente/syzygy"
	"sente/tt"
)

// tablebases are the endgame tables and how the search may use them.
type tablebases struct {
	tables *syzygy.Tables // nil: none
	limit  int            // men: positions with more are not probed
	depth  int            // plies: see SetProbeDepth
	fifty  bool           // the fifty-move rule counts
}

// The defaults of tablebase probing.
const (
	DefaultProbeLimit = 7 // men
	DefaultProbeDepth = 1 // plies
)

// SetTables gives the engine endgame tables, or none with nil.
func (e *Engine) SetTables(t *syzygy.Tables) { e.bases.tables = t }

// SetProbeLimit sets the most men, kings included, of positions that are looked up; 0: none are.
func (e *Engine) SetProbeLimit(men int) { e.bases.limit = men }

// SetProbeDepth sets the least depth left, in plies, at which positions with the most men are
// looked up: those of the largest table, or with SetProbeLimit men if that is less. Positions with
// fewer men are looked up at every depth.
func (e *Engine) SetProbeDepth(depth int) { e.bases.depth = depth }

// SetFiftyMoveRule tells whether wins that the fifty-move rule turns into draws count as draws. A
// change empties the transposition table, which holds the other outcomes.
func (e *Engine) SetFiftyMoveRule(on bool) {
	if on != e.bases.fifty {
		e.bases.fifty = on
		e.ClearHash()
	}
}

// men returns the most men a position may have to be looked up.
func (b *tablebases) men() int {
	if b.tables == nil {
		return 0
	}
	_, _, most := b.tables.Found()
	return min(most, b.limit)
}

// score turns an outcome into a score at ply with its bound. A win is a lower bound and a loss an
// upper bound, because there may be a quicker mate. A cursed win is a draw, but better than others.
func (b *tablebases) score(w syzygy.WDL, ply int) (int, tt.Bound) {
	if !b.fifty {
		switch w {
		case syzygy.CursedWin:
			w = syzygy.Win
		case syzygy.BlessedLoss:
			w = syzygy.Loss
		}
	}
	switch w {
	case syzygy.Win:
		return eval.TBWin - ply, tt.BoundLower
	case syzygy.Loss:
		return ply - eval.TBWin, tt.BoundUpper
	}
	return eval.Draw + int(w), tt.BoundExact
}

// tbDepthBonus is added to a node's depth, in plies, when the answer of an endgame table is stored
// for it: no search would be as good.
const tbDepthBonus = 6

// probeTables looks the node at ply up in the endgame tables. It returns a score and true if that
// ends the node; else the frame's floor and ceiling say what the score can be.
func (w *worker) probeTables(ply, depth, alpha, beta int) (score int, cut bool) {
	f := w.at(ply)
	f.floor, f.ceiling = -eval.Infinity, eval.Infinity
	if w.tbMen == 0 || f.excluded != board.NoMove {
		return 0, false
	}
	v, bound := w.outcome(ply, depth)
	switch {
	case bound == tt.BoundNone:
		return 0, false
	case bound == tt.BoundExact,
		bound == tt.BoundLower && v >= beta,
		bound == tt.BoundUpper && v <= alpha:
		w.table.Store(w.pos[ply].Key(), tt.Entry{
			Score: toTable(v, ply), Eval: tt.NoEval,
			Depth: min(depth+tbDepthBonus, eval.MaxPly), Bound: bound, PV: f.ttPv,
		})
		return v, true
	case bound == tt.BoundUpper:
		f.ceiling = v
	case f.kind == nodePV:
		f.floor = v
	}
	return 0, false
}

// outcome asks the endgame tables about the node at ply. It does so only right after a capture or
// pawn move, when the half-move clock can't spoil the answer. It returns a score with its bound,
// and BoundNone when the tables don't know.
func (w *worker) outcome(ply, depth int) (int, tt.Bound) {
	p := &w.pos[ply]
	men := p.Occupied().Count()
	bases := &w.search.engine.bases
	if men > w.tbMen || men == w.tbMen && depth < bases.depth ||
		p.HalfmoveClock() != 0 || p.Castling() != board.NoCastling {
		return 0, tt.BoundNone
	}
	outcome, ok := bases.tables.ProbeWDL(p)
	if !ok {
		return 0, tt.BoundNone
	}
	w.tbHits++
	w.pollAt = w.nodes // the tables may lie on a slow disk: the next node looks at the clock
	return bases.score(outcome, ply)
}

// verdict is what the endgame tables say of a root move.
type verdict struct {
	rank  int // the higher the better; moves of one rank are left to the search
	score int
}

// rankRoot asks the endgame tables about the root. If they know it, the scores of its moves are
// known, and only the best moves are kept. With several lines all moves are kept, the best first.
// If the tables know the distances (DTZ) too, each best move wins in time for the fifty-move rule,
// and makes progress after a repetition. The search then probes no more, so that it is free to find
// a mate.
func (s *Search) rankRoot() {
	bases := &s.engine.bases
	if s.limited {
		return
	}
	s.tbMen = bases.men()
	p := &s.root.Pos
	if p.Castling() != board.NoCastling || p.Occupied().Count() > s.tbMen {
		return
	}
	ranked, byDistance, ok := bases.tables.Root(bases.asked(p), s.root.Keys)
	if !ok {
		return
	}
	s.rootTBHits = uint64(len(ranked))
	var kept []board.Move
	s.verdicts = map[board.Move]verdict{}
	for _, r := range ranked { // the best first
		if !slices.Contains(s.rootMoves, r.Move) ||
			s.multiPV == 1 && len(kept) > 0 && r.Rank < s.verdicts[kept[0]].rank {
			continue
		}
		score, _ := bases.score(r.WDL, 0)
		s.verdicts[r.Move] = verdict{r.Rank, score}
		kept = append(kept, r.Move)
	}
	s.rootMoves = kept
	if byDistance {
		s.tbMen = 0
	}
}

// lastClock is the greatest half-move clock at which no move ends the game by the fifty-move rule,
// and clockField the clock's place among the fields of a FEN.
const (
	lastClock  = board.FiftyMoves - 2
	clockField = 4
)

// asked returns p as the tables are to see it. Without the fifty-move rule the clock goes back to
// lastClock, so that no move ends the game by it: wins then count as cursed, the shortest first.
func (b *tablebases) asked(p *board.Position) *board.Position {
	if b.fifty || p.HalfmoveClock() <= lastClock {
		return p
	}
	fields := strings.Fields(p.FEN())
	fields[clockField] = strconv.Itoa(lastClock)
	earlier, err := board.ParseFEN(strings.Join(fields, " "))
	if err != nil {
		return p
	}
	return &earlier
}

// shown returns the score to report for a line that begins with root move m, and its bound: the
// tables' score where they know it and the search has not found a mate.
func (s *Search) shown(m board.Move, score int, b tt.Bound) (int, tt.Bound) {
	if v, ok := s.verdicts[m]; ok && !eval.IsMate(score) {
		return v.score, tt.BoundExact
	}
	return score, b
}

// drawn tells whether the tables or the rules say that root move m leads to a draw.
func (w *worker) drawn(m board.Move) bool {
	if v, ok := w.search.verdicts[m]; ok && !eval.IsDecisive(v.score) {
		return true
	}
	score, over := w.after(m)
	return over && score == eval.Draw || w.pos[0].InsufficientMaterial()
}
