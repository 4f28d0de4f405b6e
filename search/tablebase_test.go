package search

import (
	"slices"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/syzygy"
	"sente/tt"
)

func withTables(t *testing.T) *Engine {
	t.Helper()
	tables, errs := syzygy.Open("../syzygy/testdata")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	e := New()
	e.SetTables(tables)
	return e
}

// TestTablesAtTheRoot expects the tables' verdict, and a move that keeps it.
func TestTablesAtTheRoot(t *testing.T) {
	e := withTables(t)
	for _, tc := range []struct {
		fen      string
		min, max int
	}{
		{"8/8/8/8/8/2k5/8/K6R w - - 0 1", eval.TBWin, eval.Mate},
		{"8/8/8/8/8/2k5/8/K6R b - - 0 1", -eval.Mate, -eval.TBWin},
		{"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", eval.Draw, eval.Draw},
		{"8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", eval.Draw, eval.Draw},
		{"3k4/8/3K4/3P4/8/8/8/8 w - - 0 1", eval.TBWin, eval.Mate},
		{"8/8/8/8/8/2k5/8/K6R w - - 99 80", eval.Draw, eval.Draw + 1}, // nothing is zeroed in time
	} {
		e.NewGame()
		var hits uint64
		root := Root{Pos: boardtest.Position(t, tc.fen)}
		r := e.Begin(root, Limits{Nodes: 3000}).Run(func(i *Info) {
			hits = max(hits, i.TBHits)
			if want := tc.min == eval.Draw; i.CurrMove == board.NoMove && i.Drawn != want {
				t.Errorf("%s: a draw: %t, want %t", tc.fen, i.Drawn, want)
			}
		})
		if r.Score < tc.min || r.Score > tc.max || hits == 0 {
			t.Errorf("%s: score %d after %d hits, want %d to %d",
				tc.fen, r.Score, hits, tc.min, tc.max)
		}
	}
}

// TestWithoutFiftyMoveRule: with the rule off, a win is a win at every half-move clock. At a high
// clock the answer is a move with the shortest distance.
func TestWithoutFiftyMoveRule(t *testing.T) {
	e := withTables(t)
	e.SetFiftyMoveRule(false)
	for _, clock := range []string{"0", "98", "99", "100", "120"} {
		e.NewGame()
		p := boardtest.Position(t, "8/8/8/8/8/2k5/8/K6R w - - "+clock+" 80")
		r := e.Begin(Root{Pos: p}, Limits{Nodes: 3000}).Run(nil)
		if r.Score < eval.TBWin || r.Bound != tt.BoundExact {
			t.Errorf("clock %s: score %d, bound %d", clock, r.Score, r.Bound)
		}
		ranked, _, _ := e.bases.tables.Root(e.bases.asked(&p), nil)
		i := slices.IndexFunc(ranked, func(m syzygy.RootMove) bool { return m.Move == r.Best })
		if clock != "0" && ranked[i].DTZ != ranked[0].DTZ {
			t.Errorf("clock %s: a move of %d plies, the best has %d",
				clock, ranked[i].DTZ, ranked[0].DTZ)
		}
	}
}

// TestFiftyMoveRuleEmptiesTheTable: a change of the rule empties the table, whose scores hold only
// by the other rule.
func TestFiftyMoveRuleEmptiesTheTable(t *testing.T) {
	e := New()
	p := board.Start()
	e.Begin(Root{Pos: p}, Limits{Depth: 4}).Run(nil)
	for _, on := range []bool{true, false} {
		e.SetFiftyMoveRule(on)
		if _, found := e.table.Probe(p.Key()); found != on {
			t.Errorf("the rule is on: %t; the root is still in the table: %t", on, found)
		}
	}
}

// TestTablesBound: the tables' score is exact, whatever bound the search had for its own.
func TestTablesBound(t *testing.T) {
	s := &Search{verdicts: map[board.Move]verdict{1: {score: eval.TBWin}}}
	score, bound := s.shown(1, 50, tt.BoundUpper)
	if score != eval.TBWin || bound != tt.BoundExact {
		t.Errorf("score %d, bound %d", score, bound)
	}
	score, bound = s.shown(2, 50, tt.BoundUpper)
	if score != 50 || bound != tt.BoundUpper {
		t.Errorf("a move that the tables don't know: score %d, bound %d", score, bound)
	}
	score, bound = s.shown(1, eval.MateIn(5), tt.BoundLower)
	if score != eval.MateIn(5) || bound != tt.BoundLower {
		t.Errorf("a mate: score %d, bound %d", score, bound)
	}
}

