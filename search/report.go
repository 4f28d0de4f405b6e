package search

import (
	"slices"
	"time"

	"sente/board"
	"sente/eval"
	"sente/tt"
)

// reporter is a search's memory of its reports. The main worker's goroutine alone uses it.
type reporter struct {
	to            Report
	info          Info
	pv            variation
	reported      board.Move // first move of the line sent last, exact or bound; line 1 of several
	reportedBound tt.Bound   // whether its score was exact or a bound
	reportedDepth int        // depth at which exact lines were sent last
	lastReport    time.Time
}

// currMoveAfter is the time after which a search tells which root move it is at, and reports scores
// that are only bounds.
const currMoveAfter = 3 * time.Second

// A line beyond depth quietLines is not reported when it comes within quietTime of the last one and
// has the same first move, because a forced line is searched to any depth in no time. The last line
// is always sent. Several lines are reported after each iteration, so that all have one depth.
const (
	quietLines = 24
	quietTime  = 10 * time.Millisecond
)

// scoreWithoutMoves returns the score of a root that is mate or stalemate, or has no move among
// searchmoves.
func (s *Search) scoreWithoutMoves() int {
	if s.legalMoves == 0 && s.root.Pos.InCheck() {
		return eval.MatedIn(0)
	}
	return eval.Draw
}

// reportNoMoves reports the score of a root without moves.
func (s *Search) reportNoMoves(score int) {
	drawn := s.legalMoves == 0 && score == eval.Draw
	s.to(&Info{MultiPV: 1, Score: score, Bound: tt.BoundExact,
		Drawn: drawn, Time: s.clock.elapsed()})
}

// reportLines reports the best lines after an iteration.
func (s *Search) reportLines(depth, lines int) {
	w := s.main()
	now := time.Now()
	soon := now.Sub(s.lastReport) < quietTime && w.root[0].move == s.reported
	if lines == 1 && depth > quietLines && soon {
		return
	}
	s.lastReport = now
	for i := range lines {
		r := &w.root[i]
		s.send(Info{
			Depth: depth, SelDepth: r.selDepth, MultiPV: i + 1,
			Score: r.score, Bound: tt.BoundExact, PV: r.pv.line(),
		})
	}
	s.reportedDepth = depth
}

// isNews tells whether the answer of best differs from the line that was reported last.
func (s *Search) isNews(best *worker) bool {
	line := &best.line
	return best != s.main() || line.move != s.reported || line.bound != s.reportedBound ||
		line.depth > s.reportedDepth
}

// reportLine reports the final answer.
func (s *Search) reportLine(l *rootLine) {
	s.send(Info{
		Depth: l.depth, SelDepth: l.selDepth, MultiPV: 1,
		Score: l.score, Bound: l.bound, PV: l.pv.line(),
	})
}

// reportBound reports a score that fell out of the aspiration window, for the line that is being
// searched. It does so only late in a long search.
func (s *Search) reportBound(score int, b tt.Bound) {
	if s.multiPV > 1 || s.clock.elapsed() < currMoveAfter {
		return
	}
	w := s.main()
	r := &w.root[w.first]
	line := r.pv.line()
	if len(line) == 0 {
		line = []board.Move{r.move}
	}
	s.send(Info{
		Depth: w.rootDepth, SelDepth: r.selDepth, MultiPV: 1, Score: score, Bound: b, PV: line,
	})
}

// reportMove reports that the main worker begins with a root move. It does so only late in a long
// search.
func (s *Search) reportMove(m board.Move, number int) {
	if s.clock.elapsed() < currMoveAfter {
		return
	}
	s.to(&Info{Depth: s.main().rootDepth, CurrMove: m, CurrMoveNumber: number})
}

// answerLine returns the moves of the answer, cut where the game would be over.
func (s *Search) answerLine(line *rootLine) []board.Move {
	moves := line.pv.line()
	return slices.Clone(moves[:s.main().drawnAfter(moves)])
}

// send reports a line, cut where the game would be over, and adds what is known of the search.
func (s *Search) send(info Info) {
	w := s.main()
	s.pv.n = copy(s.pv.moves[:], info.PV)
	s.pv.n = w.drawnAfter(s.pv.line())
	w.published.Store(w.nodes)
	w.publishedHits.Store(w.tbHits)
	info.PV = s.pv.line()
	if info.MultiPV == 1 {
		s.reported, s.reportedBound = info.PV[0], info.Bound
	}
	info.SelDepth = max(info.SelDepth, 1)
	info.Drawn = w.drawn(info.PV[0]) && !eval.IsMate(info.Score)
	info.Score, info.Bound = s.shown(info.PV[0], info.Score, info.Bound)
	info.Nodes, info.TBHits = s.nodes(), s.tbHits()
	info.Time, info.Hashfull = s.clock.elapsed(), s.engine.table.Hashfull()
	s.info = info
	s.to(&s.info)
}
