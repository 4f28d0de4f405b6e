package search

import (
	"testing"

	"sente/board"
	"sente/internal/boardtest"
	"sente/internal/splitmix"
)

// TestWhatIsOverlooked has a thousand players who miss a fifth of the moves. Few of them miss a
// recapture or a move of the man that just moved, and more miss a backward move. Nobody misses a
// move in check, castling, or anything in a basic ending.
func TestWhatIsOverlooked(t *testing.T) {
	const blind = 200
	const middle = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 5"
	for _, tc := range []struct {
		name, fen   string
		moves       []string // the last one may be overlooked
		least, most int
	}{
		{"a usual move", middle, []string{"a7a6", "a2a3"}, 160, 240},
		{"a recapture", middle, []string{"f6e4", "c3e4"}, 30, 70},
		{"another capture", "4k3/5n2/8/r2p4/2P5/8/8/4K1BB b - - 0 1",
			[]string{"f7h6", "c4d5"}, 160, 240},
		{"the same man", middle, []string{"a7a6", "f3g5", "a6a5", "g5h3"}, 30, 70},
		{"the king that castled", middle, []string{"e8g8", "a2a3", "g8h8"}, 30, 70},
		{"another man", middle, []string{"a7a6", "f3g5", "a6a5", "a2a3"}, 160, 240},
		{"back, White", middle, []string{"a7a6", "c4e2"}, 340, 460},
		{"back, Black", middle, []string{"a7a6", "a2a3", "c5e7"}, 340, 460},
		{"on, Black", middle, []string{"a7a6", "a2a3", "c5d4"}, 160, 240},
		{"castling", middle, []string{"a7a6", "e1g1"}, 0, 0},
		{"an evasion", middle, []string{"c5f2", "e1f2"}, 0, 0},
		{"a basic ending", "8/8/8/3k4/8/8/8/Q3K3 b - - 0 1", []string{"d5e6", "a1b2"}, 0, 0},
	} {
		last := len(tc.moves) - 1
		w := played(t, tc.fen, tc.moves[:last]...)
		w.at(last).inCheck = w.pos[last].InCheck()
		m := boardtest.Move(t, &w.pos[last], tc.moves[last])
		missed := 0
		for seed := range uint64(1000) {
			w.view = view{blind: blind, seed: splitmix.At(seed)}
			if w.overlooks(last, m) {
				missed++
			}
		}
		if missed < tc.least || missed > tc.most {
			t.Errorf("%s: %d of 1000 miss %v", tc.name, missed, m)
		}
	}
}

// TestTheManThatJustMoved: what a player sees at ply 1 depends on the move that led to the root.
func TestTheManThatJustMoved(t *testing.T) {
	before := boardtest.Position(t, board.StartFEN)
	m := boardtest.Move(t, &before, "g1f3")
	w := played(t, board.StartFEN)
	var root board.Position
	before.Make(m, &root)
	w.begin(w.search, &Root{Pos: root})
	reply, _ := root.ParseMove("a7a6")
	w.play(0, reply)
	near, far := 0, 0
	for seed := range uint64(1000) {
		w.view = view{blind: 200, seed: splitmix.At(seed)}
		for text, n := range map[string]*int{"f3d4": &near, "b1c3": &far} {
			if m, _ := w.pos[1].ParseMove(text); w.overlooks(1, m) {
				*n++
			}
		}
	}
	if near*2 > far {
		t.Errorf("%d of 1000 miss a move of the man that moved last, %d another", near, far)
	}
}

// TestStrengthOfASearch: a search for several lines has a greater reach. A search for a mate is not
// limited. Promotions to rook and bishop are left out unless they are named.
func TestStrengthOfASearch(t *testing.T) {
	e := small(t)
	e.SetStrength(Strength{Nodes: 1000, Noise: 50})
	e.SetMultiPV(3)
	p := boardtest.Position(t, "8/P6k/8/8/8/1p1p4/1P1P4/K1b5 w - - 0 1")
	s := e.Begin(Root{Pos: p}, Limits{})
	if s.reach != 3000 {
		t.Errorf("reach %d of three lines, want 3000", s.reach)
	}
	if s := e.Begin(Root{Pos: p}, Limits{Mate: 3}); s.limited ||
		s.view != (view{mates: true}) || s.reach != 0 {
		t.Errorf("a search for a mate is limited: %+v", s.view)
	}
	for _, tc := range []struct {
		move  string
		alone bool // named
		want  bool
	}{
		{"a7a8q", false, true}, {"a7a8n", false, true}, {"a7a8r", false, false},
		{"a7a8b", false, false}, {"a7a8r", true, true},
	} {
		m := boardtest.Move(t, &p, tc.move)
		root := Root{Pos: p}
		if tc.alone {
			root.Moves = []board.Move{m}
		}
		found := false
		for _, r := range e.Begin(root, Limits{}).rootMoves {
			found = found || r == m
		}
		if found != tc.want {
			t.Errorf("%s, named %t: searched %t", tc.move, tc.alone, found)
		}
	}
}

// TestViewsHaveTheirSalts: players that see positions differently do not share the table's entries.
func TestViewsHaveTheirSalts(t *testing.T) {
	seen := map[uint64]view{}
	for _, v := range []view{
		{}, {textbook: true}, {noise: 5}, {blind: 5}, {noise: 5, blind: 5}, {noise: 5, seed: 1},
		{noise: 5, textbook: true}, {mates: true}, {textbook: true, mates: true},
	} {
		if other, twice := seen[v.salt()]; twice {
			t.Errorf("%+v and %+v have the same salt", v, other)
		}
		seen[v.salt()] = v
	}
}

// TestOverlookedCapturesAreLeftOut: if a queen can be taken, quiescence and ProbCut fail high. They
// don't for a player who sees no capture at all.
func TestOverlookedCapturesAreLeftOut(t *testing.T) {
	const depth, above = 10, 50 // plies; centipawns that beta is above the evaluation
	e := small(t)
	e.SetNetwork(nil) // a network may know that the queen is lost
	for _, blind := range []int{0, 1000} {
		e.NewGame()
		root := Root{Pos: boardtest.Position(t,
			"r1b1k2r/pppp1ppp/8/3q4/4P3/2N5/PPPP1PPP/R1BQKB1R b KQkq - 0 1")}
		s := e.Begin(root, Limits{Depth: 1})
		if err := e.Ready(); err != nil {
			t.Fatal(err)
		}
		w := e.workers[0]
		w.begin(s, &root)
		w.view.blind = blind
		m := boardtest.Move(t, &w.pos[0], "a7a6")
		w.play(0, m)
		w.arrive(1)
		f := w.at(1)
		f.kind = nodeCut
		w.probe(1)
		w.setEvaluation(1)
		beta := f.staticEval + above
		sees := blind == 0
		if _, cut := w.probCut(1, depth, beta); cut != sees {
			t.Errorf("blind %d: ProbCut cuts: %t", blind, cut)
		}
		if v := w.quiesce(1, beta-1, beta, false); v >= beta != sees {
			t.Errorf("blind %d: quiescence %d, beta %d", blind, v, beta)
		}
	}
}

// TestNothingSeen: for a player who overlooks every move of a node out of check, the score is the
// evaluation, not a draw.
func TestNothingSeen(t *testing.T) {
	w := played(t, "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "e1d1", "e8d8")
	w.view.blind = 1000
	w.arrive(2)
	f := w.at(2)
	f.staticEval = 777
	if got := w.withoutMoves(2, 0); got != f.staticEval {
		t.Errorf("%d, want the evaluation, %d", got, f.staticEval)
	}
}
