package search

import (
	"strings"
	"testing"
	"time"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/tt"
)

// TestConclude cuts off an iteration at depth 9 after a complete one at depth 8.
func TestConclude(t *testing.T) {
	none := rootLine{}
	line := func(m board.Move, score, depth int, b tt.Bound) rootLine {
		return rootLine{move: m, score: score, depth: depth, bound: b}
	}
	const a, b = board.Move(1), board.Move(2)
	win, loss := eval.MateIn(9), eval.MatedIn(12)
	for _, tc := range []struct {
		name                string
		held, exact, raised rootLine
		want                board.Move
		score               int
	}{
		{"nothing new", line(a, 20, 8, tt.BoundExact), none, none, a, 20},
		{"a new score", line(a, 20, 8, tt.BoundExact), line(b, 10, 9, tt.BoundExact), none, b, 10},
		{"a fail-high", line(a, 20, 8, tt.BoundExact), line(a, 10, 9, tt.BoundExact),
			line(b, 30, 9, tt.BoundLower), b, 30},
		{"a fail-high alone", line(a, 20, 8, tt.BoundExact), none,
			line(b, 30, 9, tt.BoundLower), b, 30},
		{"a mate stays", line(a, win, 8, tt.BoundExact),
			line(b, 400, 9, tt.BoundExact), none, a, win},
		{"a win by tables does not", line(a, eval.TBWin-9, 8, tt.BoundExact),
			line(b, 400, 9, tt.BoundExact), none, b, 400},
		{"a longer mate does not replace it", line(a, win, 8, tt.BoundExact),
			line(b, win-2, 9, tt.BoundExact), none, a, win},
		{"a shorter mate does", line(a, win, 8, tt.BoundExact), line(a, win, 9, tt.BoundExact),
			line(b, win+2, 9, tt.BoundLower), b, win + 2},
		{"a loss does not replace a line that held", line(a, -50, 8, tt.BoundExact),
			line(b, loss, 9, tt.BoundExact), none, a, -50},
		{"a longer loss replaces a loss", line(a, loss, 8, tt.BoundExact),
			line(b, loss+2, 9, tt.BoundExact), none, b, loss + 2},
		{"a defence replaces a loss", line(a, loss, 8, tt.BoundExact), none,
			line(b, -300, 9, tt.BoundLower), b, -300},
		{"depth 1 was not complete", none, line(b, 10, 1, tt.BoundExact), none, board.NoMove, 0},
	} {
		w := &worker{line: tc.held, exact: tc.exact, raised: tc.raised}
		if w.conclude(); w.line.move != tc.want || w.line.score != tc.score {
			t.Errorf("%s: move %d, score %d, want %d, %d",
				tc.name, w.line.move, w.line.score, tc.want, tc.score)
		}
	}
}

// TestVote lets a main worker and two helpers vote.
func TestVote(t *testing.T) {
	line := func(m board.Move, score, depth int) rootLine {
		return rootLine{move: m, score: score, depth: depth, bound: tt.BoundExact}
	}
	lower := func(m board.Move, score, depth int) rootLine {
		return rootLine{move: m, score: score, depth: depth, bound: tt.BoundLower}
	}
	win, loss := eval.MateIn(9), eval.MatedIn(12)
	for _, tc := range []struct {
		name  string
		lines [3]rootLine
		want  int
	}{
		{"all agree", [3]rootLine{line(1, 20, 10), line(1, 20, 10), line(1, 20, 10)}, 0},
		{"two against one", [3]rootLine{line(1, 20, 10), line(2, 20, 10), line(2, 25, 10)}, 2},
		{"not searched", [3]rootLine{line(1, 20, 10), {}, line(1, 20, 9)}, 0},
		{"the main worker has not searched", [3]rootLine{{}, {}, line(2, -50, 9)}, 2},
		{"the deeper line of the same move",
			[3]rootLine{line(1, -83, 9), line(1, 500, 8), line(2, -90, 8)}, 0},
		{"the deeper line of the helpers' move",
			[3]rootLine{line(1, 20, 10), line(2, 90, 8), line(2, 25, 10)}, 2},
		{"a better score of less depth", [3]rootLine{line(1, 20, 10), line(2, 90, 9)}, 1},
		{"who has not searched does not weigh",
			[3]rootLine{line(1, 300, 10), line(2, 290, 11), {}}, 0},
		{"a win is played", [3]rootLine{line(1, 20, 10), line(2, win, 6), line(1, 20, 10)}, 1},
		{"the shorter win", [3]rootLine{line(1, win, 10), line(2, win+2, 8), line(1, win-2, 14)},
			1},
		{"a win that is a lower bound",
			[3]rootLine{line(1, 20, 10), lower(2, win, 9), line(1, 20, 10)}, 1},
		{"a shallow hope does not beat a proven loss",
			[3]rootLine{line(1, loss, 12), line(2, -300, 9), line(2, -310, 10)}, 0},
		{"the helper has proven the loss",
			[3]rootLine{line(1, -300, 9), line(2, loss, 12), line(1, -310, 10)}, 1},
		{"a deeper defence beats a loss",
			[3]rootLine{line(1, loss, 12), line(2, -300, 13), line(1, loss, 12)}, 1},
		{"a lower bound of a loss proves none",
			[3]rootLine{line(1, -300, 9), lower(2, loss, 12), line(1, -300, 9)}, 0},
		{"a lower bound may hold where the other is lost",
			[3]rootLine{line(1, loss, 12), lower(2, loss+2, 12), line(1, loss, 11)}, 1},
		{"the longer defence",
			[3]rootLine{line(1, loss, 12), line(2, loss+2, 12), line(1, loss, 12)}, 1},
	} {
		if got := votesOf(tc.lines[:]).vote(); got.id != tc.want {
			t.Errorf("%s: worker %d answers, want %d", tc.name, got.id, tc.want)
		}
	}
	// Where a loss is proven the order of the workers does not matter, however they would vote.
	four := []rootLine{
		line(1, loss, 12), line(2, -300, 13), line(3, -290, 9), line(3, -295, 9)}
	for range len(four) {
		if got := votesOf(four).vote(); got.line.move != 2 {
			t.Errorf("of %v move %d is played, want 2", four, got.line.move)
		}
		four = append(four[1:], four[0])
	}
	s := votesOf([]rootLine{line(1, 20, 10), line(2, 90, 12), line(2, 90, 12)})
	s.engine.params.noVote = true
	if got := s.vote(); got.id != 0 {
		t.Errorf("without votes worker %d answers", got.id)
	}
}

