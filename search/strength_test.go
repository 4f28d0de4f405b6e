package search

import (
	"math"
	"slices"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
	"sente/internal/splitmix"
)

// TestStrengthOf expects strengths to grow with Elo, measured ones to be hit, and values out of
// range to be brought into it.
func TestStrengthOf(t *testing.T) {
	if levels[0].elo > MinElo || levels[len(levels)-1].elo < MaxElo {
		t.Errorf("levels from %d to %d don't cover %d to %d",
			levels[0].elo, levels[len(levels)-1].elo, MinElo, MaxElo)
	}
	for _, l := range levels {
		if l.elo >= MinElo && l.elo <= MaxElo && StrengthOf(l.elo) != l.Strength {
			t.Errorf("%d: %+v, want %+v", l.elo, StrengthOf(l.elo), l.Strength)
		}
	}
	for elo := MinElo; elo < MaxElo; elo++ {
		a, b := StrengthOf(elo), StrengthOf(elo+1)
		if a.Nodes > b.Nodes || a.Depth > b.Depth || a.Noise < b.Noise || a.Blind < b.Blind ||
			a.Nodes == 0 || a.Depth == 0 {
			t.Errorf("%d: %+v, %d: %+v", elo, a, elo+1, b)
		}
	}
	if StrengthOf(0) != StrengthOf(MinElo) || StrengthOf(9999) != StrengthOf(MaxElo) {
		t.Error("values out of range are not brought into it")
	}
	if SkillElo(0) != MinElo || SkillElo(SkillLevels-1) != MaxElo {
		t.Errorf("skill levels go from %d to %d", SkillElo(0), SkillElo(SkillLevels-1))
	}
}

func TestNormal(t *testing.T) {
	const n = 100000
	sum, squares, beyond := 0.0, 0.0, 0
	for x := range uint64(n) {
		v := float64(normal(x*x)) / normalUnit
		sum += v
		squares += v * v
		if math.Abs(v) > 2 {
			beyond++
		}
	}
	if mean := sum / n; math.Abs(mean) > 0.02 {
		t.Errorf("mean %.3f, want 0", mean)
	}
	if deviation := math.Sqrt(squares / n); math.Abs(deviation-1) > 0.02 {
		t.Errorf("standard deviation %.3f, want 1", deviation)
	}
	// The normal distribution has 0.0455.
	if share := float64(beyond) / n; share < 0.03 || share > 0.06 {
		t.Errorf("%.4f beyond two standard deviations", share)
	}
}

// walk calls visit for the positions of many games of arbitrary moves.
func walk(t *testing.T, visit func(p *board.Position)) {
	for _, fen := range benchPositions {
		p := boardtest.Position(t, fen)
		x := p.Key()
		for range 40 {
			var list board.MoveList
			if p.Legal(&list); list.N == 0 {
				break
			}
			visit(&p)
			var next board.Position
			x = splitmix.At(x)
			p.Make(list.Moves[x%uint64(list.N)], &next)
			p = next
		}
	}
}

// TestMisjudgement expects the error of a position to be of the size asked for, the same each time
// in a game and from either side, another one in another game, and none in basic endings.
func TestMisjudgement(t *testing.T) {
	const noise = 100
	a, b := view{noise: noise, seed: 1}, view{noise: noise, seed: 2}
	n, squares, same := 0, 0, 0
	walk(t, func(p *board.Position) {
		e := a.misjudge(p, 17) - 17
		if again := a.misjudge(p, 17) - 17; again != e {
			t.Fatalf("%s: error %d, then %d", p.FEN(), e, again)
		}
		if simpleEnding(p) {
			if e != 0 {
				t.Errorf("%s: error %d in a basic ending", p.FEN(), e)
			}
			return
		}
		n++
		squares += e * e
		if b.misjudge(p, 17)-17 == e {
			same++
		}
		if v := a.misjudge(p, eval.TBWin-eval.MaxPly-1); eval.IsDecisive(v) {
			t.Errorf("%s: the judgement %d is decisive", p.FEN(), v)
		}
	})
	deviation := math.Sqrt(float64(squares) / float64(n))
	t.Logf("%d positions, standard deviation %.1f", n, deviation)
	if n < 1000 || math.Abs(deviation-noise) > noise/10 {
		t.Errorf("%d positions, standard deviation %.1f, want %d", n, deviation, noise)
	}
	if same > n/50 {
		t.Errorf("%d of %d positions are misjudged alike in two games", same, n)
	}
}

