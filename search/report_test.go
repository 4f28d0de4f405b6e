package search

import (
	"errors"
	"slices"
	"testing"
	"time"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/tt"
)

// TestMultiPVShowsEveryMove asks for more lines than the position with the most legal moves has.
func TestMultiPVShowsEveryMove(t *testing.T) {
	p := boardtest.Position(t, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	e := New()
	e.SetMultiPV(MaxMultiPV)
	byDepth := map[int][]Info{}
	r := e.Begin(Root{Pos: p}, Limits{Depth: 3}).Run(func(i *Info) {
		if i.CurrMove == board.NoMove {
			line := *i
			line.PV = append([]board.Move(nil), i.PV...)
			byDepth[i.Depth] = append(byDepth[i.Depth], line)
		}
	})
	for depth := 1; depth <= 3; depth++ {
		lines := byDepth[depth]
		if len(lines) != 218 {
			t.Fatalf("depth %d: %d lines, want 218", depth, len(lines))
		}
		seen := map[board.Move]bool{}
		for i, line := range lines {
			if line.MultiPV != i+1 || line.Bound != tt.BoundExact || len(line.PV) == 0 ||
				!p.IsLegal(line.PV[0]) || seen[line.PV[0]] {
				t.Fatalf("depth %d: line %d is %+v", depth, i+1, line)
			}
			seen[line.PV[0]] = true
			if i > 0 && line.Score > lines[i-1].Score {
				t.Errorf("depth %d: line %d scores %d after %d",
					depth, i+1, line.Score, lines[i-1].Score)
			}
		}
	}
	if last := byDepth[3]; r.Best != last[0].PV[0] {
		t.Errorf("the answer is %v, the best line begins with %v", r.Best, last[0].PV[0])
	}
}

// TestMultiPVAfterAStop: when a limit cuts an iteration off, the last lines that were reported
// begin with different moves, the best first, and the first is the answer.
func TestMultiPVAfterAStop(t *testing.T) {
	p := boardtest.Position(t, "4k3/8/8/1b2N3/8/3N4/4R3/4K3 w - - 0 1")
	e := New()
	e.SetMultiPV(3)
	for nodes := uint64(1000); nodes <= 20000; nodes += 1000 {
		e.NewGame()
		var last [3]Info
		r := e.Begin(Root{Pos: p}, Limits{Nodes: nodes}).Run(func(i *Info) {
			last[i.MultiPV-1] = *i
			last[i.MultiPV-1].PV = slices.Clone(i.PV)
		})
		seen := map[board.Move]bool{}
		for k, line := range last {
			if seen[line.PV[0]] || k > 0 && line.Score > last[k-1].Score {
				t.Errorf("%d nodes: line %d is %v, %d, behind %v",
					nodes, k+1, line.PV[0], line.Score, last[:k])
			}
			seen[line.PV[0]] = true
		}
		if r.Best != last[0].PV[0] {
			t.Errorf("%d nodes: the answer is %v, the best line begins with %v",
				nodes, r.Best, last[0].PV[0])
		}
	}
}

// TestMultiPVEndsAtOneDepth: in a drawn ending, iterations end too fast to report each of them. The
// last lines are of one depth nevertheless.
func TestMultiPVEndsAtOneDepth(t *testing.T) {
	e := New()
	e.SetMultiPV(3)
	var last [3]int
	root := Root{Pos: boardtest.Position(t, "8/8/4k3/8/8/3K4/8/8 w - - 0 1")}
	e.Begin(root, Limits{Depth: 60}).Run(func(i *Info) {
		last[i.MultiPV-1] = i.Depth
	})
	if last != [3]int{60, 60, 60} {
		t.Errorf("the last depths of the three lines are %v, want 60", last)
	}
}

// TestCurrMove expects root moves and bounds to be reported only late in a long search: the
// clock of the second one began to run in the past.
func TestCurrMove(t *testing.T) {
	for _, tc := range []struct {
		name  string
		nodes uint64 // few enough at first to end in time on any machine
		ago   time.Duration
		want  bool
	}{
		{"at first", 1000, 0, false},
		{"after three seconds", 1000, currMoveAfter, true},
		{"in a longer search", 20000, currMoveAfter, true},
	} {
		e := New()
		moves, bounds := 0, 0
		root := Root{Pos: boardtest.Position(t, kiwipete)}
		limits := Limits{Nodes: tc.nodes, Start: time.Now().Add(-tc.ago)}
		e.Begin(root, limits).Run(func(i *Info) {
			switch {
			case i.CurrMove != board.NoMove:
				if moves++; i.CurrMoveNumber < 1 || i.Depth < 1 {
					t.Errorf("%s: %+v", tc.name, *i)
				}
			case i.Bound != tt.BoundExact:
				bounds++
			}
		})
		if (moves > 0) != tc.want || !tc.want && bounds > 0 {
			t.Errorf("%s: %d root moves and %d bounds are told", tc.name, moves, bounds)
		}
	}
}

// TestLastLineAfterBound stops searches all through iterations in which another move beats the best
// one and then falls back. The last line must begin with the answer, also when that is the move of
// the iteration before and the last line told of a bound.
func TestLastLineAfterBound(t *testing.T) {
	e := New()
	for _, tc := range []struct {
		fen         string
		least, most uint64 // nodes
	}{
		{"6k1/8/8/2P3K1/8/8/8/8 w - - 0 1", 100, 250},
		{"8/8/8/3k4/8/2N5/6P1/2K5 b - - 0 1", 150, 300},
		{"8/4P3/8/2k5/5K2/8/P7/8 b - - 0 1", 400, 550},
	} {
		for nodes := tc.least; nodes < tc.most; nodes++ {
			e.NewGame()
			first := board.NoMove
			limits := Limits{Nodes: nodes, Start: time.Now().Add(-currMoveAfter)}
			result := e.Begin(Root{Pos: boardtest.Position(t, tc.fen)}, limits).Run(func(i *Info) {
				if i.CurrMove == board.NoMove {
					first = i.PV[0]
				}
			})
			if first != result.Best {
				t.Errorf("%s, %d nodes: the last line begins with %s, the answer is %s",
					tc.fen, nodes, first, result.Best)
				break
			}
		}
	}
}

// TestResultPV expects the answer's line to be the one reported last, and legal. It ends where the
// game does: the last root has been on the board twice, so the first move that repeats it draws.
func TestResultPV(t *testing.T) {
	e := small(t)
	repeated := Root{Pos: boardtest.Position(t, "7k/8/8/8/8/8/q6P/7K w - - 0 1")}
	for _, uci := range []string{"h1g1", "h8g8", "g1h1", "g8h8", "h1g1", "h8g8"} {
		m, err := repeated.Pos.ParseMove(uci)
		if err != nil {
			t.Fatal(err)
		}
		repeated.Play(m)
	}
	longest := 0
	for _, root := range []Root{
		{Pos: board.Start()}, {Pos: boardtest.Position(t, kiwipete)}, repeated,
	} {
		for depth := 1; depth <= 10; depth++ {
			var last []board.Move
			r := e.Begin(root, Limits{Depth: depth}).Run(func(i *Info) {
				last = slices.Clone(i.PV)
			})
			if !slices.Equal(r.PV, last) || r.PV[0] != r.Best {
				t.Errorf("%s, depth %d: PV is %v, last reported %v, the answer %v",
					root.Pos.FEN(), depth, r.PV, last, r.Best)
			}
			p := root.Pos
			for _, m := range r.PV {
				if !p.IsLegal(m) {
					t.Fatalf("%s, depth %d: %v in %v is not legal", root.Pos.FEN(), depth, m, r.PV)
				}
				p = p.After(m)
			}
			longest = max(longest, len(r.PV))
		}
	}
	if longest < 5 {
		t.Errorf("the longest line has %d moves", longest)
	}
}

// TestClearHash expects an empty table after ClearHash: the next search takes as many nodes as with
// a new table, and more than with the old one.
func TestClearHash(t *testing.T) {
	for _, fen := range []string{kiwipete, board.StartFEN,
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"} {
		p := boardtest.Position(t, fen)
		nodes := func(between func(*Engine)) uint64 {
			e := New()
			search := func(depth int) uint64 {
				return e.Begin(Root{Pos: p}, Limits{Depth: depth}).Run(nil).Nodes
			}
			search(15)
			if _, hit := e.table.Probe(p.Key()); !hit {
				t.Error("the root is not in the table")
			}
			between(e)
			return search(12)
		}
		known := nodes(func(*Engine) {}) // the table has deeper answers
		cleared := nodes(func(e *Engine) {
			e.ClearHash()
			if _, hit := e.table.Probe(p.Key()); hit {
				t.Error("the root is still in the table")
			}
		})
		fresh := nodes(func(e *Engine) {
			if err := errors.Join(e.SetHash(2*DefaultHash), e.SetHash(DefaultHash)); err != nil {
				t.Fatal(err)
			}
		})
		if cleared != fresh || cleared <= known {
			t.Errorf("%s: %d nodes with the table, %d after it was cleared, %d with a new one",
				fen, known, cleared, fresh)
		}
	}
}

// TestBoundsOfOneLineOnly: bounds are reported, late in a long search, only if one line is shown.
func TestBoundsOfOneLineOnly(t *testing.T) {
	for lines := 1; lines <= 2; lines++ {
		e := small(t)
		e.SetMultiPV(lines)
		bounds := 0
		limits := Limits{Nodes: 60000, Start: time.Now().Add(-currMoveAfter)}
		e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, limits).Run(func(i *Info) {
			if i.CurrMove == board.NoMove && i.Bound != tt.BoundExact {
				bounds++
			}
		})
		if (bounds > 0) != (lines == 1) {
			t.Errorf("%d lines: %d bounds are shown", lines, bounds)
		}
	}
}