// votesOf returns a search whose workers have found lines.
func votesOf(lines []rootLine) *Search {
	s := &Search{engine: &Engine{}, multiPV: 1}
	for i := range lines {
		s.workers = append(s.workers, &worker{id: i, line: lines[i]})
	}
	return s
}

// TestCutOffFailHigh stops searches after every number of nodes in a range. Where the first move of
// the iteration was beaten and not yet searched again, the new move must be the answer, as a lower
// bound; the full search that follows may refute it, and then the old one is back.
func TestCutOffFailHigh(t *testing.T) {
	p := boardtest.Position(t, "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1")
	e := small(t)
	raised, exact := 0, 0
	for nodes := uint64(400); nodes < 6000; nodes += 40 {
		e.NewGame()
		var last Info
		r := e.Begin(Root{Pos: p}, Limits{Nodes: nodes}).Run(func(i *Info) {
			last = *i
			last.PV = append([]board.Move(nil), i.PV...)
		})
		switch r.Bound {
		case tt.BoundLower:
			raised++
		case tt.BoundExact:
			exact++
		}
		if r.Best != last.PV[0] || last.Bound != r.Bound || last.Score != r.Score {
			t.Errorf("%d nodes: %+v, the last report is %+v", nodes, r, last)
		}
	}
	if raised == 0 || exact == 0 || raised+exact != 140 {
		t.Errorf("%d answers were lower bounds, %d exact, want some of both and nothing else",
			raised, exact)
	}
}

// TestRaisedMoveIsKept stops the search of a root move at every node. As soon as the move has
// beaten alpha in the zero window it is noted as a lower bound.
func TestRaisedMoveIsKept(t *testing.T) {
	p := boardtest.Position(t, kiwipete)
	const alpha, beta, depth = -300, 300, 3
	m := boardtest.Move(t, &p, "e2a6")
	e := small(t)
	noted, before := 0, 0
	for nodes := uint64(1); ; nodes++ {
		e.NewGame()
		s := e.Begin(Root{Pos: p}, Limits{Nodes: nodes})
		if err := e.Ready(); err != nil {
			t.Fatal(err)
		}
		w := e.workers[0]
		w.begin(s, &s.root)
		w.link(0)
		f := w.at(0)
		f.kind, f.moves, f.bestScore, f.move = nodePV, 2, alpha, m
		w.play(0, m)
		w.searchMove(0, depth, alpha, beta, 0)
		if !w.stopped {
			break
		}
		if w.raised.move == m && w.raised.bound == tt.BoundLower && w.raised.score > alpha &&
			w.raised.pv.moves[0] == m {
			noted++
		} else {
			before++
		}
	}
	if noted == 0 || before == 0 {
		t.Errorf("stopped %d times with the move noted, %d times before; want some of both",
			noted, before)
	}
}

// TestRecord searches a root move that was raised a second time, with the window 20 to 40.
func TestRecord(t *testing.T) {
	e := small(t)
	s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{})
	for _, tc := range []struct {
		name          string
		recorded      int // number of the move whose search ended; move 1 was raised
		score         int
		raised, exact bool // whether there is such a line afterwards
	}{
		{"refuted", 1, 10, false, false},
		{"an exact score", 1, 30, false, true},
		{"a lower bound again", 1, 45, true, false},
		{"another move was refuted", 2, 10, true, false},
	} {
		w := e.workers[0]
		w.begin(s, &s.root)
		w.exact.move, w.raised.move = board.NoMove, board.NoMove
		w.at(0).move, w.at(0).moves = w.root[1].move, 2
		w.raise(25)
		w.record(&w.root[tc.recorded], tc.score, 20, 40)
		if got := w.raised.move != board.NoMove; got != tc.raised {
			t.Errorf("%s: raised: %t", tc.name, got)
		}
		if got := w.exact.move != board.NoMove; got != tc.exact {
			t.Errorf("%s: exact: %t", tc.name, got)
		}
	}
}