// TestErrorsLast: the parts of the error that depend on the pawns and on the other side's pieces
// outlast a move.
func TestErrorsLast(t *testing.T) {
	const noise = 100
	v := view{noise: noise, seed: 5}
	n, squares := 0, 0
	walk(t, func(p *board.Position) {
		var list board.MoveList
		p.Legal(&list)
		e := v.misjudge(p, 0)
		for _, m := range list.Slice() {
			if m.IsNoisy() || p.PieceOn(m.From()).Kind() == board.Pawn || simpleEnding(p) {
				continue
			}
			var next board.Position
			p.Make(m, &next)
			d := e + v.misjudge(&next, 0) // for the other side
			n++
			squares += d * d
		}
	})
	// Unrelated errors would differ by a standard deviation of 141.
	deviation := math.Sqrt(float64(squares) / float64(n))
	t.Logf("%d moves, standard deviation of the change %.1f", n, deviation)
	if n < 1000 || deviation > 110 || deviation < 60 {
		t.Errorf("%d moves change the error by a standard deviation of %.1f", n, deviation)
	}
}

// TestLimitedSearchRepeats expects the same answers with the same seed and different ones with
// another.
func TestLimitedSearchRepeats(t *testing.T) {
	play := func(e *Engine, seed uint64) (moves []board.Move, nodes uint64) {
		e.SetSeed(seed)
		e.NewGame()
		for _, fen := range benchPositions[:40] {
			r := e.Begin(Root{Pos: boardtest.Position(t, fen)}, Limits{}).Run(nil)
			moves = append(moves, r.Best)
			nodes += r.Nodes
		}
		return moves, nodes
	}
	for _, elo := range []int{MinElo, 1400, 2000, MaxElo} {
		a, b := New(), New()
		if err := b.SetThreads(2); err != nil { // of which one is used
			t.Fatal(err)
		}
		a.SetStrength(StrengthOf(elo))
		b.SetStrength(StrengthOf(elo))
		first, nodes := play(a, 1)
		again, nodesAgain := play(b, 1)
		if !slices.Equal(first, again) || nodes != nodesAgain {
			t.Errorf("%d: %d nodes, %v\nthen %d nodes, %v", elo, nodes, first, nodesAgain, again)
		}
		if other, _ := play(a, 2); slices.Equal(first, other) {
			t.Errorf("%d: two games with the same errors: %v", elo, first)
		}
	}
}

// TestLimitsOfStrength expects limits of both kinds to be kept, and analysis to be unlimited.
func TestLimitsOfStrength(t *testing.T) {
	e := New()
	p := boardtest.Position(t, kiwipete)
	s := StrengthOf(1600)
	e.SetStrength(s)
	if r := e.Begin(Root{Pos: p}, Limits{}).Run(nil); r.Depth > 1 && r.Nodes > s.Nodes ||
		r.Depth > s.Depth {
		t.Errorf("%d nodes, depth %d with %+v", r.Nodes, r.Depth, s)
	}
	if r := e.Begin(Root{Pos: p}, Limits{Nodes: 50}).Run(nil); r.Nodes > 50 {
		t.Errorf("%d nodes, want 50", r.Nodes)
	}
	if r := e.Begin(Root{Pos: p}, Limits{Depth: 2}).Run(nil); r.Depth > 2 {
		t.Errorf("depth %d, want 2", r.Depth)
	}
	e.SetMultiPV(4)
	lines := 0
	e.Begin(Root{Pos: p}, Limits{}).Run(func(i *Info) { lines = max(lines, i.MultiPV) })
	if lines != 4 {
		t.Errorf("%d lines, want 4", lines)
	}
	e.SetMultiPV(1)

	full := New()
	want := full.Begin(Root{Pos: p}, Limits{Depth: 10}).Run(nil)
	if got := analyse(e, p, 10); got.Nodes != want.Nodes || got.Best != want.Best ||
		got.Score != want.Score {
		t.Errorf("analysis %+v of a limited engine, %+v of an unlimited one", got, want)
	}
	e.SetStrength(Strength{})
	e.NewGame()
	if got := e.Begin(Root{Pos: p}, Limits{Depth: 10}).Run(nil); got.Nodes != want.Nodes {
		t.Errorf("%d nodes after the limit was lifted, want %d", got.Nodes, want.Nodes)
	}
}