// TestLastDepthIsShown: a forced line, searched faster than it is shown, ends with its last depth.
func TestLastDepthIsShown(t *testing.T) {
	last := 0
	root := Root{Pos: boardtest.Position(t, "8/8/4k3/8/8/3K4/8/8 w - - 0 1")}
	small(t).Begin(root, Limits{Depth: 60}).Run(func(i *Info) { last = i.Depth })
	if last != 60 {
		t.Errorf("the last line is of depth %d, want 60", last)
	}
}

// TestRootWithoutNamedMoves: if no named move is legal, the report does not say that the game is
// lost or drawn.
func TestRootWithoutNamedMoves(t *testing.T) {
	e := small(t)
	for _, fen := range []string{board.StartFEN, "4k3/8/8/8/8/8/8/K3R3 b - - 0 1"} {
		var got []Info
		root := Root{Pos: boardtest.Position(t, fen), Moves: []board.Move{}}
		e.Begin(root, Limits{Depth: 2}).Run(func(i *Info) { got = append(got, *i) })
		if len(got) != 1 || got[0].Score != eval.Draw || got[0].Drawn {
			t.Errorf("%s: %+v", fen, got)
		}
	}
}

// TestDrawnByTheRules: a line is reported as drawn if its first move ends the game in a draw.
func TestDrawnByTheRules(t *testing.T) {
	for _, tc := range []struct {
		fen, move string
		want      bool
	}{
		{"8/8/8/3k4/8/3K4/8/7R w - - 98 80", "h1h2", false},
		{"8/8/8/3k4/8/3K4/8/7R w - - 99 80", "h1h2", true},  // fifty moves
		{"7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "g5g6", true},     // stalemate
		{"7k/5K2/8/6Q1/8/8/8/8 w - - 99 80", "g5g7", false}, // mate comes before fifty moves
		{"8/8/8/8/8/2k5/4r3/3K4 w - - 0 80", "d1e2", true},  // no material is left
	} {
		p := boardtest.Position(t, tc.fen)
		m, err := p.ParseMove(tc.move)
		if err != nil {
			t.Fatal(err)
		}
		root := Root{Pos: p, Moves: []board.Move{m}}
		small(t).Begin(root, Limits{Depth: 4}).Run(func(i *Info) {
			if i.CurrMove == board.NoMove && i.Drawn != tc.want {
				t.Errorf("%s %s: drawn %t, score %d", tc.fen, tc.move, i.Drawn, i.Score)
			}
		})
	}
}

// TestLastLineIsTheAnswers: if a stop comes right after a late score that is only an upper bound,
// the last reported line is that of the answer.
func TestLastLineIsTheAnswers(t *testing.T) {
	fallen := 0
	for _, fen := range benchPositions[:20] {
		e := small(t)
		var last Info
		stopped := false
		limits := Limits{Depth: 14, Start: time.Now().Add(-currMoveAfter)}
		r := e.Begin(Root{Pos: boardtest.Position(t, fen)}, limits).Run(func(i *Info) {
			if i.CurrMove != board.NoMove {
				return
			}
			last = *i
			if i.Bound == tt.BoundUpper && !stopped {
				stopped = true
				fallen++
				e.Stop()
			}
		})
		if last.Bound != r.Bound || last.Score != r.Score || last.Depth != r.Depth {
			t.Errorf("%s: the answer is %+v, the last line %+v", fen, r, last)
		}
	}
	if fallen < 5 {
		t.Errorf("%d searches fell low: too few to tell", fallen)
	}
}

// TestQuietLines: right after a report a deep line is not reported, but a less deep one is, and so
// is a new best move.
func TestQuietLines(t *testing.T) {
	e := small(t)
	for _, tc := range []struct {
		name  string
		depth int
		same  bool // the move that was reported
		want  bool
	}{
		{"deep", quietLines + 1, true, false},
		{"not so deep", quietLines, true, true},
		{"deep, another move", quietLines + 1, false, true},
	} {
		s := e.Begin(Root{Pos: board.Start()}, Limits{Depth: 1})
		s.Run(nil)
		w, reported := e.workers[0], false
		s.to = func(*Info) { reported = true }
		s.lastReport = time.Now().Add(time.Hour) // however slow the machine is
		s.reported = w.root[0].move
		if !tc.same {
			s.reported = w.root[1].move
		}
		s.reportLines(tc.depth, 1)
		if reported != tc.want {
			t.Errorf("%s: reported %t", tc.name, reported)
		}
	}
}

// TestMateIsNoDraw: a line that mates is never shown as drawn, whatever the tables said.
func TestMateIsNoDraw(t *testing.T) {
	e := small(t)
	s := e.Begin(Root{Pos: board.Start()}, Limits{Depth: 1})
	s.Run(nil)
	w := e.workers[0]
	m := w.root[0].move
	s.verdicts = map[board.Move]verdict{m: {0, eval.Draw}}
	for score, drawn := range map[int]bool{0: true, eval.MateIn(3): false} {
		s.to = func(i *Info) {
			if i.Drawn != drawn {
				t.Errorf("score %d: drawn %t", score, i.Drawn)
			}
		}
		s.send(Info{MultiPV: 1, Score: score, PV: []board.Move{m}})
	}
}

// TestHelpersLineIsNews: the answer of a helper is reported even if the main worker's reported line
// is the same.
func TestHelpersLineIsNews(t *testing.T) {
	e := small(t)
	if err := e.SetThreads(2); err != nil {
		t.Fatal(err)
	}
	s := e.Begin(Root{Pos: board.Start()}, Limits{Depth: 3})
	s.Run(nil)
	main, helper := e.workers[0], e.workers[1]
	s.reportLine(&main.line)
	helper.line = main.line
	if s.isNews(main) || !s.isNews(helper) {
		t.Errorf("news: main worker %t, helper %t", s.isNews(main), s.isNews(helper))
	}
}