// TestTablesForSeveralLines: every line has the tables' score, and by the tables no line is better
// than the one above it.
func TestTablesForSeveralLines(t *testing.T) {
	for fen, lines := range map[string]int{
		"8/8/8/2k5/8/8/3Q4/4K3 w - - 0 1":  30, // 22 moves win, 4 lose the queen
		"8/8/8/4k3/8/8/3Q4/4K3 w - - 96 1": 30, // too late to win
		"8/8/8/4k3/8/4P3/8/4K3 w - - 0 1":  2,  // a draw
		"8/8/8/8/3k4/8/3Q4/4K3 b - - 0 1":  3,  // lost
	} {
		e := withTables(t)
		e.SetMultiPV(lines)
		p := boardtest.Position(t, fen)
		ranked, _, ok := e.bases.tables.Root(&p, nil)
		if !ok {
			t.Fatalf("%s: the tables don't know it", fen)
		}
		said := map[board.Move]syzygy.RootMove{}
		for _, r := range ranked {
			said[r.Move] = r
		}
		seen, above := 0, ranked[0].Rank
		e.Begin(Root{Pos: p}, Limits{Depth: 6}).Run(func(i *Info) {
			if len(i.PV) == 0 || i.Depth < 6 {
				return
			}
			r := said[i.PV[0]]
			want, _ := e.bases.score(r.WDL, 0)
			if i.Score != want && !eval.IsMate(i.Score) ||
				i.Drawn == (r.WDL == syzygy.Win || r.WDL == syzygy.Loss) {
				t.Errorf("%s: %v has score %d, drawn %t; the tables say %v",
					fen, r.Move, i.Score, i.Drawn, r.WDL)
			}
			if r.Rank > above {
				t.Errorf("%s: line %d, %v, has rank %d, the one above it %d",
					fen, i.MultiPV, r.Move, r.Rank, above)
			}
			seen, above = i.MultiPV, r.Rank
		})
		if want := min(lines, len(ranked)); seen != want {
			t.Errorf("%s: %d lines, want %d", fen, seen, want)
		}
	}
}

// TestTablesBeforeDepthOne: a search that ends before depth 1 plays a move that the tables call
// best, with several lines too.
func TestTablesBeforeDepthOne(t *testing.T) {
	for _, fen := range []string{
		"4k3/8/8/3KP3/8/8/8/8 w - - 0 1", // the pawn's move gives the win away
		"8/8/4k3/8/4PK2/8/8/8 b - - 0 1",
		"8/2k5/8/1PK5/8/8/8/8 b - - 0 1",
	} {
		e := withTables(t)
		p := boardtest.Position(t, fen)
		ranked, _, ok := e.bases.tables.Root(&p, nil)
		if !ok {
			t.Fatalf("%s: the tables don't know it", fen)
		}
		for _, lines := range []int{1, 3} {
			e.NewGame()
			e.SetMultiPV(lines)
			got := e.Begin(Root{Pos: p}, Limits{Nodes: 1}).Run(nil).Best
			i := slices.IndexFunc(ranked, func(r syzygy.RootMove) bool { return r.Move == got })
			if i < 0 || ranked[i].Rank < ranked[0].Rank {
				t.Errorf("%s, %d lines: the answer is %v, the tables' best %v",
					fen, lines, got, ranked[0].Move)
			}
		}
	}
}

// TestTablesInTheSearch uses the tables only after a capture, because the root has four men.
func TestTablesInTheSearch(t *testing.T) {
	e := withTables(t)
	p := boardtest.Position(t, "8/8/8/2k5/8/8/r7/K6R w - - 0 1") // Kxa2 wins a rook ending
	var hits uint64
	count := func(i *Info) { hits = max(hits, i.TBHits) }
	r := e.Begin(Root{Pos: p}, Limits{Nodes: 5000}).Run(count)
	if m, _ := p.ParseMove("a1a2"); r.Best != m || r.Score < eval.TBWin-eval.MaxPly || hits == 0 {
		t.Errorf("answer %v, score %d, %d hits", r.Best, r.Score, hits)
	}
	e.SetProbeLimit(2)
	hits = 0
	e.NewGame()
	e.Begin(Root{Pos: p}, Limits{Nodes: 5000}).Run(count)
	if hits != 0 {
		t.Errorf("%d hits though nothing may be probed", hits)
	}
}

// TestClockAfterTables: tables may lie on a slow disk, so the clock is looked at after each answer.
func TestClockAfterTables(t *testing.T) {
	e := withTables(t)
	s := e.Begin(Root{Pos: boardtest.Position(t, "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1")}, Limits{})
	w := s.workers[0]
	w.search, w.tbMen, w.pos[0] = s, 3, s.root.Pos
	w.nodes, w.pollAt = 10, 1000
	if _, bound := w.outcome(0, 5); bound == tt.BoundNone || w.pollAt > w.nodes {
		t.Errorf("bound %d, at %d nodes the next look is at %d", bound, w.nodes, w.pollAt)
	}
}

// TestTablesWinGames plays won endings to mate.
func TestTablesWinGames(t *testing.T) {
	e := withTables(t)
	for _, fen := range []string{"8/8/8/3k4/8/8/8/K6R w - - 0 1", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
		"8/8/2k5/8/8/1PK5/8/8 w - - 0 1"} {
		root := Root{Pos: boardtest.Position(t, fen)}
		p := &root.Pos
		for ply := 0; p.HasLegalMove(); ply++ {
			if ply > 120 || p.HalfmoveClock() >= 100 {
				t.Fatalf("%s: no mate, now %s", fen, p.FEN())
			}
			root.Play(e.Begin(root, Limits{Nodes: 1000}).Run(nil).Best)
		}
		if !p.InCheck() {
			t.Errorf("%s: ends in stalemate", fen)
		}
	}
}