// TestUnsearchedEndsTheGame: if the move of an answer that nobody searched ends the game, its score
// is the game's result.
func TestUnsearchedEndsTheGame(t *testing.T) {
	for _, tc := range []struct {
		fen, before, move string
		score             int
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "", "d1d8", eval.MateIn(1)},
		{"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "", "g5g6", eval.Draw},  // stalemate
		{"8/8/8/8/8/2k5/4p3/4K3 w - - 0 1", "", "e1e2", eval.Draw}, // two kings
		{"8/8/8/4k3/8/8/8/4K2R w - - 99 1", "", "h1h2", eval.Draw},
		{"4k3/8/8/8/8/8/4P3/4K2R w - - 0 1",
			"e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1", "d8e8", eval.Draw},
	} {
		e := New()
		root := Root{Pos: boardtest.Position(t, tc.fen)}
		for _, text := range strings.Fields(tc.before) {
			root.Play(boardtest.Move(t, &root.Pos, text))
		}
		root.Moves = []board.Move{boardtest.Move(t, &root.Pos, tc.move)}
		s := e.Begin(root, Limits{Depth: 3})
		e.Stop()
		if r := s.Run(nil); r.Depth != 0 || r.Score != tc.score {
			t.Errorf("%s %s: the answer is %+v, want score %d", tc.fen, tc.before, r, tc.score)
		}
	}
}

// TestUnsearchedAfterCheck stops a search before its first node. The root of the search before it
// was in check. The answer's score is the static evaluation. With the invariants on, evaluating in
// check panics.
func TestUnsearchedAfterCheck(t *testing.T) {
	e := New()
	check := Root{Pos: boardtest.Position(t, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")}
	quiet := Root{Pos: boardtest.Position(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")}
	e.Begin(check, Limits{Depth: 3}).Run(nil)
	s := e.Begin(quiet, Limits{Depth: 3})
	e.Stop()
	if r := s.Run(nil); r.Depth != 0 || r.Best == board.NoMove || r.Score == eval.Draw {
		t.Errorf("the answer is %+v", r)
	}
}

// TestFirstLineIsAnAnswer: if a limit in time ends a search for several lines right after the first
// line of depth 1, that line is the answer.
func TestFirstLineIsAnAnswer(t *testing.T) {
	e := small(t)
	e.SetMultiPV(8)
	e.SetNodesTime(1)
	limits := Limits{MoveTime: time.Millisecond, HasMoveTime: true}
	if r := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, limits).Run(nil); r.Depth != 1 {
		t.Errorf("%+v, want depth 1", r)
	}
}

// TestFirstLineAnswersForSeveral: with several lines the main worker's first one is played.
func TestFirstLineAnswersForSeveral(t *testing.T) {
	s := &Search{engine: &Engine{}, multiPV: 2}
	for i, score := range []int{20, eval.MateIn(3)} {
		s.workers = append(s.workers, &worker{id: i,
			line: rootLine{move: board.Move(i + 1), score: score, depth: 5, bound: tt.BoundExact}})
	}
	if got := s.vote(); got.id != 0 {
		t.Errorf("worker %d answers", got.id)
	}
}

// TestUnsearchedInCheck: in check, the score of an answer that nobody searched is that of the
// material.
func TestUnsearchedInCheck(t *testing.T) {
	p := boardtest.Position(t, "4k3/4r3/8/8/8/8/8/2Q1K3 w - - 0 1")
	s := New().Begin(Root{Pos: p}, Limits{Depth: 3})
	s.engine.Stop()
	if r := s.Run(nil); r.Depth != 0 || r.Score != eval.Material(&p) || r.Score < 300 {
		t.Errorf("the answer is %+v; the material %d", r, eval.Material(&p))
	}
}

// TestUnsearchedTableMove: the table's move is the answer if a search of some depth chose it. A
// move that quiescence chose is the answer only if it loses no man.
func TestUnsearchedTableMove(t *testing.T) {
	p := boardtest.Position(t, "4k3/8/8/3q4/8/8/8/K2Q4 w - - 0 1")
	m := boardtest.Move(t, &p, "a1b1")
	for depth, want := range []bool{false, true} {
		e := small(t)
		if err := e.Ready(); err != nil {
			t.Fatal(err)
		}
		e.table.Store(p.Key(), tt.Entry{Move: m, Depth: depth, Bound: tt.BoundUpper})
		s := e.Begin(Root{Pos: p}, Limits{})
		e.Stop()
		if r := s.Run(nil); (r.Best == m) != want {
			t.Errorf("the table's move of depth %d: %v answers", depth, r.Best)
		}
	}
}