// TestBasicReach expects a basic ending to widen the reach, and no reach where none is set.
func TestBasicReach(t *testing.T) {
	p := boardtest.Position(t, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
	const enough = 2 * simpleEndingNodes
	for _, tc := range []struct {
		Strength
		want uint64 // nodes
	}{
		{Strength{Nodes: 100, Noise: 50}, simpleEndingNodes},
		{Strength{Depth: 3, Noise: 50}, enough},
	} {
		e := New()
		e.SetStrength(tc.Strength)
		if r := e.Begin(Root{Pos: p}, Limits{Nodes: enough}).Run(nil); r.Nodes != tc.want {
			t.Errorf("%d nodes with %+v, want %d", r.Nodes, tc.Strength, tc.want)
		}
	}
}

// analyse searches without end, and stops when depth is complete.
func analyse(e *Engine, p board.Position, depth int) Result {
	return e.Begin(Root{Pos: p}, Limits{Infinite: true, Depth: depth}).Run(func(i *Info) {
		if i.Depth == depth {
			e.Stop()
		}
	})
}

// TestMateInOneIsNeverOverlooked: every level finds a mate in one.
func TestMateInOneIsNeverOverlooked(t *testing.T) {
	e := New()
	for _, fen := range []string{
		"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
		"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
		"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2",
	} {
		for elo := MinElo; elo <= MaxElo; elo += 300 {
			for seed := range uint64(10) {
				e.SetStrength(StrengthOf(elo))
				e.SetSeed(seed)
				e.NewGame()
				r := e.Begin(Root{Pos: boardtest.Position(t, fen)}, Limits{}).Run(nil)
				if r.Score != eval.MateIn(1) {
					t.Errorf("%s: %v, score %d at %d", fen, r.Best, r.Score, elo)
				}
			}
		}
	}
}

// TestBasicMates lets every level win basic endings against full strength within the fifty-move
// rule.
func TestBasicMates(t *testing.T) {
	tests := []struct {
		fen  string
		elos []int
	}{
		{"8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", []int{MinElo, 1200, 2000, MaxElo}},
		{"8/8/3k4/8/8/8/8/K6Q w - - 0 1", []int{MinElo, 1000, 1600}},
		{"8/8/8/3k4/8/8/8/R3K3 w - - 0 1", []int{MinElo, 1000, 1400, MaxElo}},
		{"8/8/8/8/4k3/8/8/KR6 w - - 0 1", []int{MinElo, 1200, 1800, 2400}},
		{"8/8/3k4/8/2B5/8/8/K6R w - - 0 1", []int{1000, 2200}},
		{"8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1", []int{2000, MaxElo}},
		{"8/8/8/4k3/8/8/8/2B1K1N1 w - - 0 1", []int{2400}},
	}
	for _, tc := range tests {
		for _, elo := range tc.elos {
			if end := game(t, tc.fen, StrengthOf(elo), Strength{}); end != "w mates" {
				t.Errorf("%s at %d ends by %s", tc.fen, elo, end)
			}
		}
	}
}

// TestFullStrengthMates: a few thousand nodes a move are enough for the basic mates.
func TestFullStrengthMates(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
		"8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
		"8/8/8/8/4k3/8/8/KR6 w - - 0 1",
		"8/8/3k4/8/8/8/8/K6R w - - 0 1",
		"8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
		"8/8/8/4k3/8/8/8/2B1K1N1 w - - 0 1",
		"8/8/3k4/8/8/8/1N6/KB6 w - - 0 1",
		"7k/8/8/8/3K4/3BN3/8/8 w - - 0 1",
	} {
		if end := game(t, fen, Strength{}, Strength{}); end != "w mates" {
			t.Errorf("%s ends by %s", fen, end)
		}
	}
}

// TestLimitedLoses lets full strength beat low levels.
func TestLimitedLoses(t *testing.T) {
	for _, elo := range []int{MinElo, 1200} {
		if end := game(t, board.StartFEN, Strength{}, StrengthOf(elo)); end != "w mates" {
			t.Errorf("full strength against %d: %s", elo, end)
		}
		if end := game(t, board.StartFEN, StrengthOf(elo), Strength{}); end != "b mates" {
			t.Errorf("%d against full strength: %s", elo, end)
		}
	}
}

// game plays from fen and returns how it ends. Full strength searches 5000 nodes a move.
func game(t *testing.T, fen string, white, black Strength) string {
	t.Helper()
	players := [2]*Engine{New(), New()}
	limits := [2]Limits{}
	for c, strength := range [2]Strength{white, black} {
		if err := players[c].SetHash(1); err != nil {
			t.Fatal(err)
		}
		players[c].SetStrength(strength)
		if strength == (Strength{}) {
			limits[c].Nodes = 5000
		}
	}
	p := boardtest.Position(t, fen)
	seen := map[uint64]int{}
	var keys []uint64
	for {
		us := p.SideToMove()
		seen[p.Key()]++
		switch {
		case !p.HasLegalMove() && !p.InCheck():
			return "stalemate"
		case !p.HasLegalMove():
			return us.Other().String() + " mates"
		case p.HalfmoveClock() >= 100:
			return "fifty moves"
		case p.InsufficientMaterial():
			return "lack of material"
		case seen[p.Key()] == 3:
			return "repetition"
		}
		r := players[us].Begin(Root{Pos: p, Keys: keys}, limits[us]).Run(nil)
		keys = append(keys, p.Key())
		var next board.Position
		p.Make(r.Best, &next)
		p = next
	}
}

// TestStrengthReachesTheSearch: a limited engine searches with all of its level's weaknesses.
func TestStrengthReachesTheSearch(t *testing.T) {
	e := small(t)
	e.SetStrength(StrengthOf(800))
	s := e.Begin(Root{Pos: board.Start()}, Limits{Depth: 1})
	want := StrengthOf(800)
	if want.Blind == 0 || want.Noise == 0 || s.view.blind != want.Blind ||
		s.view.noise != want.Noise || s.reach != want.Nodes {
		t.Errorf("view %+v, reach %d, want %+v", s.view, s.reach, want)
	}
}