// TestTablesAndTheRootsMoves: if moves to search were named, the tables judge these alone, even if
// all are bad. If the tables know the distances, the search does not probe them, so that it may
// find a mate. A player of limited strength does not use the tables.
func TestTablesAndTheRootsMoves(t *testing.T) {
	e := withTables(t)
	p := boardtest.Position(t, "8/8/8/2k5/8/8/3Q4/4K3 w - - 0 1")
	m, err := p.ParseMove("d2d5") // loses the queen
	if err != nil {
		t.Fatal(err)
	}
	r := e.Begin(Root{Pos: p, Moves: []board.Move{m}}, Limits{Depth: 3}).Run(nil)
	if r.Best != m || r.Score != eval.Draw {
		t.Errorf("searchmoves d2d5: %+v", r)
	}
	s := e.Begin(Root{Pos: p}, Limits{Depth: 3})
	if s.Run(nil); s.verdicts == nil || s.tbMen != 0 {
		t.Errorf("the distances are known: %d verdicts, positions of %d men are asked about",
			len(s.verdicts), s.tbMen)
	}
	e.SetStrength(StrengthOf(MinElo))
	s = e.Begin(Root{Pos: p}, Limits{Depth: 3})
	if s.Run(nil); s.verdicts != nil || s.rootTBHits > 0 || s.tbHits() > 0 {
		t.Errorf("a limited player has %d verdicts after %d hits", len(s.verdicts), s.tbHits())
	}
}

// TestTablesWhereTheyCount: in the search the tables are asked only right after a capture or pawn
// move. Positions with as many men as the largest table are looked up only from the probe depth on.
func TestTablesWhereTheyCount(t *testing.T) {
	const pawn, later = "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", "8/8/8/3k4/8/3K4/3P4/8 w - - 1 1"
	e := withTables(t)
	e.SetProbeDepth(5)
	for _, tc := range []struct {
		fen        string
		men, depth int // of the largest table; of the node
		known      bool
	}{
		{pawn, 3, 5, true}, {pawn, 3, 4, false}, {pawn, 4, 1, true}, {pawn, 2, 9, false},
		{later, 3, 9, false},
	} {
		s := e.Begin(Root{Pos: boardtest.Position(t, tc.fen)}, Limits{})
		w := s.workers[0]
		w.search, w.tbMen, w.pos[0] = s, tc.men, s.root.Pos
		if _, bound := w.outcome(0, tc.depth); (bound != tt.BoundNone) != tc.known {
			t.Errorf("%+v: bound %d", tc, bound)
		}
	}
}

// TestTablesBoundTheSearch: on the principal variation, a tables' win is the least that a node
// scores, and a loss is the most. A bound ends a node only if it lies on its side of the window.
func TestTablesBoundTheSearch(t *testing.T) {
	const win, loss = "8/8/8/8/8/2k5/8/K6R w - - 0 1", "8/8/8/8/8/2k5/8/K6R b - - 0 1"
	e := withTables(t)
	for _, tc := range []struct {
		fen            string
		kind           nodeKind
		alpha, beta    int
		cut            bool
		floor, ceiling int
	}{
		{win, nodeCut, 0, 1, true, -eval.Infinity, eval.Infinity},
		{win, nodeCut, eval.TBWin, eval.TBWin + 1, false, -eval.Infinity, eval.Infinity},
		{win, nodePV, 0, eval.Infinity, false, eval.TBWin, eval.Infinity},
		{loss, nodeAll, 0, 1, true, -eval.Infinity, eval.Infinity},
		{loss, nodePV, -eval.Infinity, 0, false, -eval.Infinity, -eval.TBWin},
	} {
		e.NewGame()
		s := e.Begin(Root{Pos: boardtest.Position(t, tc.fen)}, Limits{})
		if err := e.Ready(); err != nil {
			t.Fatal(err)
		}
		w := e.workers[0]
		w.begin(s, &s.root)
		w.tbMen = 3
		f := w.at(0)
		f.kind = tc.kind
		_, cut := w.probeTables(0, 5, tc.alpha, tc.beta)
		if cut != tc.cut || f.floor != tc.floor || f.ceiling != tc.ceiling {
			t.Errorf("%+v: cuts %t, from %d to %d", tc, cut, f.floor, f.ceiling)
		}
	}
}

// TestTablesOrderDraws: a draw that would be won without the fifty-move rule scores better than
// others, and one that would be lost without it scores worse.
func TestTablesOrderDraws(t *testing.T) {
	bases := tablebases{fifty: true}
	last := -eval.Infinity
	for _, w := range []syzygy.WDL{syzygy.Loss, syzygy.BlessedLoss, syzygy.Draw, syzygy.CursedWin,
		syzygy.Win} {
		score, _ := bases.score(w, 3)
		if score <= last {
			t.Errorf("%v scores %d, the one before %d", w, score, last)
		}
		last = score
	}
}
